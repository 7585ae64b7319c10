"""Undoing what an origin did (SPEC 7): a source, a token or a session, in a window, after a preview; one transaction.

What only it stated goes to the trash, decisions that its statements brought about are taken back, what others state too
rests on them from now on, and what was derived from it goes with it, or comes before the review where something else
speaks for it. What has changed since is never overwritten: it is left as it is and named.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from memories import audit, settling
from memories.callers import Caller
from memories.errors import Invalid, Moved, NotFound, WrongState
from memories.forgetting.survivors import rest_on
from memories.locks import lock_namespace, lock_units
from memories.models import Decision, Evidence, MemoryUnit, MemoryVersion, Relation, Source
from memories.nudges import review_soon
from memories.policies import Change
from memories.preferences import Preferences, preferences_of
from memories.rolling_back import put_back_to
from memories.shapes.happenings import OriginUndone
from memories.shapes.inputs import OriginInput
from memories.walls import inside
from memories.words import RelationType, Scope, State

MOST = 5_000
"""Units that one request may undo: they are one transaction, and nobody else writes meanwhile."""
_NAMED = 100


class _OnlyPreview(Exception):
    """Takes back what was tried."""


@dataclass(slots=True)
class _Work:
    """What one request is about, and what became of it."""

    caller: Caller
    preferences: Preferences
    now: datetime
    sources: frozenset[UUID]
    stated: QuerySet[Evidence, Evidence]
    undone: list[UUID] = field(default_factory=list)
    kept: list[UUID] = field(default_factory=list)
    derived: list[UUID] = field(default_factory=list)
    edits: list[UUID] = field(default_factory=list)
    for_review: set[UUID] = field(default_factory=set)
    decisions: int = 0

    @property
    def space(self) -> int:
        return self.caller.namespace_id


def undo_origin(caller: Caller, body: OriginInput, *, now: datetime) -> OriginUndone:
    """Undo what an origin wrote from `since` up to `until`; with `dry_run` only say what that would be.

    Raises:
        NotFound: nothing was ever written from there.
        Invalid: code `too_many`, more than 5,000 memories; name a shorter window.
    """
    caller.require(Scope.ADMIN)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        work = _work_of(caller, body, now=now)
        try:
            with transaction.atomic():
                _undo(work, body)
                if body.dry_run:
                    raise _OnlyPreview
        except _OnlyPreview:
            pass
        else:
            if work.for_review:
                review_soon(work.space)
        return OriginUndone(
            dry_run=body.dry_run,
            counts={
                "undone": len(work.undone),
                "derived": len(work.derived),
                "kept": len(work.kept),
                "edits": len(work.edits),
                "decisions": work.decisions,
                "for_review": len(work.for_review),
            },
            undone=[*work.undone, *work.derived][:_NAMED],
            kept=work.kept[:_NAMED],
            for_review=sorted(work.for_review)[:_NAMED],
        )


def _work_of(caller: Caller, body: OriginInput, *, now: datetime) -> _Work:
    space = caller.namespace_id
    sources = Source.objects.filter(namespace_id=space)
    if body.source_id is not None:
        sources, named = sources.filter(pk=body.source_id), "source_id"
    elif body.token:
        sources, named = sources.filter(writer__prefix=body.token), "token"
    else:
        sources, named = sources.filter(session_id=body.session_id), "session_id"
    ids = frozenset(sources.values_list("pk", flat=True))
    if not ids:
        raise NotFound("Nothing was ever written from there.", field=named)
    return _Work(
        caller=caller,
        preferences=preferences_of(space),
        now=now,
        sources=ids,
        stated=Evidence.objects.filter(_within(body), namespace_id=space, source_id__in=ids),
    )


def _within(body: OriginInput) -> Q:
    window = Q()
    if body.since is not None:
        window &= Q(created_at__gte=body.since)
    if body.until is not None:
        window &= Q(created_at__lt=body.until)
    return window


def _undo(work: _Work, body: OriginInput) -> None:
    stated = set(work.stated.values_list("pk", flat=True))
    touched = set(work.stated.values_list("unit_id", flat=True))
    if len(touched) > MOST:
        raise Invalid(
            f"It wrote {len(touched)} memories; at most {MOST} are undone at once. Name a shorter window.",
            code="too_many",
            field="since",
        )
    supported = set(
        Evidence.objects.filter(namespace_id=work.space, unit_id__in=touched)
        .exclude(pk__in=stated)
        .values_list("unit_id", flat=True)
    )
    in_the_trash = MemoryUnit.objects.filter(namespace_id=work.space, pk__in=touched, state=State.DELETED)
    gone = touched - supported - set(in_the_trash.values_list("pk", flat=True))
    derived = _derived(work, gone)
    _take_back_decisions(work, gone | derived)
    if body.token:
        _take_back_edits(work, body, gone | derived)
    work.undone, work.derived = _to_the_trash(work, gone), _to_the_trash(work, derived)
    _rest_on_others(work, supported, stated)
    MemoryUnit.objects.filter(namespace_id=work.space, pk__in=work.for_review, state=State.ACTIVE).update(
        review_due_at=work.now
    )
    audit.record(
        namespace_id=work.space,
        actor=work.caller.actor,
        action="origin_undone",
        object_type="token" if body.token else "source",
        object_id=body.token or body.source_id or "",
        now=work.now,
        undone=len(work.undone),
        derived=len(work.derived),
        kept=len(work.kept),
        for_review=len(work.for_review),
    )


def _derived(work: _Work, gone: Collection[UUID]) -> set[UUID]:
    """What was derived from these alone, however far; what something else speaks for too comes before the review."""
    found: set[UUID] = set()
    frontier = set(gone)
    while frontier:
        edges = Relation.objects.filter(namespace_id=work.space, type=RelationType.DERIVED_FROM)
        children = set(edges.filter(to_unit_id__in=frontier).values_list("from_unit_id", flat=True)) - found - set(gone)
        parents: dict[UUID, set[UUID]] = {}
        for child, parent in edges.filter(from_unit_id__in=children).values_list("from_unit_id", "to_unit_id"):
            parents.setdefault(child, set()).add(parent)
        witnesses: dict[UUID, set[UUID]] = {}
        for child, source in Evidence.objects.filter(namespace_id=work.space, unit_id__in=children).values_list(
            "unit_id", "source_id"
        ):
            witnesses.setdefault(child, set()).add(source)
        lost = set(gone) | found | children
        alone = {
            child
            for child in children
            if parents[child] <= lost and len(witnesses.get(child, set()) - work.sources) < 2
        }
        work.for_review |= children - alone
        found |= alone
        frontier = alone
    return found


def _take_back_decisions(work: _Work, gone: Collection[UUID]) -> None:
    """The newest first. One whose memories have changed since is left, and they come before the review."""
    touching = Q(conflict__a_id__in=gone) | Q(conflict__b_id__in=gone)
    for pk in gone:
        touching |= Q(moves__contains=[{"unit": str(pk)}])
    rows = Decision.objects.filter(touching, namespace_id=work.space, undone_at=None).select_related("conflict")
    for decision in rows.distinct().order_by("-created_at", "-pk"):
        units = lock_units(work.space, [UUID(move["unit"]) for move in decision.moves])
        try:
            with transaction.atomic():
                settling.undo(decision, units=units, actor=work.caller.actor, now=work.now)
        except (Moved, WrongState):
            work.for_review |= set(units) - set(gone)
        else:
            work.decisions += 1
            work.for_review |= set(units) - set(gone)


def _take_back_edits(work: _Work, body: OriginInput, gone: Collection[UUID]) -> None:
    """What the token changed of memories that stay: the last change is taken back; under later ones it stays, and the
    memory comes before the review."""
    edits = MemoryVersion.objects.filter(
        _within(body), namespace_id=work.space, actor=f"token:{body.token}", action="updated", number__gt=1
    ).exclude(unit_id__in=gone)
    first: dict[UUID, int] = {}
    last: dict[UUID, int] = {}
    for unit_id, number in edits.order_by("number").values_list("unit_id", "number"):
        first.setdefault(unit_id, number)
        last[unit_id] = number
    for pk, unit in lock_units(work.space, first).items():
        before = MemoryVersion.objects.filter(namespace_id=work.space, unit_id=pk, number=first[pk] - 1).first()
        if before is None or unit.version != last[pk]:
            work.for_review.add(pk)
            continue
        try:
            with transaction.atomic():
                put_back_to(unit, before, actor=work.caller.actor, now=work.now)
        except WrongState:
            work.for_review.add(pk)
        else:
            work.edits.append(pk)


def _to_the_trash(work: _Work, ids: Collection[UUID]) -> list[UUID]:
    units = {pk: unit for pk, unit in lock_units(work.space, ids).items() if unit.state != State.DELETED}
    if units:
        settling.apply(
            [Change(pk, "origin_undone", state=State.DELETED) for pk in units],
            units=units,
            namespace_id=work.space,
            actor=work.caller.actor,
            action="origin_undone",
            now=work.now,
            reason="what its origin did is undone",
        )
    return list(units)


def _rest_on_others(work: _Work, supported: Collection[UUID], stated: Collection[UUID]) -> None:
    for pk, unit in lock_units(work.space, supported).items():
        remaining = (
            Evidence.objects.filter(namespace_id=work.space, unit_id=pk)
            .exclude(pk__in=stated)
            .select_related("source")
            .order_by("-content_version", "created_at", "pk")
        )
        rest_on(
            unit,
            list(remaining),
            cause="evidence_undone",
            actor=work.caller.actor,
            preferences=work.preferences,
            now=work.now,
        )
        work.kept.append(pk)
    Evidence.objects.filter(namespace_id=work.space, pk__in=stated, unit_id__in=supported).delete()
