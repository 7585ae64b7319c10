"""The pairs through the judge and through the gate, and the misses that are known (misses.tsv).

Blind, the judge as it was when the tables were committed (60b4d12) and no row had been looked at: 166 of 218 right
(76.1 %; English 80 of 97, Chinese 70 of 97, mixed 16 of 24), the half "seen" 101 of 118, the half "unseen" 65 of 100;
through the gate 114 right, 57 waiting, 47 missed, nothing destroyed. The misses of the half "seen" were then read and
the judge improved; of the half "unseen" only totals were. Now: 204 of 218 (93.6 %), "seen" and "unseen" as the tests
hold them; through the gate 167 right, 36 waiting, 15 missed, nothing destroyed. Of new text expect what "unseen" shows,
or less: who wrote the tables wrote the rules as well, and pairs written halfway through the work (the second part of
practice.tsv) were at first met with 84 of 111 right.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

import pytest

from memories.callers import Caller
from memories.namespaces import ensure_namespace
from tests.memories.judging.halves import sure_of
from tests.memories.overlap.measuring import (
    Judged,
    Written,
    confusion,
    judge_pairs,
    share,
    write_pair,
)
from tests.memories.overlap.tables import CLASSES, HERE, LANGUAGES, pairs, table

ACTING = ("same", "changed", "contradicts")
RIGHT = {"en": 0.92, "zh": 0.91, "mixed": 0.91}


def known(step: str) -> set[str]:
    """Ids of the pairs that a step ("judge", "missed" or "soft" at the gate) is known to get wrong."""
    lines = (HERE / "misses.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return {name for name, where in (line.split("\t") for line in lines) if where == step}


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    return judge_pairs(pairs())


def test_the_tables_hold_enough_of_everything() -> None:
    counts = Counter((pair.language, pair.classes[0]) for pair in pairs())
    for language, least in (("en", 18), ("zh", 18), ("mixed", 5)):
        assert all(counts[language, wanted] >= least for wanted in CLASSES)
    assert len({pair.id for pair in pairs()}) == len(pairs())
    assert 0.4 < sum(pair.half == "unseen" for pair in pairs()) / len(pairs()) < 0.6


def test_the_judge_is_right_nine_times_in_ten(judged: list[Judged]) -> None:
    """Run with -s for the confusions and the misses."""
    report = [item.line for item in judged if not item.right]
    for half in ("seen", "unseen"):
        part = [item for item in judged if item.pair.half == half]
        report.append(f"{half}: {share(part):.3f} of {len(part)}\n{confusion(part)}")
    sys.stdout.write("\n".join(["", *report, ""]))
    assert share(judged) >= 0.92
    assert share(item for item in judged if item.pair.half == "unseen") >= 0.84


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_judge_is_right_in_each_language(judged: list[Judged], language: str) -> None:
    assert share(item for item in judged if item.pair.language == language) >= RIGHT[language]


def test_the_judge_is_sure_of_no_repeat_or_conflict_that_is_none(judged: list[Judged]) -> None:
    assert not [item.line for item in judged if item.verdict.sure and item.label != "similar" and not item.right]


def test_its_known_misses_are_its_misses(judged: list[Judged]) -> None:
    assert {item.pair.id for item in judged if not item.right} == known("judge")


@pytest.fixture
def written(db: None, another_writer: Callable[..., Caller]) -> list[Written]:
    return [write_pair(another_writer(namespace=ensure_namespace(pair.id)), pair) for pair in pairs()]


def test_the_gate_does_what_each_class_asks_for(written: list[Written]) -> None:
    """Same: one unit. Changed or contradicted: the first is superseded, or both contested. Similar: both stand."""
    fits = Counter((item.pair.classes[0], item.fit) for item in written)
    sys.stdout.write("\n".join(["", str(fits), *(item.line for item in written if item.fit != "right"), ""]))
    assert not [item.line for item in written if item.fit == "destroyed"]
    assert {item.pair.id for item in written if item.fit == "missed"} == known("missed")
    assert {item.pair.id for item in written if item.fit == "soft"} == known("soft")


def test_practice_stays_learnt() -> None:
    judged = judge_pairs(table("practice"))
    wrong = [item for item in judged if not item.right]
    assert len(wrong) <= 0.11 * len(judged), [item.line for item in wrong]
    assert not [item.line for item in wrong if item.verdict.sure and item.label != "similar"]


def test_what_can_both_stand_is_never_surely_destroyed() -> None:
    """In any order, by one voice or two, however near the vectors say the two are."""
    false = [
        told
        for pair in (*table("apart"), *(pair for pair in pairs() if pair.classes == ("similar",) and not pair.fields))
        for one, other in ((pair.first, pair.second), (pair.second, pair.first))
        if (told := sure_of(one, other, ACTING))
    ]
    assert not false
