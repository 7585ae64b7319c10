"""The log of recalls: one cheap insert, in the statement that reads what is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from memories.models import MemoryUnit, Recall
from memories.models.base import new_id


@dataclass(frozen=True, slots=True)
class Entry:
    """What the log says of one recall; `hits` are (unit, score), best first. One that does not count as use leaves
    counts and decay alone: who looks at what was believed once does not need it today."""

    namespace_id: int
    token_id: int | None
    query: str
    profile: str
    hits: Sequence[tuple[UUID, float]]
    degraded: bool
    partial: bool
    counts: bool
    now: datetime

    def row(self) -> Recall:
        """The row of the log, not saved yet."""
        return Recall(
            id=new_id(),
            namespace_id=self.namespace_id,
            token_id=self.token_id,
            query=self.query,
            profile=self.profile,
            unit_ids=[pk for pk, _ in self.hits],
            scores=[round(score, 4) for _, score in self.hits],
            degraded=self.degraded,
            partial=self.partial,
            folded=not self.counts,
            created_at=self.now,
        )


def log(entry: Entry) -> UUID:
    """Log a recall; its id. Counts follow in the next review."""
    recall = entry.row()
    recall.save(force_insert=True)
    return recall.pk


def log_and_read(entry: Entry) -> tuple[UUID, dict[UUID, MemoryUnit]]:
    """Log a recall and read the units that it returned, in one statement."""
    if not entry.hits:
        return log(entry), {}
    recall = entry.row()
    fields = Recall._meta.concrete_fields
    columns = ", ".join(str(field.column) for field in fields)
    values = [field.get_db_prep_save(getattr(recall, field.attname), connection) for field in fields]
    types = ", ".join(f"%s::{field.db_type(connection)}" for field in fields)
    units = MemoryUnit.objects.raw(
        f"""
        WITH logged AS (INSERT INTO memories_recall ({columns}) VALUES ({types}))
        SELECT u.* FROM memories_memoryunit u WHERE u.namespace_id = %s AND u.id = ANY (%s)
        """,  # noqa: S608 (names of columns and types of the model)
        [*values, entry.namespace_id, recall.unit_ids],
    )
    return recall.pk, {unit.pk: unit for unit in units}


def read(namespace_id: int, ids: Sequence[UUID]) -> dict[UUID, MemoryUnit]:
    """Units with their sources, by id."""
    rows = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=list(ids)).select_related("source")
    return {unit.pk: unit for unit in rows}
