"""Whether a text names what is to be forgotten: as a word of its own, or as an identifier in another spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memories.extracting.vocabulary import SURNAMES
from memories.gate.privacy import marks_of, masked_text
from memories.identity import word_pattern
from memories.judging.language import HAN, folded
from memories.judging.topics import asked_terms
from memories.names import name_key
from memories.privacy import find

_MOST_WORDS = 4
_LETTERS = re.compile(r"(?:[^\W\d_]|['.-])+")
_GIVEN_NAME = re.compile(f"(?:{SURNAMES})([{HAN}]{{2}})")


def spellings(namespace_id: int, name: str) -> list[str]:
    """What may stand for a name: itself, the identifiers in it ("passport E87654321", two numbers), and the marks that
    the gate puts in their place."""
    names = dict.fromkeys([name, *(one.text for one in find(name))])
    return list(dict.fromkeys([*names, *(mark for one in names for mark in marks_of(namespace_id, one))]))


def parts_of(name: str) -> list[str]:
    """Of a full name what people say of it in short: each of up to four words that are letters and no small words, or a
    Chinese given name of two characters."""
    plain = name_key(name)
    given = _GIVEN_NAME.fullmatch(plain)
    if given:
        return [given[1]]
    words = plain.split(" ")
    if not 2 <= len(words) <= _MOST_WORDS or not all(_LETTERS.fullmatch(word) for word in words):
        return []
    return list(dict.fromkeys(word for word in words if len(word) > 1 and asked_terms(word)))


class Named:
    """What a name is looked for in a text by; `names` are its spellings."""

    def __init__(self, namespace_id: int, names: Iterable[str]) -> None:
        self._namespace_id = namespace_id
        names = list(names)
        self._keys = {name_key(name) for name in names}
        self._patterns = [word_pattern(name) for name in names]
        # Only a number or an address has another spelling, and a mark that is one for all of them.
        self._personal = any("@" in name or sum(map(str.isdigit, name)) >= 5 for name in names if name[0] != "[")

    def exactly(self, text: str) -> bool:
        """The text is the name."""
        return name_key(text) in self._keys

    def within(self, text: str) -> bool:
        """The text says the name."""
        if not text:
            return False
        if self.exactly(text) or self._said(text):
            return True
        masked = masked_text(self._namespace_id, text) if self._personal else text
        return masked != text and self._said(masked)

    def _said(self, text: str) -> bool:
        plain = folded(text)
        return any(pattern.search(plain) for pattern in self._patterns)
