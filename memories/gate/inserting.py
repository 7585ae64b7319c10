"""New units with all that belongs to them: one statement for each table, however many units there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt
from django.db import connection

from memories.callers import Caller
from memories.cues import Cue
from memories.models import MemoryUnit
from memories.models.base import SNAPSHOT_FIELDS, new_id
from memories.pairs import remember_pairs
from memories.searchable import index_units
from memories.unit_verdicts import Neighbour

_SNAPSHOT = ", ".join(SNAPSHOT_FIELDS)
# Both are copies of what the units' rows say, so the database makes them; only their ids come from here.
_VERSIONS = f"""
    INSERT INTO memories_memoryversion (
        id, namespace_id, unit_id, number, content_version, action, actor, reason, created_at, {_SNAPSHOT}
    )
    SELECT d.id, u.namespace_id, u.id, u.version, u.content_version, 'created', %s, '', %s,
        {", ".join(f"u.{name}" for name in SNAPSHOT_FIELDS)}
    FROM unnest(%s::uuid[], %s::uuid[]) AS d (id, unit_id)
    JOIN memories_memoryunit u ON u.id = d.unit_id AND u.namespace_id = %s
"""  # noqa: S608 - names of columns
_EVIDENCE = """
    INSERT INTO memories_evidence (
        id, namespace_id, unit_id, source_id, content_version, writer_id, independent, trust, times, stated_at,
        created_at
    )
    SELECT d.id, u.namespace_id, u.id, u.source_id, u.content_version, %s, false, s.trust, 1, u.occurred_at, %s
    FROM unnest(%s::uuid[], %s::uuid[]) AS d (id, unit_id)
    JOIN memories_memoryunit u ON u.id = d.unit_id AND u.namespace_id = %s
    JOIN memories_source s ON s.id = u.source_id AND s.namespace_id = u.namespace_id
"""


@dataclass(frozen=True, slots=True)
class Fresh:
    """A unit that is not saved yet, with its source, its vector, what it was compared with and its cue."""

    unit: MemoryUnit
    vector: npt.NDArray[np.float32] | None
    near: Sequence[Neighbour]
    review_due: bool
    cue: Cue | None = None


def insert_all(fresh: Sequence[Fresh], *, caller: Caller, now: datetime) -> None:
    """Save units with their first version, first evidence, search rows and judged pairs."""
    for one in fresh:
        one.unit.embedding_due = one.vector is None
        one.unit.review_due_at = now if one.review_due else None
        if one.unit.valid_from is not None and one.unit.valid_from > now:
            one.unit.review_due_at = one.unit.valid_from  # it meets the others when it comes to hold
    units = [one.unit for one in fresh]
    if not units:
        return
    MemoryUnit.objects.bulk_create(units)
    _first_versions(units, actor=caller.actor, now=now)
    _first_evidence(units, writer_id=caller.writer_id, now=now)
    embedded = [(one.unit, one.vector, one.cue) for one in fresh if one.vector is not None]
    if embedded:
        saved, vectors, cues = zip(*embedded, strict=True)
        index_units(saved, np.stack(vectors), cues=cues, fresh=True)
    index_units([one.unit for one in fresh if one.vector is None], None, fresh=True)
    remember_pairs([(one.unit, one.near) for one in fresh], now=now)


def _first_versions(units: Sequence[MemoryUnit], *, actor: str, now: datetime) -> None:
    """The version of each unit that is a snapshot of what was just saved."""
    _copy(_VERSIONS, [actor, now], units)


def _first_evidence(units: Sequence[MemoryUnit], *, writer_id: int | None, now: datetime) -> None:
    """The evidence of each unit that its own source states it."""
    _copy(_EVIDENCE, [writer_id, now], units)


def _copy(statement: str, told: list[str | int | datetime | None], units: Sequence[MemoryUnit]) -> None:
    ids = [unit.pk for unit in units]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*told, [new_id() for _ in ids], ids, units[0].namespace_id])
