"""What makes two statements one: the same words about the same thing, in one spelling of names."""

from __future__ import annotations

import re

from memories.judging.analysis import analyse
from memories.judging.language import CJK, normalise
from memories.keys import keyed_digest
from memories.models import MemoryUnit
from memories.names import name_key
from memories.words import Tier

_LONG_NUMBER = re.compile(r"[0-9]{7,}")


def declared_key(unit: MemoryUnit) -> str:
    """The key that the writer gave; one that a rule filled in tells no two statements apart."""
    return "" if "key" in unit.derived else unit.key


def identify(unit: MemoryUnit, *, text: str | None = None, session_id: str = "") -> None:
    """Set the unit's subject key and statement digest; to be called whenever what it says has changed.

    `text` is what it says in full, where `value` holds a mask. Equal digests mean: the same normalised text of the
    same subject (or of the same voice, where the text says "I" without a subject), attribute and key. Working
    memory belongs to its session.
    """
    said = unit.value if text is None else text
    unit.subject_key = name_key(unit.subject)
    about = unit.subject_key or (unit.voice if analyse(said).cues.first_person else "")
    unit.digest = keyed_digest(
        "statement",
        unit.namespace_id,
        about,
        unit.attribute,
        declared_key(unit),
        session_id if unit.tier == Tier.WORKING else "",
        normalise(said),
    )


def word_pattern(name: str) -> re.Pattern[str]:
    """The name as a word of its own: "ann" is not in "planned", while Chinese has no spaces to go by. A long number is
    one between any letters, as in "chat13577779999"."""
    plain = name_key(name)
    if _LONG_NUMBER.fullmatch(plain):
        return re.compile(rf"(?<!\d){plain}(?!\d)")
    start = "" if re.match(f"[{CJK}]|\\W", plain) else rf"(?:(?<![^\W_])|(?<=[{CJK}]))"
    end = "" if re.search(f"(?:[{CJK}]|\\W)$", plain) else rf"(?:(?![^\W_])|(?=[{CJK}]))"
    return re.compile(start + r"\s+".join(re.escape(part) for part in plain.split(" ")) + end)
