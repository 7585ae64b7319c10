"""The cheap way to a verdict: it says what the judge says where that would do something, and nothing else."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.judging import Statement, judge, judge_decisive, local
from memories.judging.statements import DECISIVE, Verdict
from tests.memories.judging.corpus import all_pairs

PAIRS = all_pairs()
TEXTS = sorted({text for pair in PAIRS for text in (pair.older.text, pair.newer.text)})
NEAR = (0.3, 0.6, 0.8, 0.87, 0.95, 1.0, None)


def _checked(older: Statement, newer: Statement, near: float | None, *, single: bool = False) -> Verdict | None:
    full = judge(older, newer, near, single_valued=single)
    cheap = judge_decisive(older, newer, near, single_valued=single)
    assert cheap == (full if full.label in DECISIVE else None), (older, newer, near)
    return cheap


def test_written_pairs_are_decided_as_the_judge_decides_them():
    decided = sum(_checked(pair.older, pair.newer, near) is not None for pair in PAIRS for near in NEAR)
    assert 0.1 * len(PAIRS) * len(NEAR) < decided < 0.9 * len(PAIRS) * len(NEAR)


def test_texts_that_have_nothing_to_do_with_each_other():
    dice = random.Random(4)
    for near, single in itertools.product(NEAR, (False, True)):
        for _ in range(150):
            about = ("ana", "city") if dice.random() < 0.5 else ("", "")
            older, newer = (Statement(dice.choice(TEXTS), *about, voice=dice.choice("uv")) for _ in range(2))
            _checked(older, newer, near, single=single)


parts = st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3)


@given(parts, parts, st.sampled_from(NEAR), st.sampled_from((", ", "，", " and ", "。", " ")), st.booleans())
def test_texts_glued_of_several(older: list[str], newer: list[str], near: float | None, glue: str, upper: bool):
    first, second = glue.join(older), glue.join(newer)
    _checked(Statement(first), Statement(second.upper() if upper else second), near)
    _checked(Statement(first), Statement(first.upper() if upper else first), near)


def test_most_pairs_that_are_not_decided_are_not_worked_out(monkeypatch: pytest.MonkeyPatch):
    worked_out: list[Statement] = []

    def counted(older: Statement, newer: Statement, near: float | None, **known: Any) -> Verdict:
        worked_out.append(newer)
        return judge(older, newer, near, **known)

    monkeypatch.setattr(local, "judge", counted)
    dice = random.Random(5)
    english = [text for text in TEXTS if text.isascii()]
    for _ in range(300):
        judge_decisive(Statement(dice.choice(english)), Statement(dice.choice(english)), 0.7)
    # A change that is heard in the newer text is looked into, whatever can be read of it.
    assert len(worked_out) < 66
