"""Raw turns go TURN_RETENTION_DAYS after they were received: one statement a namespace, by index."""

from __future__ import annotations

from datetime import datetime, timedelta

from memories.models import Namespace, Turn
from memories.preferences import preferences_of
from memories.walls import inside


def clear_turns(now: datetime) -> int:
    """Delete what is past its time; how many turns. Units keep what they say, and lose the place that they point at."""
    gone = 0
    for namespace_id in Namespace.objects.order_by("pk").values_list("pk", flat=True):
        with inside(namespace_id):
            until = now - timedelta(days=preferences_of(namespace_id).turn_retention_days)
            rows = Turn.objects.filter(namespace_id=namespace_id, created_at__lt=until)
            gone += rows._raw_delete(rows.db) or 0
    return gone
