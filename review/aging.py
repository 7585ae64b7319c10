"""What time alone does: disuse leads to the archive, the archive and the trash to an end, and waiting to an alert.

Once a day for each namespace, what is old enough by the index of states and ages: no rule here depends on how often it
runs, so that a worker that slept for three days does the same as one that did not (SPEC 5). An index of idleness of its
own would make each recall that is counted rewrite all indexes of a unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import QuerySet

from memories.alerts import close_alerts, raise_alert
from memories.confidence import decayed
from memories.forgetting.purging import purge
from memories.lifecycle import archive
from memories.locks import lock_namespace
from memories.models import Conflict, MemoryUnit
from memories.preferences import Preferences
from memories.walls import inside
from memories.words import ConflictState, State
from review.anomalies import alert_of_supersessions, hold_what_fails
from review.models import Aging
from review.turns import turns

EVERY: Final = timedelta(days=1)
QUEUE_WAITS: Final = "queue_waits"
_LOOKED_AT: Final = 5_000
_AT_ONCE: Final = 200

Units = QuerySet[MemoryUnit, MemoryUnit]


def aging_due(namespace_id: int, now: datetime) -> bool:
    """Whether a day has gone since it was last done to its end, and anything is old enough; inside a transaction of the
    namespace."""
    if Aging.objects.filter(namespace_id=namespace_id, done_at__gt=now - EVERY).exists():
        return False
    environment = settings.HINDSIGHT
    days = min(
        environment.ARCHIVE_AFTER_DAYS,
        environment.ARCHIVE_RETENTION_DAYS,
        environment.TRASH_DAYS,
        environment.QUEUE_AGE_ALERT_HOURS / 24,
    )
    units = MemoryUnit.objects.filter(namespace_id=namespace_id).order_by("pk")
    oldest = units.values_list("created_at", flat=True).first()
    return oldest is not None and oldest <= now - timedelta(days=days)


def age(namespace_id: int, *, preferences: Preferences, now: datetime) -> dict[str, int]:
    """How many units were archived for disuse, and purged from the archive and from the trash, and how many anomalies
    were found; nothing before it is due. What a bounded time does not suffice for goes on in the next run."""
    with inside(namespace_id):
        if not aging_due(namespace_id, now):
            return {}
    environment = settings.HINDSIGHT
    disused, all_disused = archive_disused(namespace_id, preferences=preferences, now=now)
    kept = now - timedelta(days=environment.ARCHIVE_RETENTION_DAYS)
    purged, all_purged = _purge(namespace_id, _old(namespace_id, State.ARCHIVED, kept).filter(critical=False), now=now)
    kept = now - timedelta(days=environment.TRASH_DAYS)
    emptied, all_emptied = _purge(namespace_id, _old(namespace_id, State.DELETED, kept), now=now)
    anomalies = hold_what_fails(namespace_id, now=now) + alert_of_supersessions(namespace_id, now=now)
    with inside(namespace_id):
        alert_of_what_waits(namespace_id, now=now)
        if all_disused and all_purged and all_emptied:
            Aging.objects.update_or_create(namespace_id=namespace_id, defaults={"done_at": now})
    return {"disused": disused, "purged": purged, "trash_emptied": emptied, "anomalies": anomalies}


def archive_disused(namespace_id: int, *, preferences: Preferences, now: datetime) -> tuple[int, bool]:
    """Archive what nobody recalled for ARCHIVE_AFTER_DAYS and what has decayed under MIN_CONFIDENCE: (how many,
    whether that was all).

    What is critical does not decay, and what is in a conflict waits for its decision.
    """
    before = now - timedelta(days=settings.HINDSIGHT.ARCHIVE_AFTER_DAYS)
    done, last = 0, None
    for _ in turns():
        with inside(namespace_id):
            page = list(_idle(namespace_id, before, after=last)[:_LOOKED_AT])
            faded = [pk for pk, confidence, since, _ in page if _faded(confidence, since, preferences, now)]
        for start in range(0, len(faded), _AT_ONCE):
            with inside(namespace_id):
                lock_namespace(namespace_id)
                units = MemoryUnit.objects.filter(
                    namespace_id=namespace_id,
                    pk__in=faded[start : start + _AT_ONCE],
                    state=State.ACTIVE,
                    critical=False,
                    contested=False,
                )
                for unit in units.order_by("pk").select_for_update():
                    # It may have been recalled or confirmed since the page was read.
                    if unit.idle_since <= before and _faded(unit.confidence, unit.idle_since, preferences, now):
                        archive(unit, actor="review", now=now, reason="disuse")
                        done += 1
        if len(page) < _LOOKED_AT:
            return done, True
        last = page[-1][3], page[-1][0]
    return done, False


def _idle(namespace_id: int, before: datetime, *, after: tuple[datetime, Any] | None) -> QuerySet[Any, Any]:
    """(id, confidence, idle since, created at) of current units, the oldest first."""
    rows = MemoryUnit.objects.filter(
        namespace_id=namespace_id,
        state=State.ACTIVE,
        created_at__lte=before,
        idle_since__lte=before,
        critical=False,
        contested=False,
    )
    if after is not None:
        created, pk = after
        rows = rows.filter(created_at__gte=created).exclude(created_at=created, pk__lte=pk)
    return rows.order_by("created_at", "pk").values_list("pk", "confidence", "idle_since", "created_at")


def _faded(confidence: float, idle_since: datetime, preferences: Preferences, now: datetime) -> bool:
    left = decayed(confidence, idle_since, now, critical=False, rules=preferences.rules)
    return left < preferences.min_confidence


def _old(namespace_id: int, state: State, before: datetime) -> Units:
    return MemoryUnit.objects.filter(
        namespace_id=namespace_id, state=state, created_at__lte=before, state_changed_at__lte=before
    )


def _purge(namespace_id: int, old: Units, *, now: datetime) -> tuple[int, bool]:
    """Erase what is old: (how many, whether that was all)."""
    done = 0
    for _ in turns():
        with inside(namespace_id):
            lock_namespace(namespace_id)
            units: Sequence[MemoryUnit] = list(old.order_by("created_at", "pk").select_for_update()[:_AT_ONCE])
            purge(namespace_id, units, actor="review", now=now)
        done += len(units)
        if len(units) < _AT_ONCE:
            return done, True
    return done, False


def alert_of_what_waits(namespace_id: int, *, now: datetime) -> None:
    """One alert for a queue in which something waits longer than QUEUE_AGE_ALERT_HOURS; it closes when nothing does."""
    hours = settings.HINDSIGHT.QUEUE_AGE_ALERT_HOURS
    before = now - timedelta(hours=hours)
    conflicts = Conflict.objects.filter(
        namespace_id=namespace_id, state=ConflictState.PENDING, opened_at__lte=before
    ).count()
    units = MemoryUnit.objects.filter(
        namespace_id=namespace_id, state__in=[State.HELD, State.QUARANTINED], state_changed_at__lte=before
    ).count()
    if not conflicts and not units:
        close_alerts(namespace_id=namespace_id, object_id=namespace_id, kind=QUEUE_WAITS, actor="review", now=now)
        return
    raise_alert(
        namespace_id=namespace_id,
        kind=QUEUE_WAITS,
        object_type="namespace",
        object_id=namespace_id,
        detail=f"{conflicts} conflicts and {units} held or quarantined memories have waited for more than "
        f"{hours:g} hours. What to do: decide them in the inbox.",
        now=now,
    )
