"""What replaced what, among the units of one search."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from memories.models import Relation
from memories.words import RelationType


def replaced_by(namespace_id: int, ids: Iterable[UUID], *, until: datetime | None = None) -> Mapping[UUID, list[UUID]]:
    """Of each unit that was superseded, by a moment if one is given, what supersedes it; one query."""
    edges = Relation.objects.filter(
        namespace_id=namespace_id, type=RelationType.SUPERSEDES, to_unit_id__in=list(ids)
    ).values_list("to_unit_id", "from_unit_id")
    if until is not None:
        edges = edges.filter(created_at__lte=until)
    found: dict[UUID, list[UUID]] = defaultdict(list)
    for older, newer in edges:
        found[older].append(newer)
    return found
