"""Measuring a calibration: mean vectors and similarity scales of any model, from sentences written for this project.

Scales are measured two-fold: the mean comes from one half of the sentences and the cosines from the other. About 1,000
short texts are embedded. Pure numpy; the model is a function that is passed in.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from memories.embedding.geometry import DIRECTIONS, OWN_LANGUAGES, Calibration, Direction, Scale, Vectors, without_mean

DATA: Final = Path(__file__).parent / "data"
Embed = Callable[[Sequence[str], Direction], Vectors]
"""Unit vectors of texts in one direction, shape (len(texts), dimension)."""
Cosines = dict[Direction, dict[str, npt.NDArray[np.float32]]]
# The order of the directions in a calibration file.
_MEASURED: Final[tuple[Direction, ...]] = ("query", "passage")


class CannotCalibrate(ValueError):
    """The vectors of a model tell equal texts from unrelated ones in no language."""


def fit(embed: Embed, *, model: str) -> Calibration:
    """The calibration of a model, rounded as it is stored.

    Raises:
        CannotCalibrate: its vectors are all alike, or noise.
    """
    sentences = {language: _Sentences(language, embed) for language in OWN_LANGUAGES}
    pairs = {language: _measure(found, found) for language, found in sentences.items()}
    pairs["mixed"] = _measure(sentences["en"], sentences["zh"])
    for direction, cosines in _translations(sentences, embed).items():
        pairs["mixed"][direction]["paraphrase"] = cosines
    scales: dict[tuple[str, Direction], Scale] = {}
    for language, by_direction in pairs.items():
        for direction, found in by_direction.items():
            scales[language, direction] = _scale(found, scales)
    if not any(all(scales[language, direction].tells_apart for direction in DIRECTIONS) for language in OWN_LANGUAGES):
        raise CannotCalibrate(f"The vectors of {model} do not tell equal texts from unrelated ones.")
    means = {
        (language, direction): np.asarray(np.round(found.mean(direction).astype(np.float64), 5), dtype=np.float32)
        for language, found in sentences.items()
        for direction in DIRECTIONS
    }
    for direction in DIRECTIONS:
        own = np.stack([means[language, direction] for language in OWN_LANGUAGES])
        means["mixed", direction] = means["other", direction] = np.asarray(own.mean(axis=0), dtype=np.float32)
    dimension = int(sentences["en"].passage.shape[1])
    return Calibration(model=model, dimension=dimension, means=means, scales=scales)


class _Sentences:
    """The vectors of one language, shape (rows, dimension) each."""

    def __init__(self, language: str, embed: Embed) -> None:
        rows = _rows(f"calibration_{language}.txt")
        statements, queries = [row[0] for row in rows], [row[1] for row in rows]
        self.passage = embed(statements, "passage")
        self.query = embed(queries, "query")
        self.statement_as_query = embed(statements, "query")
        self.paraphrased = [number for number, row in enumerate(rows) if len(row) > 2]
        self.paraphrase = embed([rows[number][2] for number in self.paraphrased], "passage")

    def mean(self, direction: Direction) -> Vectors:
        vectors = self.query if direction == "query" else self.passage
        return np.asarray(vectors.mean(axis=0), dtype=np.float32)


@lru_cache(maxsize=4)
def _rows(name: str) -> list[list[str]]:
    """Rows of statement, query and perhaps a paraphrase; or of a statement in two languages."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def _measure(left: _Sentences, right: _Sentences) -> Cosines:
    """Centred cosines of unrelated and, within one language, of paraphrased, answering and equal texts, pooled over
    two folds."""
    pooled: dict[Direction, dict[str, list[npt.NDArray[np.float32]]]] = {direction: {} for direction in _MEASURED}
    for fold in (0, 1):
        for direction, name, cosines in _fold(left, right, fold):
            pooled[direction].setdefault(name, []).append(cosines)
    return {
        direction: {name: np.concatenate(parts) for name, parts in names.items()} for direction, names in pooled.items()
    }


def _fold(left: _Sentences, right: _Sentences, fold: int) -> Iterator[tuple[Direction, str, npt.NDArray[np.float32]]]:
    folds = np.arange(len(left.passage)) % 2
    fit, test = folds != fold, np.flatnonzero(folds == fold)
    mean = left.passage[fit].mean(axis=0)
    passages = without_mean(left.passage[test], mean)
    others = without_mean(right.passage[test], right.passage[fit].mean(axis=0))
    queries = without_mean(left.query[test], left.query[fit].mean(axis=0))
    apart = ~np.eye(len(test), dtype=bool)
    yield "passage", "unrelated", (passages @ others.T)[apart]
    yield "query", "unrelated", (queries @ others.T)[apart]
    if left is not right:
        return
    yield "query", "answering", np.sum(queries * passages, axis=1)
    as_query = without_mean(left.statement_as_query[test], left.query[fit].mean(axis=0))
    yield "query", "equal", np.sum(as_query * passages, axis=1)
    yield "passage", "equal", np.sum(passages * passages, axis=1)
    rows = [n for n, number in enumerate(left.paraphrased) if folds[number] == fold]
    originals = without_mean(left.passage[[left.paraphrased[n] for n in rows]], mean)
    yield "passage", "paraphrase", np.sum(without_mean(left.paraphrase[rows], mean) * originals, axis=1)


def _translations(sentences: dict[str, _Sentences], embed: Embed) -> dict[Direction, npt.NDArray[np.float32]]:
    """Centred cosines of statements and their translations, by direction."""
    rows = _rows("calibration_translations.txt")
    english, chinese = [row[0] for row in rows], [row[1] for row in rows]
    right = without_mean(embed(chinese, "passage"), sentences["zh"].mean("passage"))
    return {
        direction: np.sum(
            without_mean(embed(english, direction), sentences["en"].mean(direction)) * right,
            axis=1,
        )
        for direction in DIRECTIONS
    }


def _scale(found: dict[str, npt.NDArray[np.float32]], own: dict[tuple[str, Direction], Scale]) -> Scale:
    """The anchors of one direction; `own` are the scales of single languages, which the one between them needs."""
    if "equal" in found:
        ceiling = _median(found["equal"])
    else:
        # No pair of two languages is equal text: the ceiling is where a translation comes out as near as a paraphrase
        # within one language does.
        paraphrases = [own[language, "passage"].paraphrase or np.nan for language in OWN_LANGUAGES]
        ceiling = _median(found["paraphrase"]) / float(np.mean(paraphrases))
    return Scale(
        unrelated=round(_median(found["unrelated"]), 4),
        unrelated_p99=round(float(np.percentile(found["unrelated"], 99)), 4),
        equal=round(ceiling, 4),
        paraphrase=round(_median(found["paraphrase"]), 4) if "paraphrase" in found else None,
        answering=round(_median(found["answering"]), 4) if "answering" in found else None,
    )


def _median(values: npt.NDArray[np.float32]) -> float:
    return float(np.median(values.astype(np.float64)))
