"""Gate step 4: what lasts, what passes, and what is never stored."""

from __future__ import annotations

from datetime import timedelta

from memories.errors import Invalid
from memories.extracting import UNDECLARED, durability_of
from memories.gate.drafting import Context, Did, Draft, Speaker, Step
from memories.words import Channel, Kind, Tier


def settle_lifetime(draft: Draft, context: Context) -> Did:
    """Set tier and expiry: what the writer says, or what the text is like.

    What is short lives SHORT_TTL_SECONDS unless the writer says how long; what works for one session goes with it,
    and at the latest when its raw turns go.

    Raises:
        Invalid: code `raw_reasoning`, for a model's chain of thought.
    """
    body, unit, preferences = draft.body, draft.unit, context.preferences
    found = durability_of(
        body.value,
        channel=_read_as(draft.origin.channel, draft.speaker),
        decision=body.decision,
        directive=unit.kind == Kind.DIRECTIVE,
        success=body.success,
        in_session=bool(body.session_id),
    )
    if preferences.judge_durability and found.layer == "refuse":
        refuse_reasoning()
    if body.tier is not None:
        unit.tier, why = body.tier, "declared"
    elif unit.expires_at is not None:
        unit.tier, why = Tier.SHORT, "has_an_end"
    elif not preferences.judge_durability:
        unit.tier, why = Tier.LONG, "off"
    else:
        unit.tier, why = Tier(found.layer), found.why
    if unit.expires_at is None and unit.tier == Tier.SHORT:
        unit.expires_at = context.now + timedelta(seconds=preferences.short_ttl_seconds)
    elif unit.expires_at is None and unit.tier == Tier.WORKING:
        unit.expires_at = context.now + timedelta(days=preferences.turn_retention_days)
    return Did(Step.DURABILITY, str(unit.tier), why)


def refuse_reasoning(field: str = "value") -> None:
    """Raise Invalid for raw chain of thought, which is stored nowhere."""
    raise Invalid(
        "This reads like a chain of thought, which is never stored. Write what was decided and why, or the lesson "
        "learned, as one statement.",
        code="raw_reasoning",
        field=field,
    )


def reads_as_reasoning(text: str, channel: Channel, speaker: Speaker) -> bool:
    """Whether a text is raw chain of thought, for what comes in by an edit."""
    found = durability_of(
        text, channel=_read_as(channel, speaker), decision=False, directive=False, success=None, in_session=False
    )
    return found.layer == "refuse"


def _read_as(channel: Channel, speaker: Speaker) -> str:
    """A channel that nobody declared makes nobody's words a user's: they are read like an agent's, with more care."""
    undeclared = speaker == Speaker.UNSAID and channel == Channel.USER_STATEMENT
    return UNDECLARED if undeclared else str(channel)
