"""Texts in, centred unit vectors out; a short pause after a failure, so that a dead embedder costs little."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from django.conf import settings

from memories.embedding import geometry
from memories.embedding.calibrations import calibration_by, known_calibration
from memories.embedding.providers import EmbedderDown, Vectors, embedder
from memories.errors import Unready
from memories.judging.language import language_of

_PAUSE_SECONDS = 5.0
_pause_until = 0.0
_pausing = threading.Lock()


def _embed(texts: Sequence[str], direction: geometry.Direction) -> Vectors:
    global _pause_until
    if not texts:
        return np.zeros((0, embedder().dimensions), dtype=np.float32)
    if time.monotonic() < _pause_until:
        raise EmbedderDown("paused after a failure")
    try:
        calibration = calibration_by(embedder())
        raw = embedder().embed(texts, direction)
    except EmbedderDown:
        with _pausing:
            _pause_until = time.monotonic() + _PAUSE_SECONDS
        raise
    return np.stack(
        [
            geometry.centre(vector, language_of(text), direction, calibration)
            for text, vector in zip(texts, raw, strict=True)
        ]
    )


def embed_passages(texts: Sequence[str]) -> Vectors:
    """Vectors of stored texts, shape (len(texts), dimensions), unit length.

    Raises:
        EmbedderDown: the embedder did not answer, or failed less than 5 s ago.
    """
    return _embed(texts, "passage")


def embed_query(text: str) -> Vectors:
    """The vector of a search, shape (dimensions,), unit length. Raises EmbedderDown."""
    return np.asarray(_embed([text], "query")[0], dtype=np.float32)


def similarity(cosine: float, *, languages: tuple[str, str], direction: geometry.Direction) -> float:
    """Calibrated similarity (0: median of unrelated texts, 1: equality) of two texts in these languages.

    Raises:
        Unready: codes `embedding_mismatch`, `not_calibrated`.
    """
    return scale(direction)(cosine, languages)


def scale(direction: geometry.Direction) -> Callable[[float, tuple[str, str]], float]:
    """`similarity` of many pairs: (cosine, languages) to what it is, by the calibration as it stands now."""
    calibration = known_calibration()
    if calibration is None:
        raise Unready("The embedding space has vectors and no calibration.", code="not_calibrated")

    def of(cosine: float, languages: tuple[str, str]) -> float:
        return geometry.calibrate(cosine, geometry.pair_language(*languages), direction, calibration)

    return of


def in_local_space() -> bool:
    """Whether vectors are the local model's, centred by its means: what was fitted on those holds for no others."""
    calibration = known_calibration()
    return calibration is not None and calibration.model == geometry.load_calibration().model


def measure_space() -> None:
    """Measure the pinned space if that has not been done, so that no request has to wait for it.

    Raises:
        EmbedderDown, Unready: it is measured before the first vector is made.
    """
    calibration_by(embedder())


def resume() -> None:
    """Forget a failure: the next call tries the embedder again."""
    global _pause_until
    _pause_until = 0.0


def probe() -> dict[str, Any]:
    """What /ready says of the embedder: provider, model, dimensions. Raises EmbedderDown."""
    env = settings.HINDSIGHT
    vector = embedder().embed(["ready"], "query")
    return {
        "provider": env.EMBEDDING_PROVIDER,
        "model": env.EMBEDDING_MODEL,
        "dimensions": int(vector.shape[1]),
    }
