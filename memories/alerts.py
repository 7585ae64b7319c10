"""Alerts: one open alert for one thing, however often it happens, until a person has seen to it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import F

from memories import audit
from memories.callers import Caller
from memories.errors import NotFound
from memories.models import Alert
from memories.paging import NEWEST_FIRST, Page, page_of
from memories.presenting import alert_out
from memories.shapes.outputs import AlertOut
from memories.shapes.queries import AlertQuery
from memories.walls import inside
from memories.words import Scope


def raise_alert(
    *, namespace_id: int, kind: str, object_type: str, object_id: object, detail: str, now: datetime
) -> None:
    """Open an alert, or count it again if it is open. `detail` says what to do, without memory text."""
    alert, created = Alert.objects.get_or_create(
        namespace_id=namespace_id,
        kind=kind,
        object_id=str(object_id),
        acknowledged_at=None,
        defaults={"object_type": object_type, "detail": detail, "created_at": now},
    )
    if not created:
        Alert.objects.filter(pk=alert.pk).update(times=F("times") + 1)


def list_alerts(caller: Caller, query: AlertQuery) -> Page[AlertOut]:
    """The newest first."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        rows = Alert.objects.filter(namespace_id=caller.namespace_id)
        if query.open is not None:
            rows = rows.filter(acknowledged_at__isnull=query.open)
        return page_of(rows, alert_out, order=NEWEST_FIRST, cursor=query.cursor, size=query.page_size)


def acknowledge(caller: Caller, alert_id: UUID, *, now: datetime) -> AlertOut:
    """Someone has seen to it; the first who did stays named. Raises NotFound."""
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        alert = Alert.objects.filter(namespace_id=caller.namespace_id, pk=alert_id).select_for_update().first()
        if alert is None:
            raise NotFound("There is no such alert.", field="id")
        if alert.acknowledged_at is None:
            alert.acknowledged_at, alert.acknowledged_by = now, caller.actor
            alert.save(update_fields=["acknowledged_at", "acknowledged_by"])
            audit.record(
                namespace_id=caller.namespace_id,
                actor=caller.actor,
                action="alert_acknowledged",
                object_type="alert",
                object_id=alert.pk,
                now=now,
            )
        return alert_out(alert)


def close_alerts(*, namespace_id: int, object_id: object, actor: str, now: datetime, kind: str | None = None) -> None:
    """What the alerts of an object (those of one kind) asked for has been done: they are acknowledged by whoever did
    it."""
    rows = Alert.objects.filter(namespace_id=namespace_id, object_id=str(object_id), acknowledged_at=None)
    if kind is not None:
        rows = rows.filter(kind=kind)
    rows.update(acknowledged_at=now, acknowledged_by=actor)
