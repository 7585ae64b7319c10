"""The yardsticks of benchmarks.quality measure what they say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.quality.baseline import best, bm25, fused
from benchmarks.quality.beliefs import USER, Belief, Case
from benchmarks.quality.haystack import LONGEST, pieces
from benchmarks.quality.intervals import found_share, gain, mean_of
from benchmarks.quality.precision import Tiers, broken

TEXTS = ["the red van is in Lyon", "the blue van is in Nice", "a cat sleeps"]


@given(st.text(alphabet="ab。. \n!", max_size=3 * LONGEST))
def test_pieces_fit_a_unit_and_lose_nothing_but_white_space(text: str) -> None:
    cut = list(pieces(text))
    assert all(len(piece) <= LONGEST for piece in cut)
    assert "".join("".join(cut).split()) == "".join(text.split())


def test_a_long_text_is_cut_between_its_sentences() -> None:
    sentence = "The van went to Lyon and came back. "
    assert all(piece.endswith("back.") for piece in pieces(sentence * 100))


def test_the_rarer_word_decides() -> None:
    scores = bm25(TEXTS, ["van Nice"])
    assert best(scores, TEXTS, 2) == [[TEXTS[1], TEXTS[0]]]
    assert scores[0, 2] == 0


def test_fusion_prefers_what_two_rankings_find_and_ignores_what_scores_nothing() -> None:
    one, other = np.array([[3.0, 2.0, 0.0]]), np.array([[0.0, 2.0, 0.0]])
    assert best(fused(one, other), TEXTS, 1) == [[TEXTS[1]]]
    assert fused(one, other)[0, 2] == 0


def test_shares_and_their_intervals() -> None:
    assert found_share(["a", "b", "b"], ["b", "c"]) == 0.5
    flat = mean_of([0.5] * 40)
    assert (flat["mean"], flat["low"], flat["high"], flat["questions"]) == (50, 50, 50, 40)
    won = gain([1.0, 1.0, 0.0, 1.0] * 30, [0.0, 1.0, 0.0, 1.0] * 30)
    assert won["mean"] == 25
    assert 0 < won["low"] < 25 < won["high"]


def belief(name: str, *, user: str = USER, scope: str = "code", replaced_by: str | None = None) -> Belief:
    return Belief(
        name, user, "", name, (), (scope,), pinned=False, question=False, replaced_by=replaced_by, resolved=False
    )


@pytest.mark.parametrize(
    ("came_back", "says"),
    [
        ("good", ""),
        ("old", "superseded"),
        ("theirs", "another user's"),
        ("novel", "out of scope"),
        ("noise", "noise in relevant"),
    ],
)
def test_what_must_not_come_back_is_noticed(came_back: str, says: str) -> None:
    seed = {
        one.id: one
        for one in (
            belief("good"),
            belief("noise"),
            belief("old", replaced_by="good"),
            belief("theirs", user="other-user"),
            belief("novel", scope="writing"),
        )
    }
    case = Case("a case", USER, ("code",), "q", 20, None, must_not={"relevant": frozenset({"noise"})})
    wrong = broken(case, Tiers([came_back], [], [], ["said"]), seed)
    assert [says in one for one in wrong] == ([True] if says else [])


def test_a_forbidden_text_is_noticed() -> None:
    case = Case("a case", USER, ("code",), "q", 20, None, no_text=("Haskell",))
    assert broken(case, Tiers([], [], [], ["uses Haskell"]), {}) == ["a case: a forbidden text"]
