"""Gate step 5, first form: what a writer calls sensitive stands encrypted, and a keyed mark stands in its place.

The plain column, the vector and the terms hold the mark. Such a unit is found by its query, key, subject and labels,
and shown in full to whoever may read the namespace. Finding personal data in other units is yet to come.
"""

from __future__ import annotations

from memories.keys import keyed_digest
from memories.models import MemoryUnit


def said_by(unit: MemoryUnit) -> str:
    """What the unit says in full."""
    return unit.original if unit.sensitive and unit.original is not None else unit.value


def protect(unit: MemoryUnit) -> str:
    """Put a mark in the place of a sensitive unit's text; returns the text. Different texts have different marks."""
    if not unit.sensitive:
        return unit.value
    text = unit.value
    unit.original = text
    unit.value = f"[SENSITIVE#{keyed_digest('mark', unit.namespace_id, text)[:8]}]"
    return text


def embedding_text(unit: MemoryUnit) -> str:
    """What is embedded: the value, or for a sensitive unit the words that it is to be found by."""
    if not unit.sensitive:
        return unit.value
    return " ".join(part for part in (unit.query, unit.subject, unit.attribute, unit.key) if part) or unit.value
