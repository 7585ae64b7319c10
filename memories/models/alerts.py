"""What a person should look at, with what to do."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from memories.models.base import Grows


class Alert(Grows):
    """One open alert per kind and object; raising it again only counts."""

    kind = models.CharField(max_length=40)
    object_type = models.CharField(max_length=30, blank=True, default="")
    object_id = models.CharField(max_length=40, blank=True, default="")
    detail = models.CharField(max_length=300, blank=True, default="")
    times = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    acknowledged_by = models.CharField(max_length=60, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["namespace", "kind", "object_id"],
                condition=Q(acknowledged_at__isnull=True),
                name="alert_open_once",
            )
        ]
        indexes = [models.Index(fields=["namespace", "-created_at"], name="alert_created")]

    def __str__(self) -> str:
        return self.kind
