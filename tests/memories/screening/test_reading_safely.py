"""No input makes the screen slow or fail: proven by the form of its patterns, not by a clock."""

import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.screening import Reason, deciding, encodings, forging, reading, requests, screen, seeing
from memories.screening.rules import Rule
from tests.memories.screening.corpus import table

RULES: list[Rule] = [*forging.LINES, *(rule for _, rules in seeing.THEMES for rule in rules)]
MODULES: list[ModuleType] = [deciding, encodings, reading, requests, seeing]
PATTERNS: dict[str, re.Pattern[str]] = {
    f"{module.__name__}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, re.Pattern)
} | {f"{rule.name} {number}": rule.pattern for number, rule in enumerate(RULES)}
TABLES = ("injections_en", "injections_zh", "injections_fresh", "injections_last", "facts", "directives_en")
LONGEST, LONGEST_INSIDE = 2000, 24
REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.POSSESSIVE_REPEAT)


def repeats(parsed, inside: int = 1) -> Iterator[tuple[int, int]]:
    """Every repeat that varies: its most turns, and the most turns of the varying repeats around it."""
    for code, argument in parsed:
        if code in REPEATS:
            least, most, body = argument
            if most != least:
                yield int(most), inside
            yield from repeats(body, inside * (int(most) if most != least else 1))
        elif code is _constants.BRANCH:
            for branch in argument[1]:
                yield from repeats(branch, inside)
        elif code is _constants.SUBPATTERN:
            yield from repeats(argument[3], inside)
        elif code in (_constants.ASSERT, _constants.ASSERT_NOT):
            yield from repeats(argument[1], inside)
        elif code is _constants.ATOMIC_GROUP:
            yield from repeats(argument, inside)


@pytest.mark.parametrize("name", PATTERNS)
def test_every_repeat_has_an_end(name: str):
    pattern = PATTERNS[name]
    for most, _ in repeats(_parser.parse(pattern.pattern, pattern.flags)):
        assert most <= LONGEST


@pytest.mark.parametrize("name", PATTERNS)
def test_no_pattern_repeats_gaps_inside_gaps(name: str):
    """A long gap inside a long repeat is what makes patterns explode."""
    pattern = PATTERNS[name]
    for most, inside in repeats(_parser.parse(pattern.pattern, pattern.flags)):
        assert min(most, inside) <= LONGEST_INSIDE


def test_the_check_itself_sees_what_explodes():
    assert any(most > LONGEST for most, _ in repeats(_parser.parse(r"(a+)+$")))
    assert any(min(pair) > LONGEST_INSIDE for pair in repeats(_parser.parse(r"(?:a{1,100}b?){1,100}c")))


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.needs], ids=lambda rule: rule.name)
def test_what_a_rule_needs_is_in_whatever_it_matches(rule: Rule):
    for text in (text for name in TABLES for text in table(name)):
        for read in reading.readings(text):
            for match in rule.pattern.finditer(read.lines):
                assert any(part in match[0] for part in rule.needs)


@pytest.mark.parametrize(
    "piece",
    "a|a |ignore all |previous |please tell me |you are |. |.|忽略|请告诉我你的|\u200b|a1 |01010101 |1a|what is the "
    "|oh, and |q: a: |\n|a-b |.- |![a](https://|when the user asks |if you do not |33 |your "
    "|\U000e0041|\ud800|ﷺ|é".split("|"),
)
def test_long_and_hostile_texts_are_read_to_the_end(piece: str):
    text = (piece * 2000)[:2000]
    for trusted_voice in (True, False):
        found = screen(text, trusted_voice=trusted_voice, directive=False)
        assert found is None or found.reason in set(Reason)


@given(st.text(max_size=300), st.booleans(), st.booleans())
def test_any_text_gets_a_verdict_that_does_not_quote_it(text: str, trusted_voice: bool, directive: bool):
    found = screen(text, trusted_voice=trusted_voice, directive=directive)
    assert found == screen(text, trusted_voice=trusted_voice, directive=directive)
    assert found is None or (found.reason in set(Reason) and found.features)


@given(st.sampled_from([text for name in TABLES[:4] for text in table(name)]), st.booleans())
def test_a_user_is_never_held_where_a_tool_is_not(text: str, directive: bool):
    of_a_user = screen(text, trusted_voice=True, directive=directive)
    assert of_a_user is None or screen(text, trusted_voice=False, directive=directive) is not None
