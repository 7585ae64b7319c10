"""Taking back a decision by its id: one on a conflict, and one that was about units alone, such as a merge."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories.callers import Caller
from memories.errors import NotFound, WrongState
from memories.locks import lock_namespace, lock_units
from memories.models import Decision
from memories.walls import inside
from memories.words import Scope
from review import conflicts
from review.taking_back import moved_by, take_back


def undo_decision(caller: Caller, decision_id: UUID, *, now: datetime) -> Decision:
    """Put what a decision moved back to where it was, as a new version of each unit.

    Raises:
        NotFound: no such decision.
        WrongState: it was taken back before, or a later one on the same conflict stands (`code`).
        Moved: a unit has changed since; nothing is changed then.
    """
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        decision = Decision.objects.filter(namespace_id=caller.namespace_id, pk=decision_id).first()
        if decision is None:
            raise NotFound("There is no such decision.", field="id")
        if decision.undone_at is not None:
            raise WrongState("This decision was taken back before.", code="already_undone")
        if decision.conflict_id is not None:
            _is_the_last(decision, decision.conflict_id)
            conflicts.undo(caller, decision.conflict_id, now=now)
        else:
            units = lock_units(caller.namespace_id, moved_by(decision))
            take_back(decision, units=units, actor=caller.actor, now=now)
        decision.refresh_from_db()
        return decision


def _is_the_last(decision: Decision, conflict_id: UUID) -> None:
    later = Decision.objects.filter(
        namespace_id=decision.namespace_id,
        conflict_id=conflict_id,
        undone_at=None,
        created_at__gt=decision.created_at,
    )
    if later.exists():
        raise WrongState(
            "A later decision on the same conflict stands; take that one back first.", code="later_decision_stands"
        )
