"""Extraction by rules: no tokens, no network, English and Chinese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memories.extracting.utterances import sift
from memories.models import Turn
from memories.words import TurnRole
from sessions.correcting import joined, just_before, leans
from sessions.extractors.interface import Extraction
from sessions.statements import Extracted, content_of


class Rules:
    """See memories.extracting.utterances; an assistant is held against all that was said before it."""

    def extract(self, turns: Sequence[Turn], *, heard: Sequence[str]) -> Extraction:
        found: list[Extracted] = []
        dropped: Counter[str] = Counter()
        said = list(heard)
        for turn in turns:
            sifted = sift(content_of(turn), turn.role, said, tool=turn.tool)
            for one in sifted.kept:
                _add(found, Extracted(turn, one.text, one.span, one.kind))
            dropped += sifted.dropped
            said.append(content_of(turn))
        return Extraction(found, dropped)


def _add(found: list[Extracted], one: Extracted) -> None:
    """Add a statement. A correction that leans on what its speaker said just before takes that in, as it was said:
    alone it would mean nothing, and what it corrects would stand beside it as true."""
    if leans(one):
        before = next((other for other in reversed(found) if other.turn.role == TurnRole.USER), None)
        if before is not None and just_before(before, one):
            found.remove(before)
            one = joined(before, one)
    found.append(one)
