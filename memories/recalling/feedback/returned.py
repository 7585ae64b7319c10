"""Which recalls returned a unit, by the index that row-level security would keep the application from using."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import connection


def recalls_that_returned(namespace_id: int, units: Iterable[UUID], *, most: int | None = None) -> list[UUID]:
    """Ids of recalls that returned one of these units, the newest first; all of them, or at most `most`."""
    wanted = list(units)
    if not wanted:
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT recall_id FROM hindsight_recalls_of(%s, %s::uuid[], %s)", [namespace_id, wanted, most])
        return [row[0] for row in cursor.fetchall()]
