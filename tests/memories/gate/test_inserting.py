"""What is saved with a new unit, in one statement a table, is what the unit says."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from memories.models import Evidence, MemoryUnit, MemoryVersion, Terms, Vector
from memories.models.base import SNAPSHOT_FIELDS
from memories.preparing import Failed
from memories.searchable import _literals, hashes_of
from memories.versions import snapshot
from memories.walls import inside
from memories.writing import write_batch
from tests.people import NOW

pytestmark = pytest.mark.django_db


def test_the_first_version_evidence_and_search_rows_of_each_unit(caller):
    bodies: list[dict[str, Any]] = [
        {"value": "The pool on the roof opens at six", "tags": ["roof", "pool, cold"], "entities": ['a "quoted" pool']},
        {
            "value": "密码是 swordfish-7",
            "sensitive": True,
            "query": "door",
            "subject": "door",
            "attribute": "code",
        },
        {"value": "Ana is at the desk", "tier": "working", "session_id": "s1", "ttl_seconds": 60},
        {"value": "The van is back", "occurred_at": NOW - timedelta(days=3), "success": True, "decision": True},
        {"value": "Bo will live in Graz", "valid_from": NOW + timedelta(days=9), "participants": ["Bo"]},
    ]
    results = write_batch(caller, bodies, now=NOW)
    with inside(caller.namespace_id):
        for result in results:
            assert not isinstance(result, Failed)
            unit = MemoryUnit.objects.select_related("source").get(pk=result.memory.id)
            version, expected = (
                MemoryVersion.objects.get(unit=unit),
                snapshot(unit, action="created", actor="", now=NOW),
            )
            for name in (*SNAPSHOT_FIELDS, "number", "content_version", "action", "reason", "created_at"):
                assert getattr(version, name) == getattr(expected, name), name
            assert (version.actor, version.decision_row_id) == (caller.actor, None)
            evidence = Evidence.objects.get(unit=unit)
            assert (evidence.source_id, evidence.writer_id, evidence.trust) == (
                unit.source_id,
                caller.writer_id,
                unit.source.trust,
            )
            assert (evidence.stated_at, evidence.times, evidence.independent) == (unit.occurred_at, 1, False)
            assert sorted(Terms.objects.get(unit=unit).terms) == sorted(hashes_of(unit))
            assert Vector.objects.get(unit=unit).current


def test_a_vector_is_written_so_that_it_reads_as_it_was():
    numbers = np.frombuffer(np.arange(2**16, dtype=np.uint16).tobytes(), dtype=np.float16)
    finite = numbers[np.isfinite(numbers)].astype(np.float32)
    (literal,) = _literals(finite[None, :])
    read = np.array(literal[1:-1].split(","), dtype=np.float32).astype(np.float16)
    assert np.array_equal(read, finite.astype(np.float16))
