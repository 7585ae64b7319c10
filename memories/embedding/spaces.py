"""The embedding space that this installation is pinned to: one model, one dimension, one index."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import connections, transaction

from memories.errors import Unready
from memories.models import EmbeddingSpace

FIRST_SPACE = 1
"""The space whose index the migration makes; others get theirs from `ensure_space`."""


def _wanted() -> dict[str, str | int]:
    env = settings.HINDSIGHT
    return {
        "provider": env.EMBEDDING_PROVIDER,
        "model": env.EMBEDDING_MODEL,
        "dimensions": env.EMBEDDING_DIMENSIONS,
    }


@lru_cache(maxsize=1)
def active_space_id() -> int:
    """The id of the pinned space, read once a process.

    Raises:
        Unready: code `embedding_mismatch`, when the environment asks for another model or dimension than the
            one that the stored vectors were made with.
    """
    pinned = EmbeddingSpace.objects.filter(active=True).defer("calibration").first()
    wanted = _wanted()
    if pinned is None:
        raise Unready(
            "No embedding space is set up yet. Run `manage.py migrate` (serve does).",
            code="no_embedding_space",
        )
    mismatch = [name for name, value in wanted.items() if getattr(pinned, name) != value]
    if mismatch:
        names = ", ".join(f"EMBEDDING_{name.upper()}" for name in mismatch)
        raise Unready(
            f"The stored vectors were made by {pinned}, but the environment asks for something else ({names}). "
            "Set it back, or move the store with `manage.py reembed`.",
            code="embedding_mismatch",
        )
    return int(pinned.pk)


def space_name() -> str:
    """The pinned space as provider:model:dimensions. Raises Unready."""
    return str(EmbeddingSpace.objects.defer("calibration").get(pk=active_space_id()))


def stored_calibration() -> dict[str, Any] | None:
    """What was measured of the pinned space (memories.embedding.geometry reads it), if it has been. Raises Unready."""
    found: dict[str, Any] | None = (
        EmbeddingSpace.objects.filter(pk=active_space_id()).values_list("calibration", flat=True).first()
    )
    return found


def store_calibration(document: dict[str, Any]) -> bool:
    """Pin a calibration to the space; False if another process was first, whose calibration stands."""
    space = EmbeddingSpace.objects.filter(pk=active_space_id(), calibration__isnull=True)
    return bool(space.update(calibration=document))


def ensure_space(*, using: str = "default") -> None:
    """Pin the environment's model on an installation that has none, with an index of its own.

    Runs as the owner of the tables (`using`), because it may make an index. An installation that is pinned
    already is left as it is.
    """
    with transaction.atomic(using=using):
        spaces = EmbeddingSpace.objects.using(using).select_for_update()
        if spaces.filter(active=True).exists():
            return
        wanted = _wanted()
        last = spaces.order_by("-pk").values_list("pk", flat=True).first()
        is_first = wanted["dimensions"] == 384 and last is None
        number = FIRST_SPACE if is_first else max(FIRST_SPACE, last or 0) + 1
        space = EmbeddingSpace.objects.using(using).create(pk=number, **wanted, active=True)
        if not is_first:
            with connections[using].cursor() as cursor:
                for name, column, there in (("vector", "embedding", ""), ("cue", "cue", " AND cue IS NOT NULL")):
                    cursor.execute(
                        f"CREATE INDEX IF NOT EXISTS memories_{name}_hnsw_{int(space.pk)} ON memories_vector "
                        f"USING hnsw (({column}::halfvec({int(space.dimensions)})) halfvec_ip_ops) "
                        "WITH (m = 32, ef_construction = 128) "  # as memories/migrations/0010 has it, and why
                        f"WHERE current AND space_id = {int(space.pk)}{there}"
                    )
    active_space_id.cache_clear()
