"""One run from start to end. Each step is a small transaction of its own, so that a run may be killed anywhere:
what was decided stays decided, what was not is still due, and nothing is decided twice."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from memories.contradictions import Judged, carry_out
from memories.gate.merging import merge_duplicate
from memories.jobs import embed_due
from memories.judging.statements import EXCLUDING
from memories.locks import lock_namespace
from memories.models import Conflict, JudgedPair, MemoryUnit
from memories.overlap import neighbours_of
from memories.pairs import ordered, remember_pairs
from memories.preferences import Preferences, preferences_of
from memories.searchable import vector_of
from memories.unit_verdicts import Neighbour
from memories.walls import inside
from memories.words import ConflictState, State
from review import candidates, recalls, spot_checks, upkeep
from review.aging import age
from review.models import ReviewRun
from review.runs import LeaseLost, beat, claim, finish, release, worker_name
from review.waiting import settle_waiting

logger = logging.getLogger(__name__)
_BATCH = 50
SLICE_SECONDS = 120
"""How long one job works on a run; well under the timeout of a job, so that none is ever killed for its backlog."""


def run_next(namespace_id: int, *, worker: str = "") -> ReviewRun | None:
    """Claim the next run of a namespace and carry it out, or a slice of it; None if there is none or another worker
    has it."""
    run = claim(namespace_id, worker=worker or worker_name(), now=timezone.now())
    if run is None:
        return None
    try:
        done = carry_through(run)
        if done is None:
            release(run, now=timezone.now())
        else:
            finish(run, now=timezone.now(), upkeep=done)
    except LeaseLost:
        logger.warning("review %s of namespace %s was taken over by another worker", run.pk, namespace_id)
    except Exception as error:
        # Only the kind of error: its message may quote a row.
        finish(run, now=timezone.now(), upkeep={}, error_code=type(error).__name__[:60])
        raise
    return run


def carry_through(run: ReviewRun) -> dict[str, int] | None:
    """Everything that a run does, in order; the answer counts the upkeep.

    None when its slice of time is over and units are left: the next job goes on with it, after those of other
    namespaces that wait.
    """
    space = run.namespace_id
    slice_ends = time.monotonic() + SLICE_SECONDS
    done = {
        "embedded": embed_due(space),
        "expired": upkeep.expire(space, now=timezone.now()),
        "recalls_folded": recalls.fold_recalls(space),
        "tied": recalls.tie_what_helps_together(space, now=timezone.now()),
        "recalls_dropped": recalls.drop_old_recalls(space, now=timezone.now()),
    }
    preferences = preferences_of(space)
    done |= age(space, preferences=preferences, now=timezone.now())
    while ids := _next_units(run):
        for unit_id in ids:
            look_at(run, unit_id, preferences=preferences, now=timezone.now())
        if time.monotonic() > slice_ends:
            return None
    settle_waiting(run, preferences=preferences)
    done["spot_checks"] = spot_checks.draw(space, a_day=preferences.spot_checks, now=timezone.now())
    return done


def _next_units(run: ReviewRun) -> Sequence[UUID]:
    with inside(run.namespace_id):
        run.refresh_from_db(fields=["cursor"])
        units = candidates.due(run, timezone.now())
        if run.cursor is not None:
            units = units.filter(pk__gt=run.cursor)
        return list(units.values_list("pk", flat=True)[:_BATCH])


def look_at(run: ReviewRun, unit_id: UUID, *, preferences: Preferences, now: datetime) -> None:
    """Judge one unit against its neighbours, decide what is sure, remember what is not; one transaction."""
    space = run.namespace_id
    with inside(space):
        lock_namespace(space)
        windowed = run.since is not None or run.until is not None
        unit = (
            MemoryUnit.objects.filter(namespace_id=space, pk=unit_id)
            .select_related("source")
            .select_for_update(of=("self",))
            .first()
        )
        counts = {"seen": 0, "pairs": 0, "judged_local": 0, "changed": 0}
        if unit is not None and unit.state == State.ACTIVE and (windowed or unit.review_due_at is not None):
            counts["seen"] = 1
            near = neighbours_of(
                unit,
                vector_of(unit),
                session_id=unit.source.session_id,
                preferences=preferences,
                now=now,
                lock=True,
            )
            fresh = _not_judged_before(unit, near)
            counts["pairs"] = counts["judged_local"] = len(fresh)
            remember_pairs([(unit, fresh)], now=now)
            for item in fresh:
                counts["changed"] += _decide(unit, item, preferences=preferences, now=now)
        # A unit that is not current any more is not due either; otherwise a run would meet it for ever.
        MemoryUnit.objects.filter(namespace_id=space, pk=unit_id).update(review_due_at=None)
        beat(run, now=now, cursor=unit_id if windowed else None, **counts)


def _decide(unit: MemoryUnit, item: Neighbour, *, preferences: Preferences, now: datetime) -> int:
    """Act on one fresh verdict; 1 if it changed anything."""
    other = item.unit
    if not item.verdict.sure or unit.state != State.ACTIVE or other.state != State.ACTIVE:
        return 0
    if item.verdict.label in EXCLUDING:
        conflict: Conflict = carry_out(
            unit, other, Judged(item.verdict), preferences=preferences, actor="review", now=now
        )
        return int(conflict.opened_at == now or conflict.state == ConflictState.SETTLED)
    if item.verdict.label == "same":
        return int(merge_duplicate(unit, other, actor="review", now=now, preferences=preferences))
    return 0


def _not_judged_before(unit: MemoryUnit, near: Sequence[Neighbour]) -> list[Neighbour]:
    """Those whose pair with the unit was not judged at the present content versions; one query."""
    others = [item.unit.pk for item in near]
    if not others:
        return []
    known = set(
        JudgedPair.objects.filter(
            Q(a_id=unit.pk, b_id__in=others) | Q(b_id=unit.pk, a_id__in=others), namespace_id=unit.namespace_id
        ).values_list("a_id", "b_id", "a_content", "b_content")
    )
    return [item for item in near if _key(unit, item.unit) not in known]


def _key(unit: MemoryUnit, other: MemoryUnit) -> tuple[UUID, UUID, int, int]:
    a, b = ordered(unit, other)
    return a.pk, b.pk, a.content_version, b.content_version
