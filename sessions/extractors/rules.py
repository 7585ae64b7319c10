"""Extraction by rules: no tokens, no network, English and Chinese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from memories.extracting.speech import leans_back
from memories.extracting.utterances import StatementKind, sift
from memories.judging.language import language_of
from memories.models import Turn
from memories.words import TurnRole
from sessions.extractors.interface import Extraction
from sessions.statements import Extracted, content_of

_JUST_BEFORE = 2
"""Turns between a statement and its correction: the assistant's answer, and the correction itself."""


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
    if one.kind == StatementKind.CORRECTION and one.turn.role == TurnRole.USER and leans_back(one.text):
        before = next((other for other in reversed(found) if other.turn.role == TurnRole.USER), None)
        if before is not None and one.turn.number - before.turn.number <= _JUST_BEFORE:
            found.remove(before)
            joint = "；" if language_of(one.text) in ("zh", "mixed") else "; "
            one = replace(one, text=f"{before.text}{joint}{one.text}", corrects=before)
    found.append(one)
