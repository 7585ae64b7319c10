"""A sure repeat is stored nowhere, so it must be one: the table swallowed.tsv holds pairs in near or equal words.

Before exact wording was asked for, 36 of the 50 of the tuning half and 40 of the 51 of the blind half were sure
repeats. After it none of either, and no row of the blind half was read.
"""

import pytest

from memories.judging import Statement, judge, normalise
from tests.memories.judging.halves import falsely_sure, rows


@pytest.mark.parametrize("part", ["tuning", "blind"])
def test_near_words_that_say_another_thing_are_no_sure_repeat(part: str) -> None:
    assert not [told for half, told in falsely_sure("swallowed", ("same",)) if half == part and told]


def test_nor_does_a_declared_slot_swallow_them() -> None:
    for _, older, newer in rows("swallowed"):
        first, second = (Statement(text, subject="s", attribute="a", voice="u") for text in (older, newer))
        verdict = judge(first, second, 0.95, single_valued=True)
        assert not (verdict.sure and verdict.label == "same"), (older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The office printer is on floor two", "the office printer is on floor two."),
        ("I don't eat pork", "I do not eat pork"),
        ("The user prefers tea", "User prefers tea"),
        ("The timeout is 30 seconds", "The timeout is 30s"),
        ("Our budget is $50,000", "Our budget is 50k dollars"),
        ("The certificate expires on 2026-08-01", "The certificate expires on August 1, 2026"),
        ("On Mondays I go to the gym", "I go to the gym on Mondays"),
        ("Please keep answers short", "Keep answers short, please"),
        ("Before lunch, I read the news", "I read the news before lunch"),
        ("预算是10万元", "预算是100,000元"),
        ("会议在2025年3月14日", "会议在2025-03-14"),
        ("接口超时是三十秒", "接口超时是30秒。"),
    ],
)
def test_the_same_in_another_spelling_is_a_sure_repeat(older: str, newer: str) -> None:
    for near in (0.8, 0.95):
        verdict = judge(Statement(older, voice="u"), Statement(newer, voice="u"), near)
        assert (verdict.label, verdict.sure) == ("same", True)


def test_the_reason_says_how_the_wordings_part() -> None:
    for older, newer, how in (
        ("Alice manages Bob", "Bob manages Alice", "order"),
        ("password hint is BLUE", "password hint is blue", "case"),
        ("x > 5 is fine", "x < 5 is fine", "marks"),
        ("price: €5", "price: $5", "values"),
        ("I work at Google", "I worked at Google", "words"),
    ):
        features = judge(Statement(older), Statement(newer), 0.9).features
        assert ("said otherwise", how) in {(feature.name, feature.detail) for feature in features}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("password hint is BLUE", "password hint is blue"),
        ("Case-sensitive name: Foo", "Case-sensitive name: foo"),
        ("run fooBar", "run foobar"),
        ("run foo_Bar", "run foo_bar"),
        ("see ERR-4312", "see err-4312"),
        ('answer with "Yes"', 'answer with "yes"'),
        ("口令是Blue", "口令是blue"),
        ("plan B", "plan b"),
        ("ship it to US", "ship it to us"),
    ],
)
def test_case_that_may_be_told_is_not_folded(left: str, right: str) -> None:
    assert normalise(left) != normalise(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The office is closed", "the office is closed"),
        ("A server hums", "a server hums"),
        ("I'm tired and I know", "i'm tired and i know"),
        ("We meet Tuesdays", "we meet tuesdays"),
    ],
)
def test_case_of_ordinary_words_is_folded(left: str, right: str) -> None:
    assert normalise(left) == normalise(right)
