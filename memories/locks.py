"""The one place that takes locks, in one order: namespace, then statement slots sorted, then rows by id.

A write that names subject and attribute shares the namespace lock and owns its slot; any other write, and
every decision about units that exist, owns the namespace lock. So two racing writers of equal or conflicting
statements end as one after the other would, while writers of unlike slots do not wait for each other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from memories.models import MemoryUnit


class Slot(NamedTuple):
    """What a statement is about; empty parts mean that it may be about anything in the namespace."""

    subject: str
    attribute: str

    @property
    def narrow(self) -> bool:
        return bool(self.subject and self.attribute)


def _number(*parts: object) -> int:
    """A signed 64-bit number for pg_advisory_xact_lock; equal numbers of unlike slots only cost a wait."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)


def lock_statements(namespace_id: int, slots: Iterable[Slot]) -> None:
    """Lock what these statements could collide with, until the transaction ends.

    Raises:
        RuntimeError: outside a transaction, where a lock would be let go at once.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("locks are taken inside a transaction")
    wanted = set(slots)
    shared = bool(wanted) and all(slot.narrow for slot in wanted)
    statements = ["pg_advisory_xact_lock_shared(%s)" if shared else "pg_advisory_xact_lock(%s)"]
    numbers = [_number("namespace", namespace_id)]
    if shared:
        own = sorted({_number("slot", namespace_id, *slot) for slot in wanted})
        statements += ["pg_advisory_xact_lock(%s)"] * len(own)
        numbers += own
    with connection.cursor() as cursor:
        for statement, number in zip(statements, numbers, strict=True):
            cursor.execute(f"SELECT {statement}", [number])


def lock_namespace(namespace_id: int) -> None:
    """Own the whole namespace until the transaction ends."""
    lock_statements(namespace_id, ())


def try_lock_namespace(namespace_id: int) -> bool:
    """Own the whole namespace until the transaction ends, if nobody holds any part of it; never waits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_number("namespace", namespace_id)])
        return bool(cursor.fetchone()[0])


def share_namespace(namespace_id: int) -> None:
    """Keep whoever owns the namespace out until the transaction ends, and nobody else: for a change of rows that are
    locked themselves, such as the credit of an outcome. Two such changes wait for each other only at a row.

    Raises:
        RuntimeError: outside a transaction.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("locks are taken inside a transaction")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s)", [_number("namespace", namespace_id)])


def lock_units(namespace_id: int, ids: Iterable[UUID]) -> dict[UUID, MemoryUnit]:
    """Lock these unit rows, ordered by id, and return them with their sources by id; missing ones are left out."""
    rows = (
        MemoryUnit.objects.filter(namespace_id=namespace_id, id__in=list(ids)).select_related("source").order_by("id")
    )
    return {unit.id: unit for unit in rows.select_for_update(of=("self",))}
