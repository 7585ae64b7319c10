"""Jobs of django-q2: ids in, nothing out; each looks at the rows and may run twice, late or never."""

from __future__ import annotations

import contextlib
from uuid import UUID

from django.utils import timezone

from memories.asking.clearing import clear
from memories.asking.running import run, sweep
from memories.cues import Cue, cue_text
from memories.embedding import EmbedderDown, embed_passages
from memories.errors import NotFound
from memories.forgetting.requests import finish
from memories.gate.privacy import embedding_text
from memories.locks import lock_namespace
from memories.models import MemoryUnit
from memories.recalling.rarity import refill
from memories.searchable import add_vectors
from memories.walls import inside

_AT_ONCE = 64


def embed_due(namespace_id: int) -> int:
    """Make the vectors that writes without the embedder, and questions that have changed, still owe; of how many units.

    With the embedder still down nothing changes; the sweep asks again.
    """
    made = 0
    while True:
        with inside(namespace_id):
            owed = list(
                MemoryUnit.objects.filter(namespace_id=namespace_id, embedding_due=True).order_by("pk")[:_AT_ONCE]
            )
        if not owed:
            return made
        try:
            asked = [(unit.pk, text) for unit in owed if (text := cue_text(unit))]
            vectors = embed_passages([*map(embedding_text, owed), *(text for _, text in asked)])
        except EmbedderDown:
            return made
        cues = {pk: Cue(vector) for (pk, _), vector in zip(asked, vectors[len(owed) :], strict=True)}
        texts = dict(asked)
        with inside(namespace_id):
            lock_namespace(namespace_id)
            for seen, vector in zip(owed, vectors[: len(owed)], strict=True):
                unit = (
                    MemoryUnit.objects.filter(
                        namespace_id=namespace_id,
                        pk=seen.pk,
                        content_version=seen.content_version,
                        embedding_due=True,
                    )
                    .select_for_update()
                    .first()
                )
                # Its question may have changed meanwhile: then it is still owed.
                if unit is not None and cue_text(unit) == texts.get(unit.pk, ""):
                    add_vectors([unit], vector[None, :], [cues.get(unit.pk)])
                    unit.embedding_due = False
                    unit.save(update_fields=["embedding_due"])
                    made += 1


def write_job(namespace_id: int, job_id: str) -> None:
    """See memories.asking.running.run."""
    run(namespace_id, UUID(job_id))


def sweep_jobs() -> None:
    """See memories.asking.running.sweep."""
    sweep(timezone.now())


def clear_asked() -> None:
    """See memories.asking.clearing.clear."""
    clear(timezone.now())


def refill_common_terms() -> None:
    """See memories.recalling.rarity.refill."""
    refill()


def finish_forgetting(namespace_id: int, request_id: str) -> None:
    """See memories.forgetting.requests.finish."""
    with contextlib.suppress(NotFound):
        finish(namespace_id, UUID(request_id), now=timezone.now())
