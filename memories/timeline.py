"""What happened in which order around a subject, a session or a task, and what caused what (SPEC 7)."""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from django.db.models import Q

from memories.callers import Caller
from memories.models import MemoryUnit, MemoryVersion, Relation
from memories.names import name_key
from memories.paging import Page, page_of
from memories.shapes.happenings import CauseOut, HappeningOut
from memories.shapes.queries import TimelineQuery
from memories.walls import inside
from memories.words import RelationType, Scope

_ORDER = ("created_at", "id")
_CAUSES = (RelationType.DERIVED_FROM, RelationType.CAUSED_BY)
"""Edges of a memory that say why it was written; a decision has edges of its own."""


def timeline(caller: Caller, query: TimelineQuery) -> Page[HappeningOut]:
    """Every version of the memories about a subject, or from a session or a task, the oldest first, each with what it
    happened because of. Of a page: the rows, the edges of its decisions, and why its memories were first written."""
    caller.require(Scope.READ)
    space = caller.namespace_id
    with inside(space):
        units = MemoryUnit.objects.filter(namespace_id=space)
        if query.subject:
            units = units.filter(subject_key=name_key(query.subject))
        if query.session_id:
            units = units.filter(source__session_id=query.session_id)
        if query.task_id:
            units = units.filter(source__task_id=query.task_id)
        rows = MemoryVersion.objects.filter(namespace_id=space, unit_id__in=units.values("pk"))
        page = page_of(rows, lambda row: row, order=_ORDER, cursor=query.cursor, size=query.page_size)
        causes = _causes(space, page.results)
    return Page([_happening(row, causes[row.pk]) for row in page.results], page.next_cursor)


def _causes(namespace_id: int, rows: list[MemoryVersion]) -> dict[UUID, list[CauseOut]]:
    """Of each version: the edges of the decision that made it, and of the first one why it was written."""
    decided = {row.decision_row_id for row in rows if row.decision_row_id}
    first = {row.unit_id for row in rows if row.number == 1}
    edges = list(
        Relation.objects.filter(
            Q(decision_row_id__in=decided) | Q(from_unit_id__in=first, type__in=_CAUSES), namespace_id=namespace_id
        ).order_by("pk")
    )
    found: dict[UUID, list[CauseOut]] = defaultdict(list)
    for row in rows:
        for edge in edges:
            ours = edge.decision_row_id is not None and edge.decision_row_id == row.decision_row_id
            if ours and row.unit_id in (edge.from_unit_id, edge.to_unit_id):
                outward = edge.from_unit_id == row.unit_id
                other = edge.to_unit_id if outward else edge.from_unit_id
                found[row.pk].append(CauseOut(type=edge.type, direction="out" if outward else "in", other_id=other))
            elif row.number == 1 and edge.from_unit_id == row.unit_id and edge.type in _CAUSES:
                found[row.pk].append(CauseOut(type=edge.type, direction="out", other_id=edge.to_unit_id))
    return found


def _happening(row: MemoryVersion, because: list[CauseOut]) -> HappeningOut:
    return HappeningOut(
        at=row.created_at,
        memory_id=row.unit_id,
        version=row.number,
        action=row.action,
        actor=row.actor,
        reason=row.reason,
        value=row.value,
        state=row.state,
        confidence=row.confidence,
        decision_id=row.decision_row_id,
        because=because,
    )
