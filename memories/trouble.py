"""How much came from each source, and how much of it made trouble."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q

from memories.models import Conflict, MemoryUnit
from memories.words import State

TROUBLED = (State.HELD, State.QUARANTINED, State.FALSIFIED)


@dataclass(frozen=True, slots=True)
class Record:
    """Of the memories of one source: all, those that a conflict was ever opened about, those that are held or
    quarantined now, and those that were found false."""

    units: int = 0
    contradicted: int = 0
    waiting: int = 0
    rejected: int = 0


def records_of(namespaces: Collection[int], sources: Collection[UUID]) -> dict[UUID, Record]:
    """By source, one query for all; a source without memories is not in it. Inside the wall of the namespaces."""
    conflicts = Conflict.objects.filter(namespace_id__in=namespaces)
    in_a_conflict = Q(pk__in=conflicts.values("a_id")) | Q(pk__in=conflicts.values("b_id"))
    rows = (
        MemoryUnit.objects.filter(namespace_id__in=namespaces, source_id__in=sources)
        .order_by()
        .values_list("source_id")
        .annotate(
            units=Count("pk"),
            contradicted=Count("pk", filter=in_a_conflict),
            waiting=Count("pk", filter=Q(state__in=(State.HELD, State.QUARANTINED))),
            rejected=Count("pk", filter=Q(state=State.FALSIFIED)),
        )
    )
    return {source: Record(*numbers) for source, *numbers in rows}
