"""The one function that applies a decision about units, and the one that undoes it.

The write gate, the review and people all end here, with the namespace locked. What is changed, why, by whom and
how to take it back are written in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q

from memories import audit
from memories.confidence_log import log_confidence
from memories.errors import Moved, WrongState
from memories.models import Conflict, Decision, Evidence, MemoryUnit, MemoryVersion, Relation
from memories.moot import close_moot, reopen_moot, sides_of
from memories.policies import Change
from memories.recalling.feedback.inheriting import inherit
from memories.versions import put_back, save_with_version
from memories.words import OPEN_CONFLICTS, ConflictState, RelationType, State

MADE = "made"
"""The action of a change that only says that the decision made this unit; undoing it puts the unit in the trash."""


def apply(
    changes: Iterable[Change],
    *,
    units: dict[UUID, MemoryUnit],
    namespace_id: int,
    actor: str,
    action: str,
    now: datetime,
    conflict: Conflict | None = None,
    automatic: bool = False,
    reason: str = "",
    note: str = "",
) -> Decision:
    """Apply changes to locked units and record the decision with what is needed to undo it.

    `units` holds every unit that a change names, read under the lock that the caller holds.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("a decision is applied inside the transaction that holds its lock")
    decision = Decision(
        namespace_id=namespace_id,
        conflict=conflict,
        action=action,
        actor=actor,
        automatic=automatic,
        note=note or None,
        created_at=now,
    )
    decision.save(force_insert=True)
    changes = list(changes)
    moves = [_move(units[change.unit_id], change, decision, actor, reason, now) for change in changes]
    decision.moves = moves
    decision.save(update_fields=["moves"])
    inherit(namespace_id, _heirs(changes), now=now)
    follow_states(namespace_id, units.values(), actor=actor, now=now)
    audit.record(
        namespace_id=namespace_id,
        actor=actor,
        action=f"decision_{action}",
        object_type="conflict" if conflict else "unit",
        object_id=conflict.pk if conflict else (moves[0]["unit"] if moves else ""),
        now=now,
        decision=str(decision.pk),
        units=[move["unit"] for move in moves],
    )
    return decision


def _heirs(changes: Iterable[Change]) -> dict[UUID, list[UUID]]:
    """The units that supersede others by these changes, with those others."""
    heirs: dict[UUID, list[UUID]] = {}
    for change in changes:
        if change.relation == RelationType.SUPERSEDES and change.related_to is not None:
            heirs.setdefault(change.related_to, []).append(change.unit_id)
    return heirs


def _move(
    unit: MemoryUnit, change: Change, decision: Decision, actor: str, reason: str, now: datetime
) -> dict[str, Any]:
    """Make one change; the answer is one entry of Decision.moves."""
    move: dict[str, Any] = {
        "unit": str(unit.pk),
        "action": change.action,
        "from_version": unit.version,
        "to_version": unit.version,
        "confidence_before": unit.confidence,
        "confidence_after": unit.confidence,
        "verified_before": unit.last_verified_at.isoformat() if unit.last_verified_at else None,
        "idle_before": unit.idle_since.isoformat(),
    }
    before = unit.confidence
    if change.confidence is not None and change.confidence != before:
        unit.confidence = change.confidence
        move["confidence_after"] = change.confidence
        factors = {"other": str(change.related_to)} if change.related_to else {}
        log_confidence(unit, before, cause=change.action, actor=actor, now=now, decision=decision, **factors)
    if change.verified:
        unit.last_verified_at = unit.idle_since = now
    if change.state is not None and change.state != unit.state:
        unit.state = change.state
        unit.state_changed_at = now
        unit.valid_to = change.valid_to if change.valid_to is not None else unit.valid_to
        if unit.valid_from and unit.valid_to and unit.valid_to < unit.valid_from:
            unit.valid_to = unit.valid_from
        # Nothing is left to judge about a unit that is no longer current.
        unit.review_due_at = None if change.state != State.ACTIVE else unit.review_due_at
        save_with_version(unit, action=change.action, actor=actor, now=now, reason=reason, decision=decision)
        move["to_version"] = unit.version
    else:
        unit.updated_at = now
        unit.save(update_fields=["confidence", "last_verified_at", "idle_since", "updated_at"])
    if change.relation is not None and change.related_to is not None:
        Relation.objects.get_or_create(
            namespace_id=unit.namespace_id,
            from_unit_id=change.related_to,
            to_unit_id=unit.pk,
            type=change.relation,
            defaults={"decision_row": decision, "created_at": now},
        )
    return move


def undo(decision: Decision, *, units: dict[UUID, MemoryUnit], actor: str, now: datetime) -> None:
    """Put every unit that a decision touched back to where it was, as a new version each.

    Raises:
        WrongState: it was undone before.
        Moved: a unit has changed since; `moved` names it and its version. Nothing is changed then.
    """
    if decision.undone_at is not None:
        raise WrongState("This decision was undone before.", code="already_undone")
    moved = [
        {"id": move["unit"], "version": unit.version if unit else None, "expected": move["to_version"]}
        for move in decision.moves
        for unit in [units.get(UUID(move["unit"]))]
        if unit is None or unit.version != move["to_version"]
    ]
    if moved:
        raise Moved("A unit has changed since this decision; decide on it as it is now.", moved=moved)
    for move in reversed(decision.moves):
        _take_back(units[UUID(move["unit"])], move, decision, actor, now)
    edges = Relation.objects.filter(namespace_id=decision.namespace_id, decision_row=decision)
    for keep, gone in edges.filter(type=RelationType.DUPLICATES).values_list("from_unit_id", "to_unit_id"):
        _give_back_evidence(decision, keep, gone)
    edges.delete()
    decision.undone_at, decision.undone_by = now, actor
    decision.save(update_fields=["undone_at", "undone_by"])
    if decision.conflict is not None:
        decision.conflict.state = ConflictState.UNDONE
        decision.conflict.save(update_fields=["state"])
    follow_states(decision.namespace_id, units.values(), actor=actor, now=now)
    audit.record(
        namespace_id=decision.namespace_id,
        actor=actor,
        action="decision_undone",
        object_type="decision",
        object_id=decision.pk,
        now=now,
    )


def _give_back_evidence(decision: Decision, keep: UUID, gone: UUID) -> None:
    """Take from the unit that stayed what this merge copied to it; the other has kept its own rows."""
    evidence = Evidence.objects.filter(namespace_id=decision.namespace_id)
    theirs = evidence.filter(unit_id=gone).values_list("source_id", flat=True)
    evidence.filter(unit_id=keep, source_id__in=list(theirs), created_at=decision.created_at).delete()


def _take_back(unit: MemoryUnit, move: dict[str, Any], decision: Decision, actor: str, now: datetime) -> None:
    confidence_now = unit.confidence
    if move["action"] == MADE:
        unit.state, unit.state_changed_at = State.DELETED, now
    if move["from_version"] != move["to_version"]:
        version = MemoryVersion.objects.get(
            namespace_id=unit.namespace_id, unit_id=unit.pk, number=move["from_version"]
        )
        put_back(unit, version)
        unit.state_changed_at = now
    # What moved the confidence since is kept; only this decision's own step is taken back.
    untouched = confidence_now == move["confidence_after"]
    unit.confidence = move["confidence_before"] if untouched else confidence_now
    unit.last_verified_at = datetime.fromisoformat(move["verified_before"]) if move["verified_before"] else None
    unit.idle_since = datetime.fromisoformat(move["idle_before"])
    log_confidence(unit, confidence_now, cause="undone", actor=actor, now=now, undone=str(decision.pk))
    save_with_version(unit, action="undone", actor=actor, now=now, reason=f"undo of {decision.action}")


def follow_states(namespace_id: int, units: Iterable[MemoryUnit], *, actor: str, now: datetime) -> None:
    """After states have changed: conflicts that lost a side are closed, those that have both again are open again,
    and everybody whom that concerns is contested or not."""
    touched = {unit.pk: unit for unit in units}
    gone = [pk for pk, unit in touched.items() if unit.state != State.ACTIVE]
    back = [pk for pk, unit in touched.items() if unit.state == State.ACTIVE]
    others = close_moot(namespace_id, gone, actor=actor, now=now) if gone else set()
    for conflict in reopen_moot(namespace_id, back) if back else []:
        others |= {conflict.a_id, conflict.b_id}
    refresh_contested(namespace_id, [*touched.values(), *sides_of(namespace_id, others - set(touched))])


def refresh_contested(namespace_id: int, units: Iterable[MemoryUnit]) -> None:
    """A unit is contested while any conflict of it is open: the same for one conflict or ten."""
    by_id = {unit.pk: unit for unit in units}
    open_ones = Conflict.objects.filter(
        Q(a_id__in=by_id) | Q(b_id__in=by_id), namespace_id=namespace_id, state__in=OPEN_CONFLICTS
    ).values_list("a_id", "b_id")
    contested = {unit_id for pair in open_ones for unit_id in pair}
    for wanted in (True, False):
        wrong = [pk for pk, unit in by_id.items() if (pk in contested) is wanted is not unit.contested]
        if wrong:
            MemoryUnit.objects.filter(namespace_id=namespace_id, id__in=wrong).update(contested=wanted)
        for pk in wrong:
            by_id[pk].contested = wanted
