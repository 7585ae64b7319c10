"""Conflicts that lose a side: nothing is left to decide while one of the two is not current."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from memories import alerts
from memories.models import Conflict, MemoryUnit
from memories.words import OPEN_CONFLICTS, ConflictState, ConflictType, Resolution, State


def close_moot(namespace_id: int, ids: Collection[UUID], *, actor: str, now: datetime) -> set[UUID]:
    """Close the open conflicts of units that are current no more; returns the units on their other sides.

    The caller refreshes who is contested.
    """
    conflicts = Conflict.objects.filter(
        Q(a_id__in=ids) | Q(b_id__in=ids), namespace_id=namespace_id, state__in=OPEN_CONFLICTS
    )
    partners: set[UUID] = set()
    for conflict in conflicts:
        conflict.state, conflict.settled_at, conflict.resolution = ConflictState.SETTLED, now, Resolution.MOOT
        conflict.save(update_fields=["state", "settled_at", "resolution"])
        alerts.close_alerts(namespace_id=namespace_id, object_id=conflict.pk, actor=actor, now=now)
        partners |= {conflict.a_id, conflict.b_id}
    return partners


def reopen_moot(namespace_id: int, ids: Collection[UUID]) -> list[Conflict]:
    """Open again the conflicts that were closed for want of a side, now that both are current; the caller refreshes
    who is contested."""
    conflicts = Conflict.objects.filter(
        Q(a_id__in=ids) | Q(b_id__in=ids),
        namespace_id=namespace_id,
        state=ConflictState.SETTLED,
        resolution=Resolution.MOOT,
        a__state=State.ACTIVE,
        b__state=State.ACTIVE,
    )
    reopened = []
    for conflict in conflicts:
        coexisting = conflict.type == ConflictType.SOURCE
        conflict.state = ConflictState.COEXISTING if coexisting else ConflictState.PENDING
        conflict.settled_at, conflict.resolution = None, ""
        conflict.save(update_fields=["state", "settled_at", "resolution"])
        reopened.append(conflict)
    return reopened


def sides_of(namespace_id: int, ids: Collection[UUID]) -> list[MemoryUnit]:
    """The units themselves, to refresh whether they are contested."""
    return list(MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=ids))
