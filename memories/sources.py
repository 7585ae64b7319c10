"""Sources in a list, and how far each is trusted."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories import audit
from memories.callers import Caller
from memories.errors import NotFound
from memories.models import Source
from memories.paging import NEWEST_FIRST, Page, page_of
from memories.presenting import source_out
from memories.shapes.outputs import SourceOut
from memories.shapes.queries import PageQuery
from memories.walls import inside
from memories.words import Scope


def list_sources(caller: Caller, query: PageQuery) -> Page[SourceOut]:
    """The newest first."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        rows = Source.objects.filter(namespace_id=caller.namespace_id).select_related("writer")
        return page_of(rows, source_out, order=NEWEST_FIRST, cursor=query.cursor, size=query.page_size)


def set_trust(caller: Caller, source_id: UUID, *, trust: float, now: datetime) -> SourceOut:
    """How far a source is trusted from now on; what it stated before keeps its confidence. Raises NotFound."""
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        source = (
            Source.objects.filter(namespace_id=caller.namespace_id, pk=source_id)
            .select_related("writer")
            .select_for_update(of=("self",))
            .first()
        )
        if source is None:
            raise NotFound("There is no such source.", field="id")
        before, source.trust = source.trust, trust
        if before != trust:
            source.save(update_fields=["trust"])
            audit.record(
                namespace_id=caller.namespace_id,
                actor=caller.actor,
                action="source_trust_set",
                object_type="source",
                object_id=source.pk,
                now=now,
                before=before,
                after=trust,
            )
        return source_out(source)
