"""What was asked, what came back, whether it helped, and the questions that units learned from it."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from memories.models.base import Grows

VARIANTS_AT_MOST = 5
"""Learned questions a unit (SPEC 1); the database numbers their places, so that no race makes a sixth."""
VARIANT_LENGTH = 500
"""Characters of a learned question, as of a unit's own query."""


class Recall(Grows):
    """One search and what it returned, written in one insert; counts follow in the next review.

    `partial`: a deadline cut the search short. `credited_ids`: the units that the outcome credited or blamed.
    `folded`: taken into the units' counts. `paired`: a success was looked at for what helps together.
    """

    token_id = models.BigIntegerField(null=True)
    query = models.TextField(blank=True, default="")
    profile = models.CharField(max_length=20)
    unit_ids = ArrayField(models.UUIDField(), default=list)
    scores = ArrayField(models.FloatField(), default=list)
    degraded = models.BooleanField(default=False)
    partial = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    success = models.BooleanField(null=True)
    outcome_at = models.DateTimeField(null=True)
    credited_ids = ArrayField(models.UUIDField(), default=list)
    folded = models.BooleanField(default=False)
    paired = models.BooleanField(default=False)

    class Meta:
        indexes = [
            GinIndex(fields=["unit_ids"], name="recall_units"),
            GinIndex(fields=["credited_ids"], condition=Q(success=True), name="recall_helped"),
            models.Index(fields=["namespace", "created_at"], name="recall_created"),
            models.Index(fields=["namespace", "id"], condition=Q(folded=False), name="recall_unfolded"),
            models.Index(fields=["namespace", "id"], condition=Q(success=True, paired=False), name="recall_unpaired"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class QueryVariant(Grows):
    """A question that a unit answered with success though none of the unit's own words foretold it, as masked as the
    recall that it came from. `digest` is memories.recalling.feedback.learning.asked_digest of the text; `uses` counts
    the successes; `recall_id` points at the first of them while that recall is kept."""

    unit = models.ForeignKey(
        "memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="query_variants"
    )
    place = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=VARIANT_LENGTH)
    digest = models.BigIntegerField()
    uses = models.PositiveIntegerField(default=1)
    recall_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "digest", "unit"], name="variant_once"),
            models.UniqueConstraint(fields=["namespace", "unit", "place"], name="variant_place_once"),
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=VARIANTS_AT_MOST), name="variant_place"),
        ]

    def __str__(self) -> str:
        return f"{self.unit_id} {self.place}"
