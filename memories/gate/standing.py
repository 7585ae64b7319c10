"""Gate step 3: fact, inference or directive, and how sure to begin with."""

from __future__ import annotations

from memories.callers import Caller
from memories.confidence import Rules, initial
from memories.errors import Refused
from memories.gate.drafting import PEOPLE, Context, Did, Draft, Step
from memories.preferences import Preferences
from memories.shapes.inputs import MemoryInput
from memories.words import Channel, Kind, Scope


def stand(draft: Draft, context: Context) -> Did:
    """Set kind, confidence and the critical mark.

    Raises:
        Refused: a directive from a tool or an agent, or a critical mark that the caller may not set.
    """
    body, unit, channel = draft.body, draft.unit, draft.origin.channel
    unit.kind = kind_of(body, channel)
    unit.confidence = confidence_of(body, Kind(unit.kind), draft.origin.trust, context.preferences.rules)
    if body.critical:
        _may_mark_critical(context.caller, channel, context.preferences)
    unit.critical = body.critical
    return Did(Step.KIND, str(unit.kind), "declared" if body.kind == unit.kind else f"channel_{channel}")


def kind_of(body: MemoryInput, channel: Channel) -> Kind:
    """What a writer calls it, as far as its channel allows.

    An agent's own conclusion is an inference whatever it calls it. A standing wish comes only from a user or a
    configuration file.

    Raises:
        Refused: code `directive_not_allowed`.
    """
    if body.kind == Kind.DIRECTIVE:
        if channel not in PEOPLE:
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


def _may_mark_critical(caller: Caller, channel: Channel, preferences: Preferences) -> None:
    if not (caller.may(Scope.REVIEW) or channel in preferences.critical_channels):
        raise Refused(
            "critical needs the scope 'review', or a channel that this namespace trusts with it.",
            code="critical_not_allowed",
            field="critical",
        )
