"""One place for one thing: near-repeats, and the two sides of what is contested."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from typing import Protocol, TypeVar

from memories.judging.language import folded
from memories.judging.local import judge
from memories.judging.statements import Statement
from memories.judging.topics import overlap, topic_of

_WORTH_A_LOOK = 0.6
"""Share of the shorter statement's topic words that the other must hold to be compared at all: a cheap first sieve."""


class Said(Protocol):
    """What a comparison looks at of a unit."""

    @property
    def value(self) -> str: ...
    @property
    def subject_key(self) -> str: ...
    @property
    def attribute(self) -> str: ...
    @property
    def contested(self) -> bool: ...


Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


def without_repeats(ranked: Iterable[Item], said: Callable[[Item], Said], *, most: int) -> list[Item]:
    """The first `most` of them that say something new, in their order.

    What is contested is never taken for a repeat: both sides of a conflict come back.
    """
    kept: list[Item] = []
    for item in ranked:
        if len(kept) >= most:
            break
        if not any(says_the_same(said(item), said(other)) for other in kept):
            kept.append(item)
    return kept


def says_the_same(one: Said, other: Said) -> bool:
    """Whether two statements about the same thing surely say the same; for a human reader one of them is enough."""
    if one.contested or other.contested or one.subject_key != other.subject_key:
        return False
    if one.attribute and other.attribute and one.attribute != other.attribute:
        return False
    if overlap(topic_of(folded(one.value)), topic_of(folded(other.value))) < _WORTH_A_LOOK:
        return False
    verdict = judge(_statement(one), _statement(other), None)
    return verdict.label == "same" and verdict.sure


def _statement(unit: Said) -> Statement:
    return Statement(text=unit.value, subject=unit.subject_key, attribute=unit.attribute)


def successors_first(
    ranked: list[Item], key: Callable[[Item], Key], replaced_by: Mapping[Key, Collection[Key]]
) -> list[Item]:
    """The same items, but what was replaced stands after all that replaced it and is among them."""
    place = {key(item): number for number, item in enumerate(ranked)}
    late: dict[Key, int] = {}
    deep: dict[Key, int] = {}

    def latest(one: Key, seen: frozenset[Key]) -> int:
        if one not in late:
            after = [
                latest(other, seen | {one})
                for other in replaced_by.get(one, ())
                if other in place and other not in seen
            ]
            late[one] = max([place[one], *after])
        return late[one]

    def depth(one: Key, seen: frozenset[Key]) -> int:
        if one not in deep:
            after = [
                depth(other, seen | {one}) for other in replaced_by.get(one, ()) if other in place and other not in seen
            ]
            deep[one] = 1 + max(after, default=-1)
        return deep[one]

    nothing: frozenset[Key] = frozenset()
    return sorted(ranked, key=lambda item: (latest(key(item), nothing), depth(key(item), nothing), place[key(item)]))
