"""What an agent reports back: whether what it recalled helped."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories import alerts, audit, settling
from memories.callers import Caller
from memories.confidence import after_outcome, ceiling
from memories.errors import Invalid, NotFound, WrongState
from memories.locks import lock_namespace
from memories.models import MemoryUnit, Recall
from memories.policies import Change
from memories.preferences import Preferences, preferences_of
from memories.shapes.searching import OutcomeInput
from memories.walls import inside
from memories.words import Kind, Scope, State


def report_outcome(caller: Caller, recall_id: UUID, body: OutcomeInput, *, now: datetime) -> int:
    """Credit the units named, or else all that the recall returned; how many were credited.

    Reporting the same again changes nothing.

    Raises:
        NotFound: no such recall.
        WrongState: the opposite was reported before.
        Invalid: a unit named was not among those returned.
    """
    caller.require(Scope.WRITE)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        recall = Recall.objects.filter(namespace_id=caller.namespace_id, pk=recall_id).select_for_update().first()
        if recall is None:
            raise NotFound("There is no such recall.", field="recall_id")
        if recall.success is not None:
            if recall.success == body.success:
                return 0
            raise WrongState("The opposite outcome was reported for this recall.", code="outcome_reported")
        named = body.memory_ids if body.memory_ids is not None else recall.unit_ids
        strangers = [pk for pk in named if pk not in recall.unit_ids]
        if strangers:
            raise Invalid(
                "memory_ids names a memory that this recall did not return.",
                code="not_in_recall",
                field="memory_ids",
            )
        preferences = preferences_of(caller.namespace_id)
        units = list(
            MemoryUnit.objects.filter(namespace_id=caller.namespace_id, pk__in=named, state=State.ACTIVE)
            .select_related("source")
            .order_by("pk")
            .select_for_update(of=("self",))
        )
        for unit in units:
            _credit(unit, body.success, caller.actor, preferences, now)
        recall.success, recall.outcome_at = body.success, now
        recall.save(update_fields=["success", "outcome_at"])
        audit.record(
            namespace_id=caller.namespace_id,
            actor=caller.actor,
            action="outcome_reported",
            object_type="recall",
            object_id=recall.pk,
            now=now,
            success=body.success,
            units=len(units),
        )
        return len(units)


def _credit(unit: MemoryUnit, success: bool, actor: str, preferences: Preferences, now: datetime) -> None:
    cap = ceiling(Kind(unit.kind), unit.source.trust, preferences.rules)
    after = after_outcome(unit.confidence, success, cap)
    if unit.critical and after < unit.confidence:
        after = unit.confidence
    held = not success and not unit.critical and after < preferences.review_confidence
    settling.apply(
        [
            Change(
                unit.pk,
                "held" if held else "outcome_success" if success else "outcome_failure",
                state=State.HELD if held else None,
                confidence=after,
            )
        ],
        units={unit.pk: unit},
        namespace_id=unit.namespace_id,
        actor=actor,
        action="outcome",
        now=now,
        automatic=True,
    )
    counter = "success_count" if success else "failure_count"
    setattr(unit, counter, getattr(unit, counter) + 1)
    unit.save(update_fields=[counter])
    if held:
        alerts.raise_alert(
            namespace_id=unit.namespace_id,
            kind="unit_held",
            object_type="unit",
            object_id=unit.pk,
            detail="Tasks that used this memory failed. Release it or reject it.",
            now=now,
        )
