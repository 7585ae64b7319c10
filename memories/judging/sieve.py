"""Patterns that are asked only where they could match, and long lists of words as one pattern.

Most patterns of the judge match few texts, and to look for a literal costs a twentieth of a search. So each pattern is
read once for literals of which any match must hold one; a text with none of them is not searched. What matches, and
where, is the same with and without.
"""

import re
from collections.abc import Callable, Iterable, Sequence

# The parser that `re` itself compiles from; it has no public name.
from re import _constants as _op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Final, Generic, TypeVar

_DIGITS: Final = re.compile(r"\d")
_DIGIT: Final = "\\d"
_LATIN: Final = re.compile("[A-Za-z]")
_MOST: Final = 120
"""More literals than this are dearer to look for than the pattern."""


class Sieved:
    """A compiled pattern with the literals of which a text must hold one to be searched."""

    __slots__ = ("_digits", "_folds", "_literals", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern: Final = re.compile(pattern, flags)
        needed = _needed(_parser.parse(pattern, flags))
        asked = needed if needed is not None and len(needed) <= _MOST else None
        self._folds = bool(flags & re.IGNORECASE)
        if self._folds and asked is not None:
            asked = frozenset(one if one == _DIGIT else one.casefold() for one in asked)
        self._literals = None if asked is None else _shortest(asked - {_DIGIT})
        self._digits = asked is not None and _DIGIT in asked

    def may_match(self, text: str) -> bool:
        """False only if no part of the text can match; where case does not matter, the text is case-folded."""
        if self._literals is None:
            return True
        for literal in self._literals:
            if literal in text:
                return True
        return self._digits and _DIGITS.search(text) is not None

    def search(self, text: str) -> re.Match[str] | None:
        """As `re.Pattern.search`."""
        return self.pattern.search(text) if self.may_match(self._read(text)) else None

    def sub(self, told: Callable[[re.Match[str]], str], text: str) -> str:
        """As `re.Pattern.sub`."""
        return self.pattern.sub(told, text) if self.may_match(self._read(text)) else text

    def finditer(self, text: str) -> Iterable[re.Match[str]]:
        """As `re.Pattern.finditer`."""
        return self.pattern.finditer(text) if self.may_match(self._read(text)) else ()

    def findall(self, text: str) -> list[Any]:
        """As `re.Pattern.findall`."""
        return self.pattern.findall(text) if self.may_match(self._read(text)) else []

    def _read(self, text: str) -> str:
        return text.casefold() if self._folds else text

    def needs_latin(self) -> bool:
        """Whether no text without one of the letters a to z can match."""
        if self._literals is None or self._digits or self._folds:
            return False
        return all(_LATIN.search(one) for one in self._literals)

    def needs_more(self) -> bool:
        """Whether no ASCII text can match."""
        if self._literals is None or self._digits or self._folds:
            return False
        return not any(one.isascii() for one in self._literals)


_T = TypeVar("_T")


class ByScript(Generic[_T]):
    """A table of things to look for, in its order, without those that the script of a text rules out."""

    def __init__(self, table: Sequence[tuple[Sieved, _T]]) -> None:
        self._all = tuple(table)
        self._ascii = tuple(entry for entry in table if not entry[0].needs_more())
        self._without_latin = tuple(entry for entry in table if not entry[0].needs_latin())

    def worth_asking(self, text: str) -> tuple[tuple[Sieved, _T], ...]:
        if text.isascii():
            return self._ascii
        return self._all if _LATIN.search(text) else self._without_latin


def any_of(words: Iterable[str]) -> str:
    """A pattern of the longest of these words that stands at a place, as an alternation with the longest first is.

    Words that begin alike share their beginning, so that a text is compared with each beginning once.
    """
    tree: dict[str, Any] = {}
    for word in words:
        node = tree
        for mark in word:
            node = node.setdefault(mark, {})
        node[""] = {}
    # Each way begins with one character of its own: from that `re` learns where a search may begin at all.
    return _branches(tree)


def _branches(node: dict[str, Any]) -> str:
    ways = [re.escape(mark) + _branches(then) for mark, then in node.items() if mark]
    if not ways:
        return ""
    if len(ways) == 1 and "" not in node:
        return ways[0]
    return f"(?:{'|'.join(ways)})" + ("?" if "" in node else "")


def _needed(parsed: Any) -> frozenset[str] | None:
    """Literals of which every match of a parsed pattern holds at least one; None if there are none such."""
    found: list[frozenset[str]] = []
    run = ""
    for operator, argument in [*parsed, (None, None)]:
        if operator is _op.LITERAL:
            run += chr(argument)
            continue
        if run:
            found.append(frozenset([run]))
            run = ""
        inner = _needed_by(operator, argument)
        if inner:
            found.append(inner)
    return max(found, key=_worth, default=None)


def _needed_by(operator: Any, argument: Any) -> frozenset[str] | None:
    if operator is _op.SUBPATTERN:
        return _needed(argument[-1])
    if operator in (_op.MAX_REPEAT, _op.MIN_REPEAT, _op.POSSESSIVE_REPEAT):
        return _needed(argument[2]) if argument[0] > 0 else None
    if operator is _op.ASSERT:
        return _needed(argument[1])
    if operator is _op.ATOMIC_GROUP:
        return _needed(argument)
    if operator is _op.BRANCH:
        ways = [_needed(way) for way in argument[1]]
        return frozenset().union(*(way for way in ways if way)) if all(ways) else None
    if operator is _op.IN:
        return _members(argument)
    return None


def _members(members: Any) -> frozenset[str] | None:
    found: set[str] = set()
    for operator, argument in members:
        if operator is _op.LITERAL:
            found.add(chr(argument))
        elif operator is _op.CATEGORY and argument is _op.CATEGORY_DIGIT:
            found.add(_DIGIT)
        else:
            return None
    return frozenset(found)


def _shortest(literals: frozenset[str]) -> tuple[str, ...]:
    """Those that hold no other one: a text without "use" need not be asked for "uses"."""
    return tuple(one for one in sorted(literals) if not any(other in one for other in literals - {one}))


def _worth(literals: frozenset[str]) -> tuple[float, int]:
    """How rare a text with one of these is: the commonest decides."""
    return min(_length(one) for one in literals), -len(literals)


def _length(literal: str) -> float:
    """A Chinese character says as much as three letters, a digit a little less."""
    return 2.5 if literal == _DIGIT else sum(1 if mark < "\u2e80" else 3 for mark in literal)
