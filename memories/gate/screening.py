"""Gate step 6: what tries to steer a future reader is kept apart for a person to see."""

from __future__ import annotations

from memories.gate.drafting import Context, Did, Draft, Speaker, Step
from memories.models import MemoryUnit
from memories.screening import Suspicion, screen
from memories.words import Kind, State


def screen_out(draft: Draft, context: Context) -> Did:
    """Quarantine a text that instructs a reader, forges authority or claims to supersede without standing.

    It is stored with its reason, compared with nothing, and never recalled; a person releases or rejects it.
    """
    if not context.preferences.screen:
        return Did(Step.SCREENING, "passed", "off")
    suspicion = suspicion_of(draft.unit, draft.speaker)
    if suspicion is None:
        return Did(Step.SCREENING, "passed", "nothing_found")
    draft.unit.state = State.QUARANTINED
    draft.suspicion = suspicion.detail
    return Did(Step.SCREENING, "quarantined", suspicion.reason)


def suspicion_of(unit: MemoryUnit, speaker: Speaker) -> Suspicion | None:
    """What is wrong with what a unit says, in any field that an agent would read."""
    said = unit.original if unit.sensitive and unit.original else unit.value
    directive = unit.kind == Kind.DIRECTIVE
    for text in (said, unit.query, unit.key, " ".join([*unit.entities, *unit.participants, *unit.tags])):
        found = screen(text, trusted_voice=speaker == Speaker.PERSON, directive=directive) if text else None
        if found is not None:
            return found
    return None
