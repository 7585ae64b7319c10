"""Who may change or remove what somebody else said: nobody who is trusted less than the one who said it."""

from __future__ import annotations

from memories.callers import Caller
from memories.confidence import CHANNEL_TRUST
from memories.errors import Refused
from memories.models import MemoryUnit
from memories.words import Channel, Scope

_SLACK = 1e-9


def may_restate(unit: MemoryUnit, caller: Caller, channel: Channel) -> None:
    """Let this caller put other words into a unit through this channel, or raise Refused.

    An agent's inference cannot replace a user's word in place, whoever wrote it: written as a new memory, the
    review decides between the two.
    """
    if _stands_above(unit, caller):
        return
    if CHANNEL_TRUST[channel] * caller.trust < unit.source.trust - _SLACK:
        raise _less_trusted()


def may_touch(unit: MemoryUnit, caller: Caller) -> None:
    """Let this caller label or remove a unit, or raise Refused: its own writer, or one who is trusted as much."""
    if _stands_above(unit, caller) or (caller.writer_id is not None and caller.writer_id == unit.source.writer_id):
        return
    best = max((CHANNEL_TRUST[channel] for channel in caller.channels), default=0.0)
    if best * caller.trust < unit.source.trust - _SLACK:
        raise _less_trusted()


def _stands_above(unit: MemoryUnit, caller: Caller) -> bool:
    if unit.critical:
        caller.require(Scope.REVIEW)
    return caller.person or caller.may(Scope.REVIEW)


def _less_trusted() -> Refused:
    return Refused(
        "The source of this memory is more trusted than your token. Write what you know as a new memory; the review "
        "decides between the two.",
        code="less_trusted",
    )
