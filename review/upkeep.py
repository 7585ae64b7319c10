"""What each run does besides judging: by index on what is due, never by scanning the store."""

from __future__ import annotations

from datetime import datetime

from memories.lifecycle import archive
from memories.locks import lock_namespace
from memories.models import MemoryUnit
from memories.walls import inside
from memories.words import State

_AT_ONCE = 500


def expire(namespace_id: int, *, now: datetime) -> int:
    """Archive what is past its time. Search has not shown it since that instant; this tidies the indexes."""
    done = 0
    while True:
        with inside(namespace_id):
            lock_namespace(namespace_id)
            units = list(
                MemoryUnit.objects.filter(namespace_id=namespace_id, state=State.ACTIVE, expires_at__lte=now).order_by(
                    "pk"
                )[:_AT_ONCE]
            )
            for unit in units:
                archive(unit, actor="review", now=now, reason="expired")
        done += len(units)
        if len(units) < _AT_ONCE:
            return done
