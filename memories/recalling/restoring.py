"""What was archived for want of use comes back when it is what answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from memories.errors import WrongState
from memories.lifecycle import restore_recalled as restore_one
from memories.locks import try_lock_namespace
from memories.models import MemoryUnit
from memories.words import State


def restore_recalled(namespace_id: int, ids: Sequence[UUID], *, now: datetime) -> None:
    """Restore what of these is still archived, in the search's own transaction.

    A search does not wait for a writer: while one holds the namespace, what was found is answered as it is, archived,
    and the next search that finds it restores it.
    """
    if not try_lock_namespace(namespace_id):
        return
    rows = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=list(ids), state=State.ARCHIVED)
    for unit in rows.order_by("pk").select_for_update():
        try:
            restore_one(unit, now=now)
        except WrongState:
            continue  # an equal statement is current, and out of this search's sight by its filters
