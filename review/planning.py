"""What a person's decision on a conflict would change: asked by the decision itself, and by a look ahead at it."""

from __future__ import annotations

from collections.abc import Sequence

from memories.confidence import Rules
from memories.models import Conflict, MemoryUnit
from memories.policies import Change, effects
from memories.sides import side_of
from memories.words import ConflictType, Resolution, State


def settled_as(conflict: Conflict, decision: str) -> Resolution:
    """The resolution that a decision comes to: to approve is to decide what is proposed."""
    resolution = Resolution(decision)
    return Resolution(conflict.proposal) if resolution == Resolution.APPROVE else resolution


def changes_of(
    conflict: Conflict, a: MemoryUnit, b: MemoryUnit, resolution: Resolution, rules: Rules
) -> Sequence[Change]:
    """The changes of a resolution other than a merge; the sources of both sides must be loaded.

    A side that is not current any more is not moved again by a decision about the other.
    """
    current = {unit.pk for unit in (a, b) if unit.state == State.ACTIVE}
    changes = effects(
        side_of(a), side_of(b), type=ConflictType(conflict.type), resolution=resolution, by_person=True, rules=rules
    )
    return [change for change in changes if change.unit_id in current]


def retires_critical(changes: Sequence[Change], *units: MemoryUnit) -> bool:
    """Whether a memory that is marked critical would not be current any more."""
    critical = {unit.pk for unit in units if unit.critical}
    return any(change.unit_id in critical and change.state not in (None, State.ACTIVE) for change in changes)
