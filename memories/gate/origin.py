"""Gate step 2: the writer comes from the token, the labels from the body, trust from who and how."""

from __future__ import annotations

from dataclasses import dataclass

from memories.callers import Caller
from memories.confidence import CHANNEL_TRUST
from memories.errors import Refused
from memories.gate.handles import LABELS, with_handles
from memories.keys import keyed_digest
from memories.models import Source
from memories.shapes.inputs import MemoryInput
from memories.shapes.inputs import Origin as OriginInput
from memories.words import Channel, Kind

_FALLBACKS = (
    Channel.USER_STATEMENT,
    Channel.TOOL_RESULT,
    Channel.AGENT_INFERENCE,
    Channel.IMPORT,
    Channel.CONFIG_FILE,
)


@dataclass(frozen=True, slots=True)
class Origin:
    """A source that is not saved yet. `voice` tells who speaks: writer, channel and MCP server. `labels` are those of
    the body as they are stored, and so are what `voice` and `digest` are made of."""

    channel: Channel
    trust: float
    voice: str
    digest: str
    labels: OriginInput


def channel_of(body: MemoryInput, caller: Caller) -> Channel:
    """The channel claimed, or the one that the body speaks of by itself; Refused if the token may not claim it."""
    if body.channel is not None:
        caller.require_channel(body.channel)
        return body.channel
    if body.kind == Kind.INFERENCE and Channel.AGENT_INFERENCE in caller.channels:
        return Channel.AGENT_INFERENCE
    if (body.mcp_server or body.tool_call_id) and Channel.TOOL_RESULT in caller.channels:
        return Channel.TOOL_RESULT
    for channel in _FALLBACKS:
        if channel in caller.channels:
            return channel
    caller.require_channel(Channel.USER_STATEMENT)
    raise AssertionError("unreachable: a token without channels was refused above")


def label_values(origin: OriginInput | Source) -> dict[str, str]:
    """The labels by name, of an origin as it was sent or as it is stored."""
    return {name: getattr(origin, name) for name in LABELS}


def labels_of(labels: OriginInput) -> list[str]:
    """The labels that name something, for looking a person up in them."""
    return [label for label in label_values(labels).values() if label]


def establish(body: MemoryInput, caller: Caller) -> Origin:
    """Who says this, through what, and how far it is trusted."""
    channel = channel_of(body, caller)
    body = with_handles(caller.namespace_id, body)
    writer = caller.writer_id if caller.writer_id is not None else caller.actor
    return Origin(
        channel=channel,
        trust=CHANNEL_TRUST[channel] * caller.trust,
        voice=keyed_digest("voice", writer, channel, body.mcp_server),
        digest=keyed_digest("source", writer, channel, *label_values(body).values(), body.raw_ref),
        labels=body,
    )


def refuse_channel(channel: Channel, accepted: frozenset[Channel]) -> None:
    """Raise Refused for a channel that the namespace takes nothing from."""
    if channel not in accepted:
        raise Refused(
            f"This namespace takes nothing from the channel '{channel}'; it takes: {', '.join(sorted(accepted))}.",
            code="channel_not_accepted",
            field="channel",
        )


def save_source(origin: Origin, caller: Caller) -> Source:
    """The source row of this origin, made if it is the first time; inside the writing transaction."""
    labels = origin.labels
    source, _ = Source.objects.get_or_create(
        namespace_id=caller.namespace_id,
        digest=origin.digest,
        defaults={
            "writer_id": caller.writer_id,
            "channel": origin.channel,
            **label_values(labels),
            "raw_ref": labels.raw_ref or None,
            "voice": origin.voice,
            "trust": origin.trust,
        },
    )
    return source
