"""Which extractor takes a window apart: the rules, or a language model where there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memories.models import Turn
from sessions.extractors.rules import by_rules
from sessions.statements import Extracted


def extract(turns: Sequence[Turn], *, heard: Sequence[str]) -> tuple[list[Extracted], Counter[str]]:
    """The statements of a window in order, and how many sentences were left out by reason; outside a transaction."""
    return by_rules(turns, heard=heard)
