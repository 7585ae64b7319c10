"""An older statement that says several things is not retired whole by a newer one that touches only one of them.

Before: 16 of the 18 of the tuning half of compound.tsv and 12 of the 14 of the blind half were sure. After it none of
either, and no row of the blind half was read.
"""

import pytest

from memories.judging import Statement, judge
from tests.memories.judging.halves import falsely_sure, rows

ACTING = ("same", "changed", "contradicts")


@pytest.mark.parametrize("part", ["tuning", "blind"])
def test_what_says_more_is_not_surely_retired(part: str) -> None:
    assert not [told for half, told in falsely_sure("compound", ACTING) if half == part and told]


def test_it_says_why() -> None:
    named = 0
    for older, newer in rows("compound"):
        verdict = judge(Statement(older, voice="u"), Statement(newer, voice="u"), 0.7)
        named += "older says more" in {feature.name for feature in verdict.features}
    assert named >= 25


def test_nor_by_a_declared_slot() -> None:
    first, second = (
        Statement(text, subject="ana", attribute="employer", voice="u")
        for text in ("Ana works at Bosch; her doctor is Dr. Li", "Ana now works at Siemens")
    )
    assert not judge(first, second, 0.8, single_valued=True).sure


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I use Django for the web service", "I have switched to FastAPI"),
        ("我在用 Django", "我换到 FastAPI 了"),
        ("预算10万", "预算改成20万"),
        ("I live in Berlin", "I moved to Munich"),
        ("The metrics port is 9100", "The port is now 9200"),
        ("Our standup is at 9:15", "Our standup is now at 10:30"),
        ("我住在成都，喜欢吃辣", "我搬到重庆了，不再喜欢吃辣"),
        ("My flight leaves at 7:40", "My flight was rescheduled to 9:15"),
        ("The server runs Ubuntu and hosts the wiki", "The server now runs Debian and hosts the wiki"),
    ],
)
def test_a_single_fact_or_one_replaced_as_a_whole_is(older: str, newer: str) -> None:
    verdict = judge(Statement(older, voice="u"), Statement(newer, voice="u"), 0.65)
    assert (verdict.label, verdict.sure) == ("changed", True)
