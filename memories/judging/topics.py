"""The words that say what a text is about, for comparing topics across word order."""

import re
from functools import lru_cache
from typing import Final

from memories.judging.language import CJK, folded, stem, terms
from memories.judging.sieve import any_of
from memories.judging.words import OTHERS, OTHERS_ZH, SELF, STOP, STOP_ZH

_LATIN: Final = re.compile(r"[a-z\u00c0-\u024f0-9][a-z\u00c0-\u024f0-9'+#._-]*")
_CJK_RUN: Final = re.compile(f"[{CJK}]+")
_STOP_ZH: Final = re.compile(any_of(STOP_ZH))
_OTHERS_ZH: Final = re.compile(any_of(OTHERS_ZH))
# They ask and say nothing of what about, and written without spaces they would make words with their neighbours. The
# English ones are among the small words already.
_ASKING_ZH: Final = re.compile(
    "为什么|什么时候|什么|怎么样|怎么办|怎么|怎样|如何|哪里|哪儿|哪个|哪些|哪位|哪|谁|多少|多久|几|何时|是否|有没有|能不能|可不可以"
)
_UNIT: Final = re.compile(rf"[a-z\u00c0-\u024f0-9][a-z\u00c0-\u024f0-9'+#._,:/-]*[a-z0-9+#]|[a-z0-9]|[{CJK}]")
_POSSESSIVE: Final = re.compile(r"'s?$")


@lru_cache(maxsize=16384)
def _content_word(token: str) -> str:
    """The stem of a Latin token that says what a text is about, or ""."""
    word = stem(_POSSESSIVE.sub("", token.strip(".-_")))
    return "" if word in STOP or word in SELF or "n't" in word else word


@lru_cache(maxsize=8192)
def topic_of(text: str) -> frozenset[str]:
    """Content words of a folded text: stems, and Chinese words of two characters after the small words are gone."""
    found = {_content_word(token) for token in _LATIN.findall(text)}
    found.discard("")
    for run in _CJK_RUN.findall(text):
        for part in _STOP_ZH.split(run):
            if len(part) == 1:
                found.add(part)
            found.update(part[i : i + 2] for i in range(len(part) - 1))
    return frozenset(found)


def asked_terms(text: str) -> list[str]:
    """The terms of a question that are worth looking for: its lexical terms without the small words, which every
    text shares, and without the words that ask. The result may be empty."""
    plain = _STOP_ZH.sub(" ", _ASKING_ZH.sub(" ", folded(text)))
    small = STOP | SELF
    return [term for term in terms(plain) if term not in small and not (len(term) == 1 and _CJK_RUN.fullmatch(term))]


@lru_cache(maxsize=16384)
def _bare(token: str) -> str:
    return stem(_POSSESSIVE.sub("", token))


def party_of(text: str) -> frozenset[str]:
    """Words of a folded text that name somebody other than the speaker."""
    latin = {word for token in _LATIN.findall(text) if (word := _bare(token)) in OTHERS}
    return frozenset(latin | set(_OTHERS_ZH.findall(text)))


def units_of(text: str) -> tuple[str, ...]:
    """A folded text as a sequence to align: Latin words and single Chinese characters."""
    return tuple(_UNIT.findall(text))


def content_of(text: str) -> tuple[str, ...]:
    """The units of a folded text that carry its topic and values, in order."""
    units = units_of(_STOP_ZH.sub("", text))
    return tuple(unit for unit in units if _carries(unit))


@lru_cache(maxsize=16384)
def _carries(unit: str) -> bool:
    word = _bare(unit)
    return word not in STOP and word not in SELF


def overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Share of the smaller set that the larger one holds; 0 if either is empty."""
    return len(left & right) / min(len(left), len(right)) if left and right else 0.0


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """Shared part of the union; 0 if both are empty."""
    return len(left & right) / len(left | right) if left or right else 0.0


WORD_CACHES: Final = (_content_word, _carries, _bare)
"""Caches that hold words of texts; see memories.judging.caches."""
