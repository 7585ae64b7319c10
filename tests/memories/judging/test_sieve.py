"""What is asked less often finds the same: sieved patterns, tables by script, and words that share their beginnings."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.judging import cues, predicates, rephrasing, values
from memories.judging.language import folded
from memories.judging.numerals import WORD_NUMBERS
from memories.judging.sieve import ByScript, Sieved, any_of
from memories.judging.words import OTHERS_ZH, STOP_ZH
from tests.memories.judging.corpus import all_pairs

TABLES: dict[str, ByScript[Any]] = {"predicates": predicates.BY_SCRIPT, "cues": cues._TABLE}
SIEVED = [
    *(pattern for table in TABLES.values() for pattern, _ in table._all),
    *(pattern for _, pattern in values._PATTERNS),
    *(pattern for rules in vars(rephrasing).values() if isinstance(rules, list) for pattern, _ in rules),
    cues._NEGATION,
]
TEXTS = sorted({text for pair in all_pairs() for text in (pair.older.text, pair.newer.text)})
# Pieces that patterns are made of, glued in any order, hit a pattern far more often than free text does.
PIECES = sorted({literal for one in SIEVED for literal in one._literals or ()} | {"3", "٣", " ", "to ", "İ", "K", "ſ"})
glued = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=8).map("".join)


def test_most_patterns_have_literals_to_go_by():
    assert sum(one._literals is not None for one in SIEVED) > 0.9 * len(SIEVED)


@pytest.mark.parametrize("spelled", [str, folded])
def test_a_sieved_pattern_finds_what_the_pattern_alone_finds(spelled):
    for text in map(spelled, TEXTS):
        for one in SIEVED:
            assert one.may_match(one._read(text)) or one.pattern.search(text) is None, (one.pattern.pattern, text)


@given(glued)
def test_a_text_that_is_not_searched_has_no_match(text: str):
    for spelled in (text, folded(text)):
        for one in SIEVED:
            assert one.may_match(one._read(spelled)) or one.pattern.search(spelled) is None, one.pattern.pattern


@pytest.mark.parametrize("name", TABLES)
def test_a_script_rules_out_only_what_cannot_match(name: str):
    for text in map(folded, TEXTS):
        _same_hits(TABLES[name], text)


@given(glued)
def test_a_script_rules_out_only_what_cannot_match_in_anything(text: str):
    for table in TABLES.values():
        _same_hits(table, folded(text))


def _same_hits(table: ByScript[Any], text: str) -> None:
    asked = [entry for entry in table.worth_asking(text) if entry[0].search(text)]
    assert asked == [entry for entry in table._all if entry[0].pattern.search(text)]


def test_searching_substituting_and_finding_all_are_those_of_the_pattern():
    one = Sieved(r"(?:port|端口) (\d+)", re.IGNORECASE)
    for text in ("Port 80, 端口 81", "no p0rt 80", ""):
        assert one.findall(text) == one.pattern.findall(text)
        assert [m.span() for m in one.finditer(text)] == [m.span() for m in one.pattern.finditer(text)]
        assert one.sub(lambda match: match[1], text) == one.pattern.sub(r"\1", text)


WORD_LISTS = (STOP_ZH, OTHERS_ZH, tuple(WORD_NUMBERS), ("a", "ab", "abc", "b.c", "b"))


@given(st.sampled_from(WORD_LISTS), st.data())
def test_words_that_share_their_beginnings_match_as_the_longest_of_them(words: tuple[str, ...], data: st.DataObject):
    text = "".join(data.draw(st.lists(st.sampled_from(words) | st.text(max_size=2), max_size=8)))
    plain = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    for frame in ("{}", r"(?<![a-z])(?:{})(?:s|es)?(?![a-z])"):
        expected = [match.span() for match in re.finditer(frame.format(plain), text)]
        assert [match.span() for match in re.finditer(frame.format(any_of(words)), text)] == expected
