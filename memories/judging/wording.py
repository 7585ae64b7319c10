"""The exact wording of a text, in which only what never matters is made equal: the measure of a sure repeat.

Words in one topic may still say another thing: "Alice manages Bob" and "Bob manages Alice", "x > 5" and "x < 5". So
order, signs, symbols, tense and small words all count here; the spelling of a value, contractions, "the", "please",
prose punctuation and the case of ordinary words do not.
"""

import re
from functools import lru_cache
from typing import Final

from memories.judging.casing import fold_case
from memories.judging.language import CJK, narrow
from memories.judging.values import find_values

_UNIT: Final = re.compile(rf"[{CJK}]|[^\W{CJK}]+(?:['._/\\@#-][^\W{CJK}]+)*|[^\s\ufe0f]")
# Prose punctuation stands after a word and before a space; elsewhere a mark may be an operator or part of a face.
_PROSE: Final = re.compile(
    rf"(?<=[\w)\]\"'%°])[,;.:](?=\s|$)|(?<=[^\W\d])!+(?=\s|$)|(?<=[{CJK}])[,;.:!]|[，。；！、…\u200b]|(?<=\s)[,;](?=\s)"
)
_CONTRACTED: Final = {
    "can't": ("can", "not"), "cannot": ("can", "not"), "won't": ("will", "not"), "dont": ("do", "not"),
    "i'm": ("i", "am"), "let's": ("let", "us"),
}  # fmt: skip
_ENDINGS: Final = (("n't", "not"), ("'re", "are"), ("'ve", "have"), ("'ll", "will"))
_NEUTRAL: Final = frozenset(["the", "please"])
# Values whose letters may be told apart by case.
_SPELLED: Final = frozenset(["code", "address", "email", "street"])
# "Teal is my favourite", "my favourite is teal".
_COPULAS: Final = frozenset(["is", "are", "was", "am", "是"])
# What may stand before all else or after it: "on Mondays I swim", "I swim on Mondays".
_FRONTED: Final = frozenset(
    ["on", "in", "at", "every", "each", "during", "before", "after", "since", "until", "if", "when", "unless", "while"]
)
# Where these stand decides what they bear on.
_FOCUS: Final = frozenset(
    ["only", "just", "even", "not", "never", "always", "also", "no", "then", "too", "all", "both", "and", "or", "but"]
)


@lru_cache(maxsize=4096)
def wording_of(text: str) -> tuple[str, ...]:
    """The units of a text in order; empty if it cannot be laid beside another."""
    base = fold_case(narrow(text).replace("\u2019", "'"))
    lower = base.lower()
    if len(lower) != len(base):
        return ()
    prose = frozenset(place for match in _PROSE.finditer(base) for place in range(*match.span()))
    found: list[str] = []
    at = 0
    for value in find_values(lower):
        found += _words(base, at, value.start, prose)
        spelled = value.dimension in _SPELLED or value.dimension.startswith("mask")
        told = base[value.start : value.end] if spelled else value.amount
        found.append(f"{value.dimension}={told}" + (f"/{value.per}" if value.per else ""))
        at = value.end
    return (*found, *_words(base, at, len(base), prose))


def _words(base: str, start: int, end: int, prose: frozenset[int]) -> list[str]:
    found: list[str] = []
    for match in _UNIT.finditer(base, start, end):
        unit = match.group()
        if match.start() in prose or unit in _NEUTRAL:
            continue
        if unit in _CONTRACTED:
            found += _CONTRACTED[unit]
            continue
        for ending, spelled in _ENDINGS:
            if unit.endswith(ending) and len(unit) > len(ending):
                found += [unit[: -len(ending)], spelled]
                break
        else:
            found.append(unit)
    return found


def _moved(older: tuple[str, ...], newer: tuple[str, ...]) -> bool:
    """Whether one is the other with a phrase moved from one end to the other."""
    if len(older) != len(newer) or len(older) > 60 or sorted(older) != sorted(newer):
        return False
    for place in range(1, len(older)):
        first, last = older[:place], older[place:]
        if (*last, *first) == newer and _FRONTED & {first[0], last[0]} and not _FOCUS & {*older}:
            return True
    return False


def swapped(older: tuple[str, ...], newer: tuple[str, ...]) -> bool:
    """Whether two parts changed places around what stands between them: "Ann hired Bob", "Bob hired Ann"."""
    older, newer = (tuple(unit.casefold() for unit in units) for units in (older, newer))
    if older == newer or len(older) != len(newer) or len(older) > 60 or sorted(older) != sorted(newer):
        return False
    head = next(place for place in range(len(older)) if older[place] != newer[place])
    tail = next(place for place in range(len(older)) if older[-1 - place] != newer[-1 - place])
    left, right = older[head : len(older) - tail], newer[head : len(newer) - tail]
    for first in range(1, len(left) - 1):
        for last in range(1, len(left) - first):
            if left[:first] == right[-first:] and left[-last:] == right[:last]:
                between = left[first:-last]
                return between == right[last:-first] and not {*between} <= _COPULAS
    return False


def parting(older: tuple[str, ...], newer: tuple[str, ...]) -> str:
    """How two wordings part: "" if they say the same, or else whether by case, order, marks, values or words."""
    if not older or not newer:
        return "unread"
    if older == newer or _moved(older, newer):
        return ""
    if [unit.casefold() for unit in older] == [unit.casefold() for unit in newer]:
        return "case"
    if sorted(older) == sorted(newer):
        return "order"
    apart = {*older} ^ {*newer}
    if any("=" in unit and len(unit) > 1 for unit in apart):
        return "values"
    if any(not unit[0].isalnum() for unit in apart):
        return "marks"
    return "words"
