"""Days, years, describing words and what is counted narrow a statement; what is narrowed otherwise replaces nothing.

Of qualified.tsv 13 of the 20 of the tuning half and 7 of the 16 of the blind half were falsely sure, and 1 of the blind
half still is; its rows were not read. narrowing_fresh.tsv (all three kinds of fault) and replaced_fresh.tsv (true
changes) were written when all was done and measured once: falsely sure 0 of 54, where the judge before these changes
had 30; changes missed 3 of 28, where it had 7.
"""

import pytest

from memories.judging import Statement, judge
from tests.memories.judging.halves import falsely_sure, rows, sure_of

ACTING = ("same", "changed", "contradicts")


@pytest.mark.parametrize(("part", "most"), [("tuning", 0), ("blind", 1)])
def test_what_is_qualified_otherwise_is_not_surely_replaced(part: str, most: int) -> None:
    assert len([told for half, told in falsely_sure("qualified", ACTING) if half == part and told]) <= most


def test_fresh_pairs_that_were_never_tuned_on() -> None:
    false = [
        told
        for kind, older, newer in rows("narrowing_fresh")
        if (told := sure_of(older, newer, ("same",) if kind == "swallowed" else ACTING))
    ]
    assert len(false) <= 1, false


def test_true_changes_are_still_sure() -> None:
    missed = []
    for older, newer in rows("replaced_fresh"):
        verdict = judge(Statement(older, voice="u"), Statement(newer, voice="u"), 0.7)
        if (verdict.label, verdict.sure) != ("changed", True):
            missed.append(f"{verdict.label}: {older} / {newer}")
    assert len(missed) <= 3, missed


@pytest.mark.parametrize(
    ("older", "newer", "by"),
    [
        ("I work at Google from Monday to Thursday", "I now work at a charity on Fridays", "day"),
        ("我2010年住在巴黎", "我2015年住在伦敦", "year"),
        ("My phone is an iPhone", "My work phone is now a Pixel", "word"),
        ("红色按钮启动水泵", "绿色按钮现在停止水泵", "word"),
        ("The contract mentions 30 days", "The contract mentions 60 days of holiday", "count"),
    ],
)
def test_it_says_by_what(older: str, newer: str, by: str) -> None:
    features = judge(Statement(older, voice="u"), Statement(newer, voice="u"), 0.7).features
    assert ("qualified otherwise", by) in {(feature.name, feature.detail) for feature in features}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("老板是张三", "老板换成李四了"),
        ("班长是小明", "班长换成小红了"),
        ("My landlord is Otto", "My landlord is now Greta"),
        ("Reply in English", "Reply in Chinese from now on"),
        ("Please answer in French", "Answer in German from now on, please"),
        ("用英语回复我", "以后用中文回复我"),
        ("Claire is single", "Claire got married in May"),
        ("The metrics port is 9100", "The port is now 9200"),
    ],
)
def test_these_are_sure_changes(older: str, newer: str) -> None:
    verdict = judge(Statement(older, voice="u"), Statement(newer, voice="u"), 0.7)
    assert (verdict.label, verdict.sure) == ("changed", True)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Reply to Ann in English", "Reply to Bob in Chinese from now on"),
        ("Write mails in English", "Write tests in German from now on"),
    ],
)
def test_an_order_for_another_case_replaces_none(older: str, newer: str) -> None:
    assert not sure_of(older, newer, ACTING)
