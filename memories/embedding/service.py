"""Texts in, centred unit vectors out; a short pause after a failure, so that a dead embedder costs little."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from django.conf import settings

from memories.embedding import geometry
from memories.embedding.providers import EmbedderDown, Vectors, embedder
from memories.judging.language import language_of

_PAUSE_SECONDS = 5.0
_pause_until = 0.0
_pausing = threading.Lock()


def _embed(texts: Sequence[str], direction: geometry.Direction) -> Vectors:
    global _pause_until
    if time.monotonic() < _pause_until:
        raise EmbedderDown("paused after a failure")
    try:
        raw = embedder().embed(texts, direction)
    except EmbedderDown:
        with _pausing:
            _pause_until = time.monotonic() + _PAUSE_SECONDS
        raise
    if settings.HINDSIGHT.EMBEDDING_PROVIDER != "local":
        # Means are known for the local model only; another model's vectors are normalised as they come.
        length = np.linalg.norm(raw, axis=1, keepdims=True)
        return np.asarray(raw / np.maximum(length, 1e-12), dtype=np.float32)
    centred = [geometry.centre(vector, language_of(text), direction) for text, vector in zip(texts, raw, strict=True)]
    return np.stack(centred) if centred else raw


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
    """Calibrated similarity (0: median of unrelated texts, 1: equality) of two texts in these languages."""
    if settings.HINDSIGHT.EMBEDDING_PROVIDER != "local":
        return min(1.0, max(0.0, cosine))
    return geometry.calibrate(cosine, geometry.pair_language(*languages), direction)


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
