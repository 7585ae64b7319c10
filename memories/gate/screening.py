"""Gate step 6: what tries to steer a future reader is kept apart for a person to see."""

from __future__ import annotations

from collections.abc import Collection

from memories.gate.drafting import Context, Did, Draft, Speaker, Step
from memories.models import MemoryUnit
from memories.screening import Suspicion, screen
from memories.words import Kind, State

TEXTS = ("value", "query", "key", "entities", "participants", "tags")
"""What an agent would read of a memory."""


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


def suspicion_of(unit: MemoryUnit, speaker: Speaker, *, fields: Collection[str] = TEXTS) -> Suspicion | None:
    """What is wrong with what a writer put into these fields; what a rule made of the value is not the writer's.

    Only the value is held to state something: a query asks by its nature, and a name is no sentence.
    """
    directive = unit.kind == Kind.DIRECTIVE
    for name in TEXTS:
        if name not in fields or name in unit.derived:
            continue
        said = getattr(unit, name)
        if name == "value" and unit.sensitive and unit.original:
            said = unit.original
        text = " ".join(said) if isinstance(said, list) else said
        if not text:
            continue
        found = screen(text, trusted_voice=speaker == Speaker.PERSON, directive=directive, asks=name != "value")
        if found is not None:
            return found
    return None
