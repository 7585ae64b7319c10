"""How a decision is taken back, whichever door asks for it: by its conflict, or by its own id."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from memories import settling
from memories.lifecycle import no_equal_is_current
from memories.models import Decision, MemoryUnit

_RETIRED = ("superseded", "falsified", "merged_away")


def moved_by(decision: Decision) -> list[UUID]:
    """The units that a decision moved, in its order."""
    return [UUID(move["unit"]) for move in decision.moves]


def take_back(decision: Decision, *, units: Mapping[UUID, MemoryUnit], actor: str, now: datetime) -> None:
    """Put the locked units that a decision moved back to where they were.

    Raises:
        WrongState: an equal of one that comes back is current by now, or the decision was taken back before.
        Moved: a unit has changed since; nothing is changed then.
    """
    for pk, move in zip(moved_by(decision), decision.moves, strict=True):
        if move["action"] in _RETIRED and pk in units:
            no_equal_is_current(units[pk])
    settling.undo(decision, units=dict(units), actor=actor, now=now)
