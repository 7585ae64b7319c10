"""Extraction by rules: no tokens, no network, English and Chinese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memories.extracting.utterances import sift
from memories.models import Turn
from sessions.statements import Extracted, content_of


def by_rules(turns: Sequence[Turn], *, heard: Sequence[str]) -> tuple[list[Extracted], Counter[str]]:
    """See memories.extracting.utterances; an assistant is held against all that was said before it."""
    found: list[Extracted] = []
    dropped: Counter[str] = Counter()
    said = list(heard)
    for turn in turns:
        sifted = sift(content_of(turn), turn.role, said)
        found += [Extracted(turn, one.text, one.span, one.kind) for one in sifted.kept]
        dropped += sifted.dropped
        said.append(content_of(turn))
    return found, dropped
