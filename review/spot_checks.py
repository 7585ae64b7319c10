"""A small random sample of what was decided without a person, put before people, and what they say of it (SPEC 6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, TextField, Value
from django.db.models.functions import MD5, Cast, Concat

from memories import audit
from memories.callers import Caller
from memories.errors import NotFound, WrongState
from memories.locks import lock_namespace
from memories.models import Decision, MemoryUnit, SpotCheck
from memories.walls import inside
from memories.words import CheckVerdict, Scope
from review.budget import day_of
from review.decisions import undo_decision

DRAWN_FROM: Final = timedelta(days=7)
"""How far back decisions are drawn from, so that a worker that slept misses none of a week's."""
COUNTED_FOR: Final = timedelta(days=90)
"""How far back the agreement looks."""
_DAYS_OPEN: Final = 7
"""Nothing more is drawn while so many days' worth waits: a queue that nobody reads is not to grow."""


def draw(namespace_id: int, *, a_day: int, now: datetime) -> int:
    """Draw the day's sample, if it is not drawn yet: how many are new. The order is that of a hash of decision and day,
    so a run that is repeated draws the same."""
    if a_day <= 0:
        return 0
    today = day_of(now)
    with inside(namespace_id):
        lock_namespace(namespace_id)
        checks = SpotCheck.objects.filter(namespace_id=namespace_id)
        wanted = a_day - checks.filter(drawn_on=today).count()
        if wanted <= 0 or checks.filter(verdict="").count() >= _DAYS_OPEN * a_day:
            return 0
        drawn = (
            Decision.objects.filter(
                namespace_id=namespace_id,
                automatic=True,
                undone_at=None,
                created_at__gt=now - DRAWN_FROM,
                created_at__lte=now,
                spot_checks=None,
            )
            .annotate(lot=MD5(Concat(Cast("pk", TextField()), Value(today.isoformat()))))
            .order_by("lot")
            .values_list("pk", flat=True)[:wanted]
        )
        made = SpotCheck.objects.bulk_create(
            SpotCheck(namespace_id=namespace_id, decision_id=pk, drawn_on=today, created_at=now) for pk in drawn
        )
        return len(made)


def check(
    caller: Caller,
    check_id: UUID,
    *,
    verdict: CheckVerdict,
    note: str = "",
    undo: bool = False,
    now: datetime,
) -> SpotCheck:
    """Record what a person says of a decision, once; with `undo`, take it back in the same transaction.

    Raises:
        NotFound: no such check.
        WrongState: it has its verdict (`already_checked`), or `undo` of what is not wrong (`undo_of_what_is_right`).
        Moved: `undo`, and a unit has changed since; no verdict is recorded then.
    """
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        row = (
            SpotCheck.objects.filter(namespace_id=caller.namespace_id, pk=check_id)
            .select_related("decision__conflict")
            .first()
        )
        if row is None:
            raise NotFound("There is no such spot check.", field="id")
        if row.verdict:
            raise WrongState(
                f"This decision was checked already ({row.verdict}).",
                code="already_checked",
                verdict=row.verdict,
                checked_by=row.checked_by,
            )
        if undo and verdict != CheckVerdict.WRONG:
            raise WrongState("Only a decision that is wrong is taken back.", code="undo_of_what_is_right", field="undo")
        row.verdict, row.note, row.checked_by, row.checked_at = verdict, note or None, caller.actor, now
        row.save(update_fields=["verdict", "note", "checked_by", "checked_at"])
        audit.record(
            namespace_id=caller.namespace_id,
            actor=caller.actor,
            action="spot_checked",
            object_type="decision",
            object_id=row.decision_id,
            now=now,
            verdict=verdict,
            undone=undo,
        )
        if undo:
            row.decision = undo_decision(caller, row.decision_id, now=now)
        return row


@dataclass(frozen=True, slots=True)
class Agreement:
    """What people said of the checks of the last 90 days."""

    right: int = 0
    wrong: int = 0
    unsure: int = 0

    @property
    def share(self) -> float | None:
        """The share of decisions that were right, of those that people were sure about; None without any."""
        sure = self.right + self.wrong
        return self.right / sure if sure else None


def agreement(namespace_ids: Sequence[int], *, now: datetime) -> Agreement:
    """How often people agreed with what was decided without them; one query."""
    counts = (
        SpotCheck.objects.filter(namespace_id__in=namespace_ids, checked_at__gt=now - COUNTED_FOR)
        .exclude(verdict="")
        .values_list("verdict")
        .annotate(number=Count("pk"))
        .order_by()
    )
    return Agreement(**dict(counts))


def units_of(checks: Sequence[SpotCheck]) -> dict[UUID, MemoryUnit]:
    """The units that the decisions of these checks moved, with their sources, and the sides of their conflicts; one
    query."""
    ids = {UUID(move["unit"]) for row in checks for move in row.decision.moves}
    ids |= {side for row in checks if (it := row.decision.conflict) is not None for side in (it.a_id, it.b_id)}
    spaces = {row.namespace_id for row in checks}
    rows = MemoryUnit.objects.filter(namespace_id__in=spaces, pk__in=ids).select_related("source")
    return {unit.pk: unit for unit in rows}
