"""New units with all that belongs to them: one statement for each table, however many units there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memories.callers import Caller
from memories.gate.reinforcing import first_evidence
from memories.models import Evidence, MemoryUnit, MemoryVersion
from memories.overlap import Neighbour
from memories.pairs import remember_pairs
from memories.searchable import index_units
from memories.versions import snapshot


@dataclass(frozen=True, slots=True)
class Fresh:
    """A unit that is not saved yet, with its source, its vector and what it was compared with."""

    unit: MemoryUnit
    vector: npt.NDArray[np.float32] | None
    near: Sequence[Neighbour]
    review_due: bool


def insert_all(fresh: Sequence[Fresh], *, caller: Caller, now: datetime) -> None:
    """Save units with their first version, first evidence, search rows and judged pairs."""
    for one in fresh:
        one.unit.embedding_due = one.vector is None
        one.unit.review_due_at = now if one.review_due else None
        if one.unit.valid_from is not None and one.unit.valid_from > now:
            one.unit.review_due_at = one.unit.valid_from  # it meets the others when it comes to hold
    units = [one.unit for one in fresh]
    MemoryUnit.objects.bulk_create(units)
    MemoryVersion.objects.bulk_create(snapshot(unit, action="created", actor=caller.actor, now=now) for unit in units)
    Evidence.objects.bulk_create(first_evidence(unit, writer_id=caller.writer_id, now=now) for unit in units)
    embedded = [(one.unit, one.vector) for one in fresh if one.vector is not None]
    if embedded:
        index_units([unit for unit, _ in embedded], np.stack([vector for _, vector in embedded]))
    index_units([one.unit for one in fresh if one.vector is None], None)
    remember_pairs([(one.unit, one.near) for one in fresh], now=now)
