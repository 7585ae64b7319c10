"""Who did what, when, to which opaque id."""

from __future__ import annotations

from django.db import models

from memories.models.base import new_id


class AuditEntry(models.Model):
    """Append-only, without foreign keys, so that history outlives its subject; opaque ids only."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    namespace_id = models.BigIntegerField(null=True)
    actor = models.CharField(max_length=60)
    action = models.CharField(max_length=40)
    object_type = models.CharField(max_length=30)
    object_id = models.CharField(max_length=40, blank=True, default="")
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["namespace_id", "-at"], name="audit_at"),
            models.Index(fields=["namespace_id", "object_id"], name="audit_object"),
        ]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.actor} {self.action} {self.object_type}"
