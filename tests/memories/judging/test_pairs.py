"""How often the judge is right on the written pairs, with real similarities."""

import sys
from collections import Counter

import pytest

from tests.memories.judging.corpus import Judged, judge_all
from tests.memories.judging.pairs_en import PAIRS_EN
from tests.memories.judging.pairs_mixed import PAIRS_MIXED
from tests.memories.judging.pairs_zh import PAIRS_ZH

CONFLICTS = ("changed", "contradicts")


def _accuracy(judged: list[Judged]) -> float:
    return sum(found.right for found in judged) / len(judged)


def test_it_is_right_nine_times_in_ten(judged: list[Judged]) -> None:
    """Prints the misses and the confusions: run with -s to read them."""
    report = [found.line for found in judged if not found.right and found.pair.part != "fresh"]
    for part in ("dev", "held-out", "second", "fresh"):
        chosen = [found for found in judged if found.pair.part == part]
        confusion = Counter((found.pair.labels[0], found.verdict.label) for found in chosen)
        report.append(f"{part}: {_accuracy(chosen):.3f} of {len(chosen)}: {dict(sorted(confusion.items()))}")
    sys.stdout.write("\n".join(["", *report, ""]))
    assert _accuracy(judged) >= 0.90


@pytest.mark.parametrize(("language", "floor"), [("en", 0.90), ("zh", 0.88), ("mixed", 0.85)])
def test_it_is_right_in_each_language(judged: list[Judged], language: str, floor: float) -> None:
    assert _accuracy([found for found in judged if found.pair.language == language]) >= floor


def test_it_is_right_where_it_may_act_alone(judged: list[Judged]) -> None:
    acting = [found for found in judged if found.verdict.sure and found.verdict.label in CONFLICTS]
    assert len(acting) >= 60
    assert _accuracy(acting) >= 0.95


def test_a_sure_repeat_hides_no_conflict(judged: list[Judged]) -> None:
    repeats = [found for found in judged if found.verdict.sure and found.verdict.label == "same"]
    assert not [found.line for found in repeats if set(found.pair.labels) & set(CONFLICTS)]


def test_without_vectors_it_is_more_often_unsure(judged: list[Judged]) -> None:
    blind = judge_all([None] * len(judged))
    assert sum(found.verdict.sure for found in blind) < sum(found.verdict.sure for found in judged)
    acting = [found for found in blind if found.verdict.sure and found.verdict.label in CONFLICTS]
    assert _accuracy(acting) >= 0.95


def test_there_are_pairs_enough_of_every_label() -> None:
    for table, least in ((PAIRS_EN, 60), (PAIRS_ZH, 60), (PAIRS_MIXED, 15)):
        assert len(table) >= least
        assert {label for labels, *_ in table for label in labels.split("|")} == {
            "same", "changed", "contradicts", "similar", "unrelated",
        }  # fmt: skip
