"""Rows of a made-up store by COPY: units as text, vectors in binary, their versions and evidence by SQL."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import psycopg

from memories.embedding.spaces import active_space_id
from memories.models import MemoryUnit
from memories.models.base import SNAPSHOT_FIELDS, new_id
from memories.words import State

_ESCAPES: Final = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})
_SNAPSHOT: Final = ", ".join(SNAPSHOT_FIELDS)
# A unit that is no longer active was active first, so as_of finds it by its first version.
_VERSIONS: Final = f"""
    INSERT INTO memories_memoryversion (
        id, namespace_id, unit_id, number, content_version, action, actor, reason, created_at, {_SNAPSHOT}
    )
    SELECT d.id, u.namespace_id, u.id, d.number, u.content_version,
        CASE d.number WHEN 1 THEN 'created' ELSE u.state END, 'bench', '',
        CASE d.number WHEN 1 THEN u.created_at ELSE u.state_changed_at END,
        {
    ", ".join(
        {
            "state": "CASE WHEN d.number < u.version THEN 'active' ELSE u.state END",
            "confidence": "CASE WHEN d.number < u.version THEN 0.9 ELSE u.confidence END",
            "valid_to": "CASE WHEN d.number < u.version THEN NULL ELSE u.valid_to END",
        }.get(name, f"u.{name}")
        for name in SNAPSHOT_FIELDS
    )
}
    FROM unnest(%s::uuid[], %s::uuid[], %s::int[]) AS d (id, unit_id, number)
    JOIN memories_memoryunit u ON u.id = d.unit_id
"""
_EVIDENCE: Final = """
    INSERT INTO memories_evidence (
        id, namespace_id, unit_id, source_id, content_version, writer_id, independent, trust, times, stated_at,
        created_at
    )
    SELECT d.id, u.namespace_id, u.id, u.source_id, u.content_version, s.writer_id, false, s.trust, 1, u.occurred_at,
        u.created_at
    FROM unnest(%s::uuid[], %s::uuid[]) AS d (id, unit_id)
    JOIN memories_memoryunit u ON u.id = d.unit_id JOIN memories_source s ON s.id = u.source_id
"""


@lru_cache(maxsize=1)
def _columns() -> tuple[tuple[str, str], ...]:
    """(attribute, column) of a unit, whatever columns it has."""
    return tuple((field.attname, str(field.column)) for field in MemoryUnit._meta.concrete_fields)


def _field(value: Any) -> str:
    """A value in COPY's text format."""
    if value is None:
        return r"\N"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, list):
        parts = (str(part).translate(_ESCAPES).replace('"', r"\\\"") for part in value)
        return "{" + ",".join(f'"{part}"' for part in parts) + "}"
    return str(value).translate(_ESCAPES)


def units(db: psycopg.Connection[Any], rows: Sequence[MemoryUnit]) -> None:
    """COPY units."""
    columns = _columns()
    lines = ["\t".join([_field(getattr(unit, name)) for name, _ in columns]) for unit in rows]
    with db.cursor().copy(f"COPY memories_memoryunit ({', '.join(name for _, name in columns)}) FROM STDIN") as copy:
        copy.write("\n".join(lines) + "\n")


def vectors(
    db: psycopg.Connection[Any],
    rows: Sequence[MemoryUnit],
    made: npt.NDArray[np.float32],
    cues: npt.NDArray[np.float32],
) -> None:
    """COPY the vectors of units' present content, shape (len(rows), dimensions); those of active ones are current.
    Units that declare a question have a cue beside it (docs/decisions/0011)."""
    asked = np.array([bool(unit.query) for unit in rows])
    for which, with_cues in ((asked, True), (~asked, False)):
        some = [row for row, chosen in zip(rows, which, strict=True) if chosen]
        if some:
            _vectors(db, some, made[which], cues[which] if with_cues else None)


def _vectors(
    db: psycopg.Connection[Any],
    rows: Sequence[MemoryUnit],
    made: npt.NDArray[np.float32],
    cues: npt.NDArray[np.float32] | None,
) -> None:
    size = made.shape[1]
    half = [(">i2",), (">i2",), (">u2", (size,))]
    fields: list[Any] = [
        ("fields", ">i2"), ("l1", ">i4"), ("id", "V16"), ("l2", ">i4"), ("namespace", ">i8"), ("l3", ">i4"),
        ("space", ">i8"), ("l4", ">i4"), ("unit", "V16"), ("l5", ">i4"), ("version", ">i4"), ("l6", ">i4"),
        ("size", *half[0]), ("unused", *half[1]), ("half", *half[2]), ("l7", ">i4"), ("current", "i1"),
    ]  # fmt: skip
    if cues is not None:
        fields += [("l8", ">i4"), ("cue_size", *half[0]), ("cue_unused", *half[1]), ("cue", *half[2])]
    out = np.zeros(len(rows), np.dtype(fields))
    lengths = (16, 8, 8, 16, 4, 4 + 2 * size, 1, 4 + 2 * size)[: 7 if cues is None else 8]
    out["fields"] = len(lengths)
    for number, length in enumerate(lengths, start=1):
        out[f"l{number}"] = length
    out["id"] = np.frombuffer(b"".join(new_id().bytes for _ in rows), "V16")
    out["unit"] = np.frombuffer(b"".join(unit.pk.bytes for unit in rows), "V16")
    out["namespace"] = [unit.namespace_id for unit in rows]
    out["version"] = [unit.content_version for unit in rows]
    out["current"] = [unit.state == State.ACTIVE for unit in rows]
    out["space"], out["size"] = active_space_id(), size
    out["half"] = made.astype(np.float16).view(np.uint16)
    columns = "id, namespace_id, space_id, unit_id, content_version, embedding, current"
    if cues is not None:
        out["cue_size"], out["cue"] = size, cues.astype(np.float16).view(np.uint16)
        columns += ", cue"
    with db.cursor().copy(f"COPY memories_vector ({columns}) FROM STDIN (FORMAT binary)") as copy:
        copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8) + out.tobytes() + b"\xff\xff")


def history(db: psycopg.Connection[Any], rows: Sequence[MemoryUnit]) -> None:
    """The versions of each unit, and the evidence that its source states it."""
    numbered = [(unit.pk, number) for unit in rows for number in range(1, unit.version + 1)]
    ids = [new_id() for _ in numbered]
    db.execute(_VERSIONS, [ids, [pk for pk, _ in numbered], [number for _, number in numbered]])
    db.execute(_EVIDENCE, [[new_id() for _ in rows], [unit.pk for unit in rows]])
