"""What an agent reports back: whether what it recalled helped.

It happens after every task, so it owns no more than the rows that it changes: the namespace is shared, its own recall
and the units are locked, in the order of their ids. Only a failure that takes a unit out of use owns the namespace, as
every decision does.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from memories import alerts, audit, settling
from memories.callers import Caller
from memories.confidence import after_outcome, ceiling
from memories.confidence_log import log_confidences
from memories.errors import Invalid, NotFound, WrongState
from memories.locks import lock_namespace, lock_units, share_namespace
from memories.models import MemoryUnit, Recall
from memories.policies import Change
from memories.preferences import Preferences, preferences_of
from memories.recalling.feedback.learning import learn
from memories.recalling.feedback.unlearning import unlearn
from memories.shapes.searching import OutcomeInput
from memories.walls import inside
from memories.words import Kind, Scope, State


def report_outcome(caller: Caller, recall_id: UUID, body: OutcomeInput, *, now: datetime) -> int:
    """Credit the units named, or else all that the recall returned; how many were credited.

    After a success the question becomes a query variant of the units named, if it is unlike their own words. If none
    was named and several came back, only the best of them learns it: a credit that is spread over those who had no part
    in it fades with the next failure, while a question that is spread would bring them back to be asked again.
    A failure takes back what was learned: the variants by which the blamed units came back weaken.
    Reporting the same again changes nothing.

    Raises:
        NotFound: no such recall.
        WrongState: the opposite was reported before.
        Invalid: a unit named was not among those returned.
    """
    caller.require(Scope.WRITE)
    credited = _report(caller, recall_id, body, now=now, owning=False)
    if credited is None:
        credited = _report(caller, recall_id, body, now=now, owning=True)
    return credited or 0


def _report(caller: Caller, recall_id: UUID, body: OutcomeInput, *, now: datetime, owning: bool) -> int | None:
    """One transaction. None, and nothing changed, if a unit has to be held and the namespace is not owned."""
    space = caller.namespace_id
    with inside(space):
        if owning:
            lock_namespace(space)
        else:
            share_namespace(space)
        recall = _locked(space, recall_id, body)
        if recall.success is not None:
            return 0
        named = recall.unit_ids if body.memory_ids is None else body.memory_ids
        preferences = preferences_of(space)
        units = [unit for unit in lock_units(space, named).values() if unit.state == State.ACTIVE]
        after = {unit.pk: _after(unit, body.success, preferences) for unit in units}
        held = [
            unit
            for unit in units
            if not body.success and not unit.critical and after[unit.pk] < preferences.review_confidence
        ]
        if held and not owning:
            return None
        _hold(held, after, caller.actor, recall.pk, now)
        _credit(units, after, body.success, caller.actor, recall.pk, now)
        if body.success:
            learners = units if body.memory_ids is not None else _best(units, recall)
            learn(learners, recall.query, recall_id=recall.pk, screened=preferences.screen, now=now)
        else:
            unlearn(units, recall.query)
        recall.success, recall.outcome_at, recall.credited_ids = body.success, now, [unit.pk for unit in units]
        recall.save(update_fields=["success", "outcome_at", "credited_ids"])
        audit.record(
            namespace_id=space,
            actor=caller.actor,
            action="outcome_reported",
            object_type="recall",
            object_id=recall.pk,
            now=now,
            success=body.success,
            units=len(units),
        )
        return len(units)


def _locked(namespace_id: int, recall_id: UUID, body: OutcomeInput) -> Recall:
    recall = Recall.objects.filter(namespace_id=namespace_id, pk=recall_id).select_for_update().first()
    if recall is None:
        raise NotFound("There is no such recall.", field="recall_id")
    if recall.success is not None and recall.success != body.success:
        raise WrongState("The opposite outcome was reported for this recall.", code="outcome_reported")
    if recall.success is None and not set(body.memory_ids or ()) <= set(recall.unit_ids):
        raise Invalid(
            "memory_ids names a memory that this recall did not return.",
            code="not_in_recall",
            field="memory_ids",
        )
    return recall


def _best(units: Sequence[MemoryUnit], recall: Recall) -> list[MemoryUnit]:
    """The hit that scored best, if it is still current; recalls list their hits best first."""
    return [unit for unit in units if unit.pk == recall.unit_ids[0]]


def _after(unit: MemoryUnit, success: bool, preferences: Preferences) -> float:
    after = after_outcome(unit.confidence, success, ceiling(Kind(unit.kind), unit.source.trust, preferences.rules))
    return max(after, unit.confidence) if unit.critical else after


def _credit(
    units: Sequence[MemoryUnit], after: dict[UUID, float], success: bool, actor: str, recall_id: UUID, now: datetime
) -> None:
    """Count the outcome and move the confidence of locked units; those that were held have theirs already."""
    if not units:
        return
    counter = "success_count" if success else "failure_count"
    moved = [(unit, unit.confidence) for unit in units]
    for unit in units:
        setattr(unit, counter, getattr(unit, counter) + 1)
        unit.confidence, unit.updated_at = after[unit.pk], now
    MemoryUnit.objects.bulk_update(units, [counter, "confidence", "updated_at"])
    cause = "outcome_success" if success else "outcome_failure"
    log_confidences(moved, cause=cause, actor=actor, now=now, recall=str(recall_id))


def _hold(units: Sequence[MemoryUnit], after: dict[UUID, float], actor: str, recall_id: UUID, now: datetime) -> None:
    """Put what keeps failing before a person, as one decision that can be undone."""
    if not units:
        return
    settling.apply(
        [Change(unit.pk, "held", state=State.HELD, confidence=after[unit.pk]) for unit in units],
        units={unit.pk: unit for unit in units},
        namespace_id=units[0].namespace_id,
        actor=actor,
        action="outcome",
        now=now,
        automatic=True,
        reason=f"recall {recall_id}",
    )
    for unit in units:
        alerts.raise_alert(
            namespace_id=unit.namespace_id,
            kind="unit_held",
            object_type="unit",
            object_id=unit.pk,
            detail="Tasks that used this memory failed. Release it or reject it.",
            now=now,
        )
