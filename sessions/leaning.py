"""Statements that say little by themselves ("The blue one", 九点吧): what was said before tells what they are about.

Such a statement is stored as it was said, and compared with others as it was said. To be found, it is embedded once
more together with those words (memories.cues): a question about the kitchen wall shares nothing with "The blue one".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from memories.gate.privacy import masked_text
from memories.judging.topics import asked_terms
from memories.models import Turn
from memories.words import TurnRole
from sessions.statements import Extracted, content_of

FEW: Final = 5
"""Terms worth looking for (Chinese: by two characters); a statement with more of them was found by itself. Chosen with
benchmarks/quality/short_talks.txt in sight."""
_TURNS: Final = 2
_LONGEST: Final = 300
"""Characters of what was said before, the last ones: more would drown the statement."""
_VOICES: Final = frozenset({TurnRole.USER, TurnRole.ASSISTANT})


def said_before(namespace_id: int, one: Extracted, turns: Sequence[Turn]) -> str:
    """What a statement that leans was said after, masked; "" for one that stands by itself, or that opened the talk.

    `turns` are those of its session up to it, at least the last two before it, in their order.
    """
    if one.corrects is not None or len(set(asked_terms(one.text))) > FEW:
        return ""
    earlier = [turn for turn in turns if turn.number < one.turn.number][-_TURNS:]
    parts = [content_of(turn) for turn in earlier if turn.role in _VOICES]
    said = " ".join([*parts, content_of(one.turn)[: one.span.start]]).strip()
    # Masked before it is cut: half an address is found by nothing.
    return masked_text(namespace_id, said)[-_LONGEST:].strip() if said else ""
