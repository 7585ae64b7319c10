"""One search: embed, gather, score, log; the queries that it takes are counted in a test."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories.callers import Caller
from memories.embedding import EmbedderDown, embed_query
from memories.embedding.providers import Vectors
from memories.embedding.service import similarity
from memories.gate.handles import with_handles
from memories.gate.privacy import masked_text
from memories.judging.language import language_of
from memories.models import MemoryUnit, Recall
from memories.models.base import new_id
from memories.nearest import rows_in
from memories.preferences import Preferences, preferences_of
from memories.presenting import confidence_now, memory_out
from memories.ranking import Candidate, Ranked, rank
from memories.recalling import arms
from memories.recalling.filters import Where, where_of
from memories.shapes.searching import SearchInput
from memories.shapes.outputs import Hit, Scores, SearchOut
from memories.walls import inside
from memories.words import Scope

_HANDLES = ("key", "subject", "mcp_server", "session_id", "include_session", "task_id")


def search(caller: Caller, body: SearchInput, *, now: datetime) -> SearchOut:
    """The best current units for a query, each with its scores; an empty list means that nothing was found.

    With the embedder down the other arms answer and `degraded` is true.
    """
    caller.require(Scope.READ)
    body = _as_stored(caller.namespace_id, body)
    try:
        vector = embed_query(body.query)
    except EmbedderDown:
        vector = None
    with inside(caller.namespace_id):
        preferences = preferences_of(caller.namespace_id)
        where = where_of(body, preferences=preferences, now=now)
        units, ranked = _find(caller.namespace_id, body, vector, where, preferences, now)
        top = ranked[: body.top_k or preferences.top_k]
        recall = Recall(
            id=new_id(),
            namespace_id=caller.namespace_id,
            token_id=caller.writer_id,
            query=body.query,
            profile=body.profile,
            unit_ids=[hit.id for hit in top],
            scores=[round(hit.final, 4) for hit in top],
            degraded=vector is None,
            created_at=now,
        )
        recall.save(force_insert=True)
    return SearchOut(
        recall_id=recall.pk,
        degraded=vector is None,
        results=[_hit(units[hit.id], hit, preferences, now) for hit in top],
    )


def _as_stored(namespace_id: int, body: SearchInput) -> SearchInput:
    """The request with marks in the place of identifiers, as they stand in what was written: so they are found by
    them, and the log of recalls holds none."""

    def masked(text: str) -> str:
        return masked_text(namespace_id, text)

    body = with_handles(namespace_id, body, _HANDLES)
    return body.model_copy(update={"query": masked(body.query), "tags": [masked(tag) for tag in body.tags]})


def _find(
    namespace_id: int,
    body: SearchInput,
    vector: Vectors | None,
    where: Where,
    preferences: Preferences,
    now: datetime,
) -> tuple[dict[UUID, MemoryUnit], list[Ranked]]:
    limit = preferences.candidates
    rows = rows_in(namespace_id)
    cosines = {} if vector is None else dict(arms.dense(namespace_id, vector, rows=rows, limit=limit, where=where))
    words = dict(arms.lexical(namespace_id, body.query, rows=rows, limit=limit, retired_too=where.retired_too))
    units = {unit.pk: unit for unit in _allowed([*cosines, *words], namespace_id, where)}
    if vector is not None:
        # A unit that only its words found has a similarity too; without it the fusion would be unfair to it.
        missing = [pk for pk in units if pk not in cosines]
        if missing:
            only = Where(retired_too=where.retired_too)
            only.add("u.id = ANY (%s)", missing, narrow=True)
            cosines.update(arms.dense(namespace_id, vector, rows=rows, limit=len(missing), where=only))
    language = language_of(body.query)
    candidates = [
        Candidate(
            id=pk,
            similarity=(
                similarity(cosines[pk], languages=(language, unit.lang), direction="query") if pk in cosines else None
            ),
            lexical=words.get(pk, 0.0),
            confidence=confidence_now(unit, preferences=preferences, now=now),
            occurred_at=unit.occurred_at,
            verified_at=unit.last_verified_at,
        )
        for pk, unit in units.items()
    ]
    ranked = rank(
        candidates,
        weights={str(name): weight for name, weight in (body.weights or preferences.weights[body.profile]).items()},
        now=now,
        freshness_days=preferences.freshness_days,
        floor=preferences.min_similarity,
    )
    return units, ranked


def _allowed(ids: list[UUID], namespace_id: int, where: Where) -> list[MemoryUnit]:
    """The units among these that pass the filters, with everything that an answer shows; one query."""
    if not ids:
        return []
    return list(
        MemoryUnit.objects.raw(
            f"""
            SELECT u.* FROM memories_memoryunit u
            JOIN memories_source s ON s.id = u.source_id AND s.namespace_id = u.namespace_id
            WHERE u.namespace_id = %s AND u.id = ANY (%s) AND {where.sql}
            """,  # noqa: S608 (fixed SQL of memories.recalling.filters)
            [namespace_id, list(dict.fromkeys(ids)), *where.params],
        )
    )


def _hit(unit: MemoryUnit, hit: Ranked, preferences: Preferences, now: datetime) -> Hit:
    scores = {
        name: round(getattr(hit, name), 4)
        for name in ("similarity", "lexical", "text", "structural", "confidence", "freshness", "final")
    }
    return Hit(memory=memory_out(unit, preferences=preferences, now=now), scores=Scores(**scores))
