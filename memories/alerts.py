"""Raising an alert: one open alert for one thing, however often it happens."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from memories.models import Alert


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
