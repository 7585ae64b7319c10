"""The log of recalls: one cheap insert, in the statement that reads what is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
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
    statement = f"""
        WITH logged AS (INSERT INTO memories_recall ({columns}) VALUES ({types}))
        SELECT {_UNIT_COLUMNS} FROM memories_memoryunit u WHERE u.namespace_id = %s AND u.id = ANY (%s)
        """  # noqa: S608 (names of columns and types of the models)
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, entry.namespace_id, recall.unit_ids])
        units = [_unit_of(row) for row in cursor.fetchall()]
    return recall.pk, {unit.pk: unit for unit in units}


_UNIT_FIELDS = MemoryUnit._meta.concrete_fields
_UNIT_COLUMNS = ", ".join(f"u.{field.column}" for field in _UNIT_FIELDS)
_UNIT_NAMES = [field.attname for field in _UNIT_FIELDS]


def _unit_of(row: Sequence[Any]) -> MemoryUnit:
    """What `MemoryUnit.objects.raw` makes of a row, which resolves the model anew for each query."""
    values = list(row)
    for place, field in enumerate(_UNIT_FIELDS):
        for convert in field.get_db_converters(connection):
            values[place] = convert(values[place], field.cached_col, connection)
    return MemoryUnit.from_db(connection.alias, _UNIT_NAMES, values)


def read(namespace_id: int, ids: Sequence[UUID]) -> dict[UUID, MemoryUnit]:
    """Units with their sources, by id."""
    rows = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=list(ids)).select_related("source")
    return {unit.pk: unit for unit in rows}
