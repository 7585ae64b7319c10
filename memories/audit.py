"""The append-only record of who did what; opaque ids and counts only."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from memories.models import AuditEntry


def record(
    *,
    namespace_id: int | None,
    actor: str,
    action: str,
    object_type: str,
    object_id: object = "",
    now: datetime,
    **detail: Any,
) -> None:
    """Insert one entry in the current transaction. `detail` must hold no memory text."""
    AuditEntry.objects.create(
        namespace_id=namespace_id,
        actor=actor,
        action=action,
        object_type=object_type,
        object_id=str(object_id),
        detail=detail,
        at=now,
    )


def record_all(
    *,
    namespace_id: int,
    actor: str,
    action: str,
    object_type: str,
    objects: Iterable[tuple[object, dict[str, Any]]],
    now: datetime,
) -> None:
    """Insert an entry for each (object id, detail) of one action, in one statement."""
    AuditEntry.objects.bulk_create(
        AuditEntry(
            namespace_id=namespace_id,
            actor=actor,
            action=action,
            object_type=object_type,
            object_id=str(object_id),
            detail=detail,
            at=now,
        )
        for object_id, detail in objects
    )
