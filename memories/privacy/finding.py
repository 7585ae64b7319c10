"""Everything personal or secret in a text, each once."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from memories.privacy.cards import bank_cards, id_cards
from memories.privacy.credentials import api_keys, private_keys
from memories.privacy.emails import emails
from memories.privacy.findings import ANY_STAND_IN, STAND_IN, Candidate, Finding, Kind
from memories.privacy.folding import fold, without_marks
from memories.privacy.passports import passports
from memories.privacy.phones import phones
from memories.privacy.shapes import without_machine_numbers

_RANK: Final = {kind: rank for rank, kind in enumerate(Kind)}
_MOST_PASSES: Final = 12
_WORD: Final = re.compile(rf"[^\s,;:!?\"'()<>，。；：！？、（）{ANY_STAND_IN}\u4e00-\u9fff]+")


def find(text: str) -> list[Finding]:
    """Every identifier and secret, in order and never overlapping; existing marks are left alone. Never raises.

    What is found is taken out and the rest is read again, until nothing more is found: a mask leaves nothing that a
    second look would find, and masking twice is masking once.
    """
    folded = fold(text)
    rest = without_marks(folded.text)
    taken: list[Candidate] = []
    for _ in range(_MOST_PASSES):
        found = _apart(_candidates(rest))
        if not found:
            break
        found = _apart([*found, *_again(rest, found)])
        taken += found
        rest = _without(rest, found)
    findings = []
    for candidate in sorted(taken, key=lambda one: one.start):
        start, end = folded.original_span(candidate.start, candidate.end)
        findings.append(Finding(candidate.kind, start, end, text[start:end]))
    return findings


def _candidates(text: str) -> Iterator[Candidate]:
    yield from private_keys(text)
    yield from api_keys(text)
    yield from emails(text)
    numbers = without_machine_numbers(text)
    yield from id_cards(numbers)
    yield from bank_cards(numbers)
    yield from phones(numbers)
    yield from passports(numbers)


def _apart(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Of those that overlap, the longest; of equally long ones the most specific."""
    chosen: list[Candidate] = []
    last = -1
    # By place first, so that only neighbours need comparing.
    for one in sorted(candidates, key=lambda one: (one.start, -one.end, not one.sure, _RANK[one.kind])):
        if one.start >= last:
            chosen.append(one)
            last = one.end
        elif _beats(one, chosen[-1]):
            chosen[-1] = one
            last = one.end
    return chosen


def _beats(one: Candidate, other: Candidate) -> bool:
    return one.end - one.start > other.end - other.start


def _again(text: str, found: Iterable[Candidate]) -> Iterator[Candidate]:
    """The same identifier elsewhere without the words that gave it away the first time."""
    known = {
        text[one.start : one.end]: one.kind
        for one in found
        if one.kind in (Kind.API_KEY, Kind.PASSPORT, Kind.PHONE) and one.end - one.start >= 7
    }
    if known:
        for word in _WORD.finditer(text):
            kind = known.get(word[0].rstrip("."))
            if kind is not None:
                yield Candidate(kind, word.start(), word.start() + len(word[0].rstrip(".")))


def _without(text: str, found: Iterable[Candidate]) -> str:
    parts = []
    at = 0
    for one in found:
        parts += [text[at : one.start], STAND_IN[one.kind] * (one.end - one.start)]
        at = one.end
    return "".join([*parts, text[at:]])
