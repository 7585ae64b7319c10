"""What one text says that another does not, word by word: pure, for whoever lays two texts side by side."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Final, NamedTuple

# A word or a number with what is written within it, one Chinese, Japanese or Korean character, a run of blanks, a sign.
_PIECES: Final = re.compile(
    r"[^\W\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff_]+(?:['’.,:/@_+-][^\W\u2e80-\u9fff\uac00-\ud7af_]+)*|\s+|.", re.DOTALL
)
_ALIKE_FROM: Final = 0.3
"""Below this share of common words two texts are two texts: marking all of both would say nothing."""


class Part(NamedTuple):
    """A stretch of a text, and whether the other text lacks it."""

    text: str
    differs: bool


def differences(one: str, other: str) -> tuple[list[Part], list[Part]]:
    """The parts of both; joined they are the texts. Texts with little in common come back whole and unmarked."""
    left, right = _PIECES.findall(one), _PIECES.findall(other)
    matcher = SequenceMatcher(
        None, [word.casefold() for word in left], [word.casefold() for word in right], autojunk=False
    )
    words = sum(not piece.isspace() for piece in (*left, *right))
    blocks = matcher.get_matching_blocks()
    common = sum(not piece.isspace() for block in blocks for piece in left[block.a : block.a + block.size])
    if not words or 2 * common / words < _ALIKE_FROM:
        return _whole(one), _whole(other)
    return _parts(left, [(block.a, block.size) for block in blocks]), _parts(
        right, [(block.b, block.size) for block in blocks]
    )


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
