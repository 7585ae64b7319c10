"""What lay in the archive or the trash for its time is erased, without a request and without a receipt."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memories import audit
from memories.forgetting.asked import answered_jobs, keys_of
from memories.forgetting.erasers import erase
from memories.forgetting.finding import Found
from memories.models import MemoryUnit


def purge(namespace_id: int, units: Sequence[MemoryUnit], *, actor: str, now: datetime) -> None:
    """Erase these units with their vectors, words, versions, evidence and what was answered of them, in the caller's
    transaction; their rows are locked. What was derived from them stands by itself, their sources stay, and whoever
    says the same again is heard: nobody asked that it be forgotten."""
    ids = frozenset(unit.pk for unit in units)
    if not ids:
        return
    found = Found(
        units=ids,
        recalls=frozenset(),
        sources=frozenset(),
        jobs=answered_jobs(namespace_id, ids),
        keys=keys_of(namespace_id, ids),
    )
    erase(namespace_id, found)
    audit.record_all(
        namespace_id=namespace_id,
        actor=actor,
        action="unit_purged",
        object_type="unit",
        objects=[(unit.pk, {"was": unit.state, "since": unit.state_changed_at.isoformat()}) for unit in units],
        now=now,
    )
