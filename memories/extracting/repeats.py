"""Merging what a window says more than once, conservatively: what two people would call the same sentence.

The same names and numbers, said within minutes, and either the same words or surely the same by the local judge. An
address that changed and a phone that changed share a change and nothing else, so they stay two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, TypeVar

from memories.extracting.entities import entities_of
from memories.judging.analysis import analyse
from memories.judging.language import normalise, terms
from memories.judging.local import judge
from memories.judging.statements import Statement

Item = TypeVar("Item")

NEAR: Final = timedelta(minutes=10)
_ALIKE: Final = 0.6
"""Share of the words that both have of those that either has."""


def without_repeats(
    items: Sequence[Item], *, text: Callable[[Item], str], moment: Callable[[Item], datetime]
) -> list[Item]:
    """The items without those that an earlier or later one says in full; of two that say the same the fuller stays,
    at its own place, with its own span."""
    kept: list[Item] = []
    for item in items:
        for place, other in enumerate(kept):
            if abs(moment(item) - moment(other)) <= NEAR and same(text(item), text(other)):
                if len(terms(text(item))) > len(terms(text(other))):
                    kept[place] = item
                break
        else:
            kept.append(item)
    return kept


def same(one: str, other: str) -> bool:
    """Whether two statements of one window are one."""
    if normalise(one) == normalise(other):
        return True
    if _names(one) != _names(other) or analyse(one).negated != analyse(other).negated:
        return False
    mine, theirs = set(terms(one)), set(terms(other))
    if len(mine & theirs) < _ALIKE * len(mine | theirs):
        return False
    verdict = judge(Statement(one), Statement(other), None)
    return verdict.label == "same" and verdict.sure


def _names(text: str) -> frozenset[str]:
    """Names and numbers, in one spelling."""
    numbers = {f"{value.dimension} {value.amount}" for value in analyse(text).values}
    return frozenset({name.casefold() for name in entities_of(text)} | numbers)
