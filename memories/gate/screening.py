"""Gate step 6: what tries to steer a future reader is kept apart for a person to see."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from memories.gate.drafting import Context, Did, Draft, Speaker, Step
from memories.gate.origin import label_values
from memories.models import MemoryUnit
from memories.screening import Suspicion, screen
from memories.shapes.inputs import Origin
from memories.words import Kind, State

NAMES = ("key", "subject", "attribute", "action_type", "entities", "participants", "tags")
"""What names something: a sentence in it may stand in one word, with a mark where spaces would be."""
TEXTS = ("value", "query", *NAMES)
"""What an agent would read of a memory."""
_JOINTS: Final = re.compile(r"[_\-./:+]+")


def screen_out(draft: Draft, context: Context) -> Did:
    """Quarantine a text that instructs a reader, forges authority or claims to supersede without standing.

    It is stored with its reason, compared with nothing, and never recalled; a person releases or rejects it.
    """
    if not context.preferences.screen:
        return Did(Step.SCREENING, "passed", "off")
    found = suspicion_of(draft.unit, draft.speaker, labels=draft.origin.labels)
    if found is None:
        return Did(Step.SCREENING, "passed", "nothing_found")
    _, suspicion = found
    draft.unit.state = State.QUARANTINED
    draft.suspicion = suspicion.detail
    return Did(Step.SCREENING, "quarantined", suspicion.reason)


def suspicion_of(
    unit: MemoryUnit, speaker: Speaker, *, fields: Collection[str] = TEXTS, labels: Origin | None = None
) -> tuple[str, Suspicion] | None:
    """The first of these fields, and then of the labels, that is poison, and what is wrong with it.

    What a rule made of the value is not the writer's. Only the value is held to state something: a query asks by its
    nature, and a name is no sentence.
    """
    directive = unit.kind == Kind.DIRECTIVE
    for name, text in _written(unit, fields, labels):
        for reading in _readings(name, text):
            found = screen(reading, trusted_voice=speaker == Speaker.PERSON, directive=directive, asks=name != "value")
            if found is not None:
                return name, found
    return None


def _written(unit: MemoryUnit, fields: Collection[str], labels: Origin | None) -> Iterator[tuple[str, str]]:
    for name in TEXTS:
        if name not in fields or name in unit.derived:
            continue
        said = getattr(unit, name)
        if name == "value" and unit.sensitive and unit.original:
            said = unit.original
        text = " ".join(said) if isinstance(said, list) else said
        if text:
            yield name, text
    if labels is not None:
        # An agent would read them of where a memory comes from; names too.
        yield from ((name, text) for name, text in label_values(labels).items() if text)


def _readings(name: str, text: str) -> Iterator[str]:
    """The text as it stands, and a name with spaces for the marks that join its words."""
    yield text
    if name in ("value", "query"):
        return
    apart = _JOINTS.sub(" ", text)
    if apart != text:
        yield apart
