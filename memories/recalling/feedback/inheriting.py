"""What a unit learned to answer goes to the unit that supersedes it: the question is about the same thing, and the
answer to it is the newer one now.

An heir keeps what it has learned itself, and takes over what helped most as if it had helped once: a first failure
takes it away again. The elder keeps its own, for whoever asks for what was true before, and for an undo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from memories.models import MemoryUnit, QueryVariant
from memories.models.recalls import VARIANTS_AT_MOST
from memories.recalling.feedback.variants import variants_of
from memories.searchable import index_units


def inherit(namespace_id: int, heirs: Mapping[UUID, Iterable[UUID]], *, now: datetime) -> int:
    """Copy variants to each heir from the units that it supersedes, as far as it has places; how many.

    Rows of the units are locked by the caller. One query where nothing was learned.
    """
    elders = {elder for some in heirs.values() for elder in some}
    if not elders:
        return 0
    known = variants_of(namespace_id, [*heirs, *elders])
    made = [
        row
        for heir, some in heirs.items()
        for row in _taken_over(heir, [row for elder in some for row in known.get(elder, ())], known.get(heir, ()), now)
    ]
    if made:
        QueryVariant.objects.bulk_create(made)
        units = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in={row.unit_id for row in made})
        index_units(list(units.select_related("source").order_by("pk")), None)
    return len(made)


def _taken_over(
    heir: UUID, offered: Iterable[QueryVariant], own: Iterable[QueryVariant], now: datetime
) -> list[QueryVariant]:
    own = list(own)
    free = sorted(set(range(1, VARIANTS_AT_MOST + 1)) - {row.place for row in own})
    asked = {row.digest for row in own}
    best: dict[int, QueryVariant] = {}
    for row in sorted(offered, key=lambda row: (-row.uses, -row.last_used_at.timestamp(), row.pk)):
        if row.digest not in asked:
            best.setdefault(row.digest, row)
    return [
        QueryVariant(
            namespace_id=row.namespace_id,
            unit_id=heir,
            place=place,
            text=row.text,
            digest=row.digest,
            recall_id=row.recall_id,
            created_at=now,
            last_used_at=now,
        )
        for place, row in zip(free, best.values(), strict=False)
    ]
