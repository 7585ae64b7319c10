"""What every extractor does: turns in, statements that stand in them word for word out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from memories.models import Turn
from sessions.statements import Extracted


class Extraction(NamedTuple):
    """Statements in the order in which they were said, and how many were left out, by reason."""

    kept: list[Extracted]
    dropped: Counter[str]


class Extractor(Protocol):
    """Outside any transaction: it may take its time, and call out."""

    def extract(self, turns: Sequence[Turn], *, heard: Sequence[str]) -> Extraction:
        """What of these turns is worth keeping; `heard` was said before them, for an assistant to restate."""
        ...
