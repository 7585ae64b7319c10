"""Gate step 3: fact, inference or directive, and how sure to begin with."""

from __future__ import annotations

from memories.confidence import Rules, initial
from memories.errors import Refused
from memories.shapes.inputs import MemoryInput
from memories.words import Channel, Kind

_MAY_DIRECT = frozenset({Channel.USER_STATEMENT, Channel.CONFIG_FILE})


def kind_of(body: MemoryInput, channel: Channel) -> Kind:
    """What a writer calls it, as far as its channel allows.

    An agent's own conclusion is an inference whatever it calls it. A standing wish comes only from a user or a
    configuration file.

    Raises:
        Refused: code `directive_not_allowed`.
    """
    if body.kind == Kind.DIRECTIVE:
        if channel not in _MAY_DIRECT:
            raise Refused(
                "A directive comes from a user or a configuration file. Send it with channel user_statement or "
                "config_file from a token that may claim it.",
                code="directive_not_allowed",
                field="kind",
            )
        return Kind.DIRECTIVE
    if channel == Channel.AGENT_INFERENCE:
        return Kind.INFERENCE
    return body.kind or Kind.FACT


def confidence_of(body: MemoryInput, kind: Kind, trust: float, rules: Rules) -> float:
    """The proposal or the default of the kind, capped by kind and trust."""
    return initial(kind, trust, body.confidence, rules)
