"""The fitted part: how likely a reading is said of the profile's person, and how likely another value is meant.

Two small logistic models a slot over named features, and where there is a vector of the statement a direction in its
space on top. Weights are data, written by `benchmarks.fit_profiles`.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from memories.judging.personal.readings import Reading

WEIGHTS_FILE: Final = Path(__file__).parent / "profile_weights.json"
_HIGHEST: Final = 2.0  # strength beyond which a repeated cue says no more

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic model: log-odds are the bias, the weights of the features, `leaning` times what the cues of the one
    value say more than those of the other, and, given a vector, `shift` and its product with `direction`, shape
    (dimension,)."""

    bias: float
    features: Mapping[str, float]
    leaning: float = 0.0
    shift: float = 0.0
    direction: Vector | None = None


@dataclass(frozen=True, slots=True)
class Model:
    """`said` and `other` by slot; from `decide_from` on the label is a conflict, from `sure_from` on it may be sure."""

    said: Mapping[str, Weights]
    other: Mapping[str, Weights]
    decide_from: float
    sure_from: float


@dataclass(frozen=True, slots=True)
class Chances:
    """Probabilities that the profile's own value, or another, is stated of its person, with what spoke for it:
    (name, what it added to the log-odds)."""

    own: float
    another: float
    reasons: tuple[tuple[str, float], ...] = ()


def model_of(document: Mapping[str, Any]) -> Model:
    """The model that a weights file holds."""
    said, other = ({slot: _weights(found) for slot, found in document[part].items()} for part in ("said", "other"))
    return Model(said, other, document["decide_from"], document["sure_from"])


def _weights(found: Mapping[str, Any]) -> Weights:
    direction = found.get("direction")
    return Weights(
        found["bias"],
        found["features"],
        found.get("leaning", 0.0),
        found.get("shift", 0.0),
        None if direction is None else np.asarray(direction, dtype=np.float32),
    )


@lru_cache(maxsize=1)
def load_model() -> Model:
    """The model that ships with the judge, read once a process."""
    return model_of(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8")))


def strength(value: float) -> float:
    """A signed count of cues as a strength."""
    return max(-_HIGHEST, min(_HIGHEST, value))


def chances(reading: Reading, vector: Vector | None, model: Model) -> Chances:
    """What a reading comes to; `vector` is that of the statement, centred, shape (dimension,)."""
    said, reasons = _log_odds(reading.said, model.said[reading.slot], vector)
    turned = None if vector is None or not reading.toward else vector * np.float32(reading.toward)
    other, more = _log_odds(reading.other, model.other[reading.slot], turned)
    if reading.leaning:
        leans = model.other[reading.slot].leaning * leaning(reading, model.said[reading.slot].features)
        other, more = other + leans, [*more, ("said of the one more than of the other", leans)]
    stated, differs = _probability(said), _probability(other)
    return Chances(stated * (1 - differs), stated * differs, (*reasons, *more))


def leaning(reading: Reading, weights: Mapping[str, float]) -> float:
    """How much more another value than the profile's own is said of its person, by the weights of the cues."""
    return sum(weights.get(name, 0.0) * strength(value) for name, value in reading.leaning.items())


def _log_odds(
    features: Mapping[str, float], weights: Weights, vector: Vector | None
) -> tuple[float, Sequence[tuple[str, float]]]:
    parts = [
        (name, weights.features[name] * strength(value)) for name, value in features.items() if name in weights.features
    ]
    total = weights.bias + sum(weight for _, weight in parts)
    if vector is not None and weights.direction is not None and vector.shape == weights.direction.shape:
        meaning = weights.shift + float(vector @ weights.direction)
        parts.append(("meaning of the whole", meaning))
        total += meaning
    return total, parts


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))
