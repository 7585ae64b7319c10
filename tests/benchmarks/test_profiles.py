"""What fits and measures the reading of profiles does what it says."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import fit_profiles
from benchmarks.logistic import fit, folds, log_odds, probability
from benchmarks.quality.kvpi import measured
from benchmarks.quality.kvpi_set import Case, cases, written
from benchmarks.quality.profile_judging import Judged, best_from, calibration, scores, sure_from
from memories.judging.personal.model import model_of
from memories.judging.personal.slots import SLOTS


def test_a_logistic_model_finds_the_odds_that_made_the_data() -> None:
    random = np.random.default_rng(3)
    inputs = random.normal(size=(4_000, 2))
    truth = (random.random(4_000) < probability(1.5 * inputs[:, 0] - 0.5)).astype(float)
    weights = fit(inputs, truth, penalty=0.1)
    assert weights == pytest.approx([1.5, 0.0, -0.5], abs=0.15)
    known = fit(inputs, truth, penalty=0.1, offset=log_odds(inputs, weights))
    assert known == pytest.approx([0.0, 0.0, 0.0], abs=0.01)


def test_folds_leave_every_row_out_once() -> None:
    out = [row for rows, left in folds(23, 5, seed=1) for row in left if row not in rows]
    assert sorted(out) == list(range(23))


def test_scores_count_what_is_said_against_what_is() -> None:
    found = scores([("another", "another"), ("another", "neither"), ("own", "another"), ("neither", "neither")])
    assert found["another"] == {"precision": 0.5, "recall": 0.5, "f1": 0.5}
    assert (found["accuracy"], found["confusion"]["own > another"]) == (0.5, 1)


def test_thresholds_are_those_of_the_held_out() -> None:
    right = [Judged("another", chance, 0.0, True) for chance in (0.5, 0.8, 0.9)]
    wrong = [Judged("neither", chance, 0.0, True) for chance in (0.3, 0.78)]
    assert best_from([*right, *wrong]) == 0.31
    assert sure_from([*right, *wrong], 0.31) == 0.79
    assert sure_from(wrong, 0.31) == 1.0
    assert calibration([(0.1, False), (0.1, True), (0.9, True)]) == [(2, 0.1, 0.5), (1, 0.9, 1.0)]


def test_a_set_is_read_between_its_lines(tmp_path) -> None:
    folder = tmp_path / "kvpi_zh"
    folder.mkdir()
    lines = ["{'a': 'x y', 'b': z,} <SEP> one\t0\tignored", "{'a': 'w'} <SEP> two\t2\tignored"]
    (folder / "kvpi_first_4000.txt").write_text("\n".join(lines), encoding="utf-8")
    assert cases(0, 1, tmp_path) == [Case(("a: x y", "b: z"), "one", "neither")]
    assert cases(1, 2, tmp_path) == [Case(("a: w",), "two", "another")]


def test_a_statement_contradicts_a_person_if_it_contradicts_one_fact() -> None:
    one = Case(("star sign: Aries", "city: Oslo"), "I'm a Gemini", "another")
    found = measured([one], {})
    assert (found["another"]["f1"], found["sure"], found["sure precision"]) == (1.0, 1, 1.0)


def test_what_is_fitted_is_a_model_of_every_slot() -> None:
    own = written()
    vectors = np.random.default_rng(5).normal(size=(len(own), 8))
    document = fit_profiles.fitted(fit_profiles.examples(own, vectors))
    model = model_of(document)
    assert set(model.said) == set(model.other) == set(SLOTS)
    assert all(model.said[slot].direction is not None for slot in SLOTS)
    assert model.other["gender"].direction is not None
    assert model.other["place"].features["own value"] < 0 < model.other["place"].features["another value"]
