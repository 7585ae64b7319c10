"""New words for what stands already, by an edit or a merge: they pass where they would pass as a new memory."""

from __future__ import annotations

from collections.abc import Collection

from memories.errors import Refused
from memories.gate.drafting import Speaker
from memories.gate.durability import reads_as_reasoning, refuse_reasoning
from memories.gate.privacy import said_by
from memories.gate.screening import TEXTS, suspicion_of
from memories.models import MemoryUnit
from memories.preferences import Preferences
from memories.words import Channel


def refuse_unfit(
    unit: MemoryUnit,
    speaker: Speaker,
    channel: Channel,
    preferences: Preferences,
    *,
    fields: Collection[str] = TEXTS,
    said_as: str = "value",
) -> None:
    """Refuse raw reasoning and poison in the changed fields. `said_as`: the name by which the caller sent the value.

    Raises:
        Invalid: code `raw_reasoning`.
        Refused: code `quarantined`; the old text stands as it was, for all to see.
    """
    if "value" in fields and preferences.judge_durability and reads_as_reasoning(said_by(unit), channel, speaker):
        refuse_reasoning(said_as)
    found = suspicion_of(unit, speaker, fields=fields) if preferences.screen else None
    if found is not None:
        name, suspicion = found
        raise Refused(
            f"{suspicion.detail} Such a text is not taken as an edit; written as a new memory it waits for a person.",
            code="quarantined",
            field=said_as if name == "value" else name,
            reason=suspicion.reason,
        )
