"""What search matches against: embeddings and lexical terms, apart from the rows that change often."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField

from memories.models.base import Grows


class EmbeddingSpace(models.Model):
    """The pinned model and dimension of an index; vectors of two spaces never meet.

    `calibration` is what was measured of the model before its first vector (memories.embedding.geometry reads it):
    null for the local model, whose calibration ships, and `{"raw": true}` where vectors are older than calibrations.
    """

    provider = models.CharField(max_length=20)
    model = models.CharField(max_length=200)
    dimensions = models.PositiveIntegerField()
    active = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    calibration = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["provider", "model", "dimensions"], name="space_once"),
            models.UniqueConstraint(fields=["active"], condition=Q(active=True), name="space_one_active"),
        ]

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}:{self.dimensions}"


class Vector(Grows):
    """The embedding of one content version; old ones stay (`current` false), so that a rollback needs no
    embedder. Only current ones are in the HNSW index. Centred and normalised (memories.embedding).

    `cue` is a second one, of what the unit is asked for by or was said after (memories.cues); null where that is
    nothing. `heard` has the hashed words of what it was said after, so that a forget-me finds what no text says."""

    unit = models.ForeignKey(
        "memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="vectors"
    )
    content_version = models.PositiveIntegerField()
    space = models.ForeignKey(EmbeddingSpace, on_delete=models.PROTECT, related_name="+")
    embedding = HalfVectorField()
    cue = HalfVectorField(null=True)
    heard = ArrayField(models.BigIntegerField(), null=True)
    current = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["namespace", "unit", "content_version", "space"], name="vector_once_per_content"
            ),
            models.UniqueConstraint(fields=["unit", "space"], condition=Q(current=True), name="vector_one_current"),
        ]
        indexes = [
            models.Index(fields=["namespace"], condition=Q(current=True), name="vector_current"),
            models.Index(fields=["namespace"], condition=Q(cue__isnull=False), name="vector_cued"),
        ]

    def __str__(self) -> str:
        return f"{self.unit_id}.{self.content_version}"


class Terms(models.Model):
    """The lexical terms of a unit's current content, each a 64-bit hash of (namespace, term), so that a
    posting list of the GIN index belongs to one namespace."""

    unit = models.OneToOneField(
        "memories.MemoryUnit",
        primary_key=True,
        on_delete=models.CASCADE,
        db_constraint=False,
        related_name="terms",
    )
    namespace = models.ForeignKey("memories.Namespace", on_delete=models.PROTECT, related_name="+")
    terms = ArrayField(models.BigIntegerField())
    current = models.BooleanField(default=True)

    def __str__(self) -> str:
        return str(self.unit_id)


class CommonTerm(models.Model):
    """A hashed term that stands in many units, and in about how many: refilled from the database's own statistics
    (memories.recalling.rarity), so that no write touches it. A term that is not here is not common."""

    term = models.BigIntegerField(primary_key=True)
    units = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.term}: {self.units}"
