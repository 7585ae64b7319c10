"""Merging what a window says more than once, conservatively: what two people would call the same sentence.

The same names and numbers, said within minutes, and either the same words or surely the same by the local judge. An
address that changed and a phone that changed share a change and nothing else, so they stay two.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
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
_COMPARED: Final = 20
"""With how many earlier statements one is compared."""
_ALIKE: Final = 0.6
"""Share of the words that both have of those that either has."""


def without_repeats(
    items: Sequence[Item], *, text: Callable[[Item], str], moment: Callable[[Item], datetime]
) -> list[Item]:
    """The items without those that an earlier or later one says in full; of two that say the same the fuller stays,
    at its own place, with its own span. Each is compared with the last few that may say the same, so that a window of a
    thousand sentences takes ten times as long as one of a hundred."""
    said = [_Said(text(item)) for item in items]
    seen = Counter(word for one in said for word in one.words)
    index: dict[tuple[object, str], list[int]] = defaultdict(list)
    kept: list[int] = []
    for number, one in enumerate(said):
        for place in _candidates(index, _handles(one, seen)):
            other = said[kept[place]]
            if abs(moment(items[number]) - moment(items[kept[place]])) <= NEAR and _same(one, other):
                if one.length > other.length:
                    kept[place] = number
                    _enter(index, _handles(one, seen), place)
                break
        else:
            kept.append(number)
            _enter(index, _handles(one, seen), len(kept) - 1)
    return [items[number] for number in kept]


def same(one: str, other: str) -> bool:
    """Whether two statements of one window are one."""
    return _same(_Said(one), _Said(other))


class _Said:
    """A statement with what it is compared by, each worked out once."""

    def __init__(self, text: str) -> None:
        self.text, self.form = text, normalise(text)
        words = terms(text)
        self.words, self.length = frozenset(words), len(words)
        self.names = _names(text)
        self.negated = analyse(text).negated


def _same(one: _Said, other: _Said) -> bool:
    if one.form == other.form:
        return True
    if one.names != other.names or one.negated != other.negated:
        return False
    if len(one.words & other.words) < _ALIKE * len(one.words | other.words):
        return False
    verdict = judge(Statement(one.text), Statement(other.text), None)
    return verdict.label == "same" and verdict.sure


def _handles(one: _Said, seen: Counter[str]) -> list[tuple[object, str]]:
    """What two statements that may be one have in common: their form, or their names and one of their rarer words.
    Two sets that share so many of their words have one in common among the first of each, in any one order."""
    rare = sorted(one.words, key=lambda word: (seen[word], word))
    first = rare[: len(rare) - math.ceil(_ALIKE * len(rare)) + 1]
    return [("form", one.form), *(((one.names, bool(one.negated)), word) for word in first)]


def _candidates(index: dict[tuple[object, str], list[int]], handles: Sequence[tuple[object, str]]) -> list[int]:
    """Places of statements that may be the same: those of the same form, then the last few of the others."""
    form, *words = (index[handle][-_COMPARED:] for handle in handles)
    return [*form, *sorted({place for places in words for place in places}.difference(form))[-_COMPARED:]]


def _enter(index: dict[tuple[object, str], list[int]], handles: Sequence[tuple[object, str]], place: int) -> None:
    for handle in handles:
        index[handle].append(place)


def _names(text: str) -> frozenset[str]:
    """Names and numbers, in one spelling."""
    numbers = {f"{value.dimension} {value.amount}" for value in analyse(text).values}
    return frozenset({name.casefold() for name in entities_of(text)} | numbers)
