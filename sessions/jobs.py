"""Jobs of django-q2: ids in, nothing out; each looks at the rows and may run twice, late or never."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from sessions.flushing import flush
from sessions.retention import clear


def flush_sessions(pairs: list[tuple[int, str]]) -> None:
    """Flush sessions that have gone quiet, each (namespace, id). One that fails keeps none of the others waiting; its
    error is the job's, and the beat asks for it again."""
    failed: Exception | None = None
    for namespace_id, session_id in pairs:
        try:
            flush(namespace_id, UUID(session_id), now=timezone.now())
        except Exception as error:  # noqa: BLE001 (raised below)
            failed = failed or error
    if failed is not None:
        raise failed


def clear_sessions() -> None:
    """See sessions.retention.clear."""
    clear(timezone.now())
