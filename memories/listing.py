"""Memories in a list, for a look around; to find one, search."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from memories.callers import Caller
from memories.gate.handles import with_handles
from memories.gate.privacy import masked_text
from memories.models import MemoryUnit, Terms
from memories.names import name_key
from memories.paging import Page, page_of
from memories.preferences import preferences_of
from memories.presenting import memory_out
from memories.searchable import facet_hashes
from memories.shapes.outputs import MemoryOut
from memories.shapes.queries import MemoryQuery
from memories.walls import inside
from memories.words import Scope, State


def list_memories(caller: Caller, query: MemoryQuery, *, now: datetime) -> Page[MemoryOut]:
    """The newest first. Without a state only what is current, so that no list restates what was retired.

    Raises:
        Invalid: a cursor that is not one.
    """
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        preferences = preferences_of(caller.namespace_id)
        query = with_handles(caller.namespace_id, query, ("subject", "key", "session_id"))
        units = MemoryUnit.objects.filter(namespace_id=caller.namespace_id)
        if not query.state:
            units = units.filter(Q(expires_at=None) | Q(expires_at__gt=now), state=State.ACTIVE)
        elif "all" not in query.state:
            units = units.filter(state__in=query.state)
        if query.subject:
            units = units.filter(subject_key=name_key(query.subject))
        if query.key:
            units = units.filter(key__startswith=query.key)
        if query.tag:
            tags = [masked_text(caller.namespace_id, tag) for tag in query.tag]
            units = units.filter(
                Exists(
                    Terms.objects.filter(
                        namespace_id=caller.namespace_id,
                        unit_id=OuterRef("pk"),
                        terms__contains=facet_hashes(caller.namespace_id, "tag", tags),
                    )
                )
            )
        if query.session_id:
            units = units.filter(source__session_id=query.session_id)
        return page_of(
            units,
            lambda unit: memory_out(unit, preferences=preferences, now=now),
            order=("-id",),  # ids are time-ordered, and (namespace, id) has an index
            cursor=query.cursor,
            size=query.page_size,
        )
