"""Extraction by rules: no tokens, no network, English and Chinese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memories.extracting.utterances import sift
from memories.models import Turn
from sessions.extractors.interface import Extraction
from sessions.statements import Extracted, content_of


class Rules:
    """See memories.extracting.utterances; an assistant is held against all that was said before it."""

    def extract(self, turns: Sequence[Turn], *, heard: Sequence[str]) -> Extraction:
        found: list[Extracted] = []
        dropped: Counter[str] = Counter()
        said = list(heard)
        for turn in turns:
            sifted = sift(content_of(turn), turn.role, said)
            found += [Extracted(turn, one.text, one.span, one.kind) for one in sifted.kept]
            dropped += sifted.dropped
            said.append(content_of(turn))
        return Extraction(found, dropped)
