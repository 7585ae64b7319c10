"""Jobs of django-q2: ids in, nothing out; each looks at the rows and may run twice, late or never."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from sessions.flushing import flush
from sessions.retention import clear


def flush_sessions(pairs: list[tuple[int, str]]) -> None:
    """Flush sessions that have gone quiet, each (namespace, id)."""
    for namespace_id, session_id in pairs:
        flush(namespace_id, UUID(session_id), now=timezone.now())


def clear_sessions() -> None:
    """See sessions.retention.clear."""
    clear(timezone.now())
