"""Changes of state that are no verdict about truth: archive, trash, restore, release, critical.

Each makes a version and an audit entry in the transaction that the caller has opened and locked.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories import alerts, audit, settling
from memories.authority import may_touch
from memories.callers import Caller
from memories.confidence import RESTORED_FROM_ARCHIVE, confirmed
from memories.confidence_log import log_confidence
from memories.contradictions import contest_current
from memories.errors import Moved, NotFound, WrongState
from memories.locks import lock_namespace
from memories.models import MemoryUnit
from memories.nudges import review_soon
from memories.policies import Change
from memories.versions import save_with_version
from memories.walls import inside
from memories.words import Scope, State


def archive(unit: MemoryUnit, *, actor: str, now: datetime, reason: str) -> None:
    """Out of the indexes, restorable."""
    _change_state(unit, State.ARCHIVED, action="archived", actor=actor, now=now, reason=reason)


def _change_state(unit: MemoryUnit, state: State, *, action: str, actor: str, now: datetime, reason: str = "") -> None:
    unit.state = state
    unit.state_changed_at = now
    save_with_version(unit, action=action, actor=actor, now=now, reason=reason)
    settling.follow_states(unit.namespace_id, [unit], actor=actor, now=now)
    audit.record(
        namespace_id=unit.namespace_id,
        actor=actor,
        action=f"unit_{action}",
        object_type="unit",
        object_id=unit.pk,
        now=now,
        version=unit.version,
    )


def locked_unit(namespace_id: int, unit_id: UUID) -> MemoryUnit:
    """The unit's row, locked; its source is loaded. Raises NotFound."""
    unit = (
        MemoryUnit.objects.filter(namespace_id=namespace_id, pk=unit_id)
        .select_related("source")
        .select_for_update(of=("self",))
        .first()
    )
    if unit is None:
        raise NotFound("There is no such memory.", field="id")
    return unit


def delete(caller: Caller, unit_id: UUID, *, now: datetime) -> MemoryUnit:
    """To the trash: out of sight at once, never restored by a recall, restorable by a person for TRASH_DAYS."""
    caller.require(Scope.WRITE)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        unit = locked_unit(caller.namespace_id, unit_id)
        if unit.state == State.DELETED:
            return unit
        may_touch(unit, caller)
        _change_state(unit, State.DELETED, action="deleted", actor=caller.actor, now=now)
        return unit


def set_aside(caller: Caller, unit_id: UUID, *, now: datetime) -> MemoryUnit:
    """To the archive at a person's word, be it critical or not; restorable for good.

    Raises:
        WrongState: it is not current.
    """
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        unit = locked_unit(caller.namespace_id, unit_id)
        if unit.state != State.ACTIVE:
            raise WrongState(f"Only a current memory can be archived; this one is {unit.state}.", code="not_current")
        archive(unit, actor=caller.actor, now=now, reason="by hand")
        return unit


def restore(caller: Caller, unit_id: UUID, *, now: datetime) -> MemoryUnit:
    """Back from the trash or the archive.

    Raises:
        WrongState: it is in neither, or an equal statement has become current meanwhile.
    """
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        unit = locked_unit(caller.namespace_id, unit_id)
        if unit.state not in (State.DELETED, State.ARCHIVED):
            raise WrongState(
                f"Only what is deleted or archived can be restored; this one is {unit.state}.",
                code="not_restorable",
            )
        no_equal_is_current(unit)
        if unit.expires_at is not None and unit.expires_at <= now:
            unit.expires_at = None
        if unit.confidence < RESTORED_FROM_ARCHIVE:
            before, unit.confidence = unit.confidence, RESTORED_FROM_ARCHIVE
            log_confidence(unit, before, cause="restored", actor=caller.actor, now=now)
        unit.idle_since = now
        _change_state(unit, State.ACTIVE, action="restored", actor=caller.actor, now=now)
        # A person brought it back: no rule may take it away again behind their back.
        contest_current(unit, actor=caller.actor, now=now)
        return unit


def restore_recalled(unit: MemoryUnit, *, actor: str, now: datetime) -> None:
    """Back from the archive because a recall of this actor found nothing else (SPEC 4); the unit is locked. It is
    judged against what is current by the review, which is due at once.

    Raises:
        WrongState: an equal statement is current.
    """
    no_equal_is_current(unit)
    if unit.confidence != RESTORED_FROM_ARCHIVE:
        before, unit.confidence = unit.confidence, RESTORED_FROM_ARCHIVE
        log_confidence(unit, before, cause="restored_by_recall", actor=actor, now=now)
    unit.idle_since = unit.review_due_at = now
    _change_state(unit, State.ACTIVE, action="restored", actor=actor, now=now, reason="recalled from the archive")


def no_equal_is_current(unit: MemoryUnit) -> None:
    """Two equal current statements would be one truth twice; raises WrongState naming the one that stands."""
    twin = (
        MemoryUnit.objects.filter(namespace_id=unit.namespace_id, digest=unit.digest, state=State.ACTIVE)
        .exclude(pk=unit.pk)
        .values_list("pk", flat=True)
        .first()
    )
    if twin is not None:
        raise WrongState(
            "An equal statement is current already; use that one.", code="equal_is_current", other=str(twin)
        )


def release(caller: Caller, unit_id: UUID, *, reject: bool, now: datetime, version: int | None = None) -> MemoryUnit:
    """A person decides about a held or quarantined unit: let it stand (confirmed), or reject it as false.

    Raises:
        WrongState: it does not wait any more, or an equal statement is current.
        Moved: it is not at the `version` that the person saw.
    """
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        unit = locked_unit(caller.namespace_id, unit_id)
        if unit.state not in (State.HELD, State.QUARANTINED):
            raise WrongState(
                f"Only what is held or quarantined can be released; this one is {unit.state}.",
                code="not_waiting",
            )
        if version is not None and version != unit.version:
            raise Moved(
                "This memory has changed since you saw it. Look at it again and decide anew.",
                field="version",
                version=unit.version,
            )
        if reject:
            change = Change(unit.pk, "rejected", state=State.FALSIFIED, confidence=0.0)
        else:
            no_equal_is_current(unit)
            change = Change(
                unit.pk,
                "released",
                state=State.ACTIVE,
                confidence=confirmed(unit.confidence),
                verified=True,
            )
        settling.apply(
            [change],
            units={unit.pk: unit},
            namespace_id=caller.namespace_id,
            actor=caller.actor,
            action=change.action,
            now=now,
        )
        alerts.close_alerts(namespace_id=caller.namespace_id, object_id=unit.pk, actor=caller.actor, now=now)
        if not reject:
            # While it waited it was compared with nothing.
            MemoryUnit.objects.filter(namespace_id=unit.namespace_id, pk=unit.pk).update(review_due_at=now)
            review_soon(unit.namespace_id)
        return unit


def set_critical(caller: Caller, unit_id: UUID, *, critical: bool, now: datetime) -> MemoryUnit:
    """Mark a unit critical: no decay, and no rule or model lowers, supersedes or archives it."""
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        unit = locked_unit(caller.namespace_id, unit_id)
        if unit.critical == critical:
            return unit
        unit.critical = critical
        action = "marked_critical" if critical else "unmarked_critical"
        save_with_version(unit, action=action, actor=caller.actor, now=now)
        audit.record(
            namespace_id=unit.namespace_id,
            actor=caller.actor,
            action=f"unit_{action}",
            object_type="unit",
            object_id=unit.pk,
            now=now,
        )
        return unit
