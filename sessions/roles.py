"""A role is a channel: what a user says is a statement, what an assistant says its own conclusion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from memories.callers import Caller
from memories.errors import Refused
from memories.words import Channel, TurnRole
from sessions.shapes import TurnInput

CHANNEL_OF: Final = {
    TurnRole.USER: Channel.USER_STATEMENT,
    TurnRole.ASSISTANT: Channel.AGENT_INFERENCE,
    TurnRole.TOOL: Channel.TOOL_RESULT,
}
"""Nothing is ever taken from a system turn."""


def refuse_roles(caller: Caller, turns: Sequence[TurnInput]) -> None:
    """Raise Refused, naming the turn, unless the caller may claim the channel of each."""
    for number, turn in enumerate(turns):
        channel = CHANNEL_OF.get(turn.role)
        if channel is not None and channel not in caller.channels:
            allowed = ", ".join(sorted(caller.channels)) or "none"
            raise Refused(
                f"A turn with the role '{turn.role}' is a {channel}, which your token may not claim; it may claim: "
                f"{allowed}.",
                code="channel_not_allowed",
                field=f"turns.{number}.role",
                missing=str(channel),
            )
