"""What one text says that another does not, word by word: pure, for whoever lays two texts side by side."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from typing import Final, NamedTuple

# A word or a number with what is written within it, one Chinese, Japanese or Korean character, a run of blanks, a sign.
_PIECES: Final = re.compile(
    r"[^\W\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff_]+(?:['’.,:/@_+-][^\W\u2e80-\u9fff\uac00-\ud7af_]+)*|\s+|.", re.DOTALL
)
_ALIKE_FROM: Final = 0.3
"""Below this share of common words two texts are two texts: marking all of both would say nothing."""
_PAIRS_AT_MOST: Final = 50_000
"""Equal pieces paired across two texts. A full memory of Chinese has half as many; 2,000 exclamation marks against as
many mixed with question marks have two million, and lining those up took a minute and a half."""


class Part(NamedTuple):
    """A stretch of a text, and whether the other text lacks it."""

    text: str
    differs: bool


class Stretch(NamedTuple):
    """A stretch of a text and what was done with it: "" for what stayed, "del" or "ins"."""

    text: str
    change: str


def differences(one: str, other: str) -> tuple[list[Part], list[Part]]:
    """The parts of both; joined they are the texts. Texts with little in common, or that repeat themselves so much that
    there are very many ways to lay them side by side, come back whole and unmarked."""
    left, right = _PIECES.findall(one), _PIECES.findall(other)
    blocks = _alike([piece.casefold() for piece in left], [piece.casefold() for piece in right])
    if blocks is None:
        return _whole(one), _whole(other)
    return _parts(left, [(at, size) for at, _, size in blocks]), _parts(right, [(at, size) for _, at, size in blocks])


def rewritten(before: str, after: str) -> list[Stretch]:
    """What became of a text, in one: the stretches that stayed, those taken out and those put in, in reading order.
    A changed capital counts here. Texts with little in common are all taken out and all put in."""
    left, right = _PIECES.findall(before), _PIECES.findall(after)
    blocks = _alike(left, right) or [(len(left), len(right), 0)]
    found: list[Stretch] = []
    was = will = 0
    for at, there, size in blocks:
        for pieces, change in ((left[was:at], "del"), (right[will:there], "ins"), (left[at : at + size], "")):
            text = "".join(pieces)
            if text and found and found[-1].change == change:
                found[-1] = Stretch(found[-1].text + text, change)
            elif text:
                found.append(Stretch(text, change))
        was, will = at + size, there + size
    return found


def _alike(said: list[str], against: list[str]) -> list[tuple[int, int, int]] | None:
    """What two texts have in common, as `_common` says it; None where that is little."""
    blocks = _common(said, against)
    words = sum(not piece.isspace() for piece in (*said, *against))
    common = sum(not piece.isspace() for at, _, size in blocks for piece in said[at : at + size])
    return blocks if words and 2 * common / words >= _ALIKE_FROM else None


def _common(said: list[str], against: list[str]) -> list[tuple[int, int, int]]:
    """Stretches of equal pieces: where each is in the one, in the other, and how long; none if it would take long.

    What both begin and end with is taken off first: a long memory that was changed in one place costs next to nothing.
    """
    begin = _shared(said, against)
    end = _shared(said[begin:][::-1], against[begin:][::-1])
    middle, opposite = said[begin : len(said) - end], against[begin : len(against) - end]
    here, there = Counter(middle), Counter(opposite)
    if sum(times * there[piece] for piece, times in here.items() if not piece.isspace()) > _PAIRS_AT_MOST:
        return []
    # A blank joins what is common on either side of it and begins nothing.
    blocks = SequenceMatcher(str.isspace, middle, opposite, autojunk=False).get_matching_blocks()
    return [
        (0, 0, begin),
        *((block.a + begin, block.b + begin, block.size) for block in blocks),
        (len(said) - end, len(against) - end, end),
    ]


def _shared(one: list[str], other: list[str]) -> int:
    """How many pieces both begin with."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _whole(text: str) -> list[Part]:
    return [Part(text, False)] if text else []


def _parts(pieces: list[str], same: list[tuple[int, int]]) -> list[Part]:
    found: list[Part] = []

    def add(text: str, differs: bool) -> None:
        if not text:
            return
        if found and found[-1].differs is differs:
            found[-1] = Part(found[-1].text + text, differs)
        else:
            found.append(Part(text, differs))

    at = 0
    for begin, size in same:
        add("".join(pieces[at:begin]), True)
        add("".join(pieces[begin : begin + size]), False)
        at = begin + size
    return found
