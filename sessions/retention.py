"""What happens to sessions that nobody looks after: they are ended before their raw turns go, and then those go."""

from __future__ import annotations

from datetime import datetime, timedelta

from memories.models import Namespace, Session, Turn
from memories.preferences import preferences_of
from memories.walls import inside
from memories.words import SessionKind
from sessions.ending import end_session
from sessions.shapes import EndInput

ACTOR = "hindsight"
_BEFORE = timedelta(days=1)
_AT_ONCE = 100


def clear(now: datetime) -> tuple[int, int]:
    """End what was abandoned, then delete turns past their time; (sessions, turns)."""
    ended = turns = 0
    for namespace_id in Namespace.objects.order_by("pk").values_list("pk", flat=True):
        ended += end_abandoned(namespace_id, now)
        turns += clear_turns(namespace_id, now)
    return ended, turns


def clear_turns(namespace_id: int, now: datetime) -> int:
    """Delete turns TURN_RETENTION_DAYS after they were received, in one statement by index; how many.

    Units keep what they say, and lose the place that they point at.
    """
    with inside(namespace_id):
        rows = Turn.objects.filter(namespace_id=namespace_id, created_at__lt=now - _kept_for(namespace_id))
        return rows._raw_delete(rows.db) or 0


def end_abandoned(namespace_id: int, now: datetime) -> int:
    """End conversations that have been quiet until a day before their turns and working units go, as if nobody could
    tell how they ended: what the user stated lasts. How many."""
    with inside(namespace_id):
        kept_for = _kept_for(namespace_id)
        quiet_since = now - max(kept_for - _BEFORE, kept_for / 2)
        abandoned = list(
            Session.objects.filter(
                namespace_id=namespace_id,
                kind=SessionKind.CONVERSATION,
                ended_at__isnull=True,
                last_turn_at__lt=quiet_since,
            ).order_by("last_turn_at")[:_AT_ONCE]
        )
    for session in abandoned:
        end_session(session, EndInput(), actor=ACTOR, now=now)
    return len(abandoned)


def _kept_for(namespace_id: int) -> timedelta:
    return timedelta(days=preferences_of(namespace_id).turn_retention_days)
