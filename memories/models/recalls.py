"""What was asked, what came back, and whether it helped."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from memories.models.base import Grows


class Recall(Grows):
    """One search and what it returned, written in one insert; counts follow in the next review."""

    token_id = models.BigIntegerField(null=True)
    query = models.TextField(blank=True, default="")
    profile = models.CharField(max_length=20)
    unit_ids = ArrayField(models.UUIDField(), default=list)
    scores = ArrayField(models.FloatField(), default=list)
    degraded = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    success = models.BooleanField(null=True)
    outcome_at = models.DateTimeField(null=True)
    folded = models.BooleanField(default=False)

    class Meta:
        indexes = [
            GinIndex(fields=["unit_ids"], name="recall_units"),
            models.Index(fields=["namespace", "created_at"], name="recall_created"),
            models.Index(fields=["namespace", "id"], condition=Q(folded=False), name="recall_unfolded"),
        ]

    def __str__(self) -> str:
        return str(self.id)
