"""The writers and sources of a made-up store: tokens, channels, tool servers, sessions and tasks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from memories.gate.origin import establish, label_values
from memories.models import Namespace, Source
from memories.shapes.inputs import MemoryInput
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope

UNITS_A_SOURCE: Final = 40
"""A session and its task bring about this many units; each is a source of its own."""
_SERVERS: Final = ("", "github", "calendar", "crm", "files")
_CHANNELS: Final = (
    *(Channel.USER_STATEMENT, Channel.USER_STATEMENT, Channel.TOOL_RESULT, Channel.TOOL_RESULT),
    *(Channel.AGENT_INFERENCE, Channel.AGENT_INFERENCE, Channel.IMPORT, Channel.CONFIG_FILE),
)


def sources_for(namespace_id: int, units: int, *, now: datetime) -> Sequence[Source]:
    """Saved sources for this many units of a namespace, of two tokens where it is not small."""
    space = Namespace.objects.get(pk=namespace_id)
    callers = [
        authenticate(create_token(namespace=space, scopes=list(Scope), channels=list(Channel))[1], now=now)
        for _ in range(2 if units > 5000 else 1)
    ]
    made = []
    for number in range(max(len(_CHANNELS), units // UNITS_A_SOURCE)):
        channel, caller = _CHANNELS[number % len(_CHANNELS)], callers[number % 3 % len(callers)]
        labels = MemoryInput(
            value="-",
            channel=channel,
            mcp_server=_SERVERS[number // len(_CHANNELS) % len(_SERVERS)] if channel == Channel.TOOL_RESULT else "",
            session_id=f"session-{number // 3}",
            conversation_id=f"conversation-{number // 30}",
            task_id=f"task-{number}",
        )
        origin = establish(labels, caller)
        made.append(
            Source(
                namespace_id=namespace_id,
                writer_id=caller.writer_id,
                channel=origin.channel,
                **label_values(origin.labels),
                digest=origin.digest,
                voice=origin.voice,
                trust=origin.trust,
            )
        )
    with inside(namespace_id):
        return Source.objects.bulk_create(made, batch_size=2000)
