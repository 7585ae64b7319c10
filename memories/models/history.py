"""What a unit was, who stated it, how its confidence moved, and what it is tied to."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from memories.models.base import Grows, Remembered
from memories.words import RelationType, choices


class MemoryVersion(Grows, Remembered):
    """An immutable snapshot after each change of content or state, with who and why."""

    unit = models.ForeignKey(
        "memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="versions"
    )
    number = models.PositiveIntegerField()
    content_version = models.PositiveIntegerField()
    action = models.CharField(max_length=30)
    actor = models.CharField(max_length=60)
    reason = models.CharField(max_length=300, blank=True, default="")
    decision_row = models.ForeignKey(
        "memories.Decision",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        db_constraint=False,
        related_name="versions",
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "unit", "number"], name="version_once"),
        ]
        indexes = [models.Index(fields=["namespace", "created_at"], name="version_created")]

    def __str__(self) -> str:
        return f"{self.unit_id} v{self.number}"


class Evidence(Grows):
    """One source states one unit at one content version; confidence is recomputed from what evidence remains."""

    unit = models.ForeignKey(
        "memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="evidence"
    )
    source = models.ForeignKey(
        "memories.Source", on_delete=models.CASCADE, db_constraint=False, related_name="evidence"
    )
    content_version = models.PositiveIntegerField(default=1)
    writer_id = models.BigIntegerField(null=True)
    independent = models.BooleanField(default=False)
    trust = models.FloatField()
    times = models.PositiveIntegerField(default=1)
    stated_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "unit", "source", "content_version"], name="evidence_once"),
            models.CheckConstraint(condition=Q(trust__gte=0, trust__lte=1), name="evidence_trust_0_1"),
        ]
        indexes = [models.Index(fields=["namespace", "source"], name="evidence_source")]

    def __str__(self) -> str:
        return f"{self.source_id} states {self.unit_id}"


class ConfidenceEvent(Grows):
    """One change of confidence with its cause and factors; not a version."""

    unit = models.ForeignKey(
        "memories.MemoryUnit",
        on_delete=models.CASCADE,
        db_constraint=False,
        related_name="confidence_events",
    )
    before = models.FloatField()
    after = models.FloatField()
    cause = models.CharField(max_length=30)
    factors = models.JSONField(default=dict)
    actor = models.CharField(max_length=60)
    decision_row = models.ForeignKey(
        "memories.Decision",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        db_constraint=False,
        related_name="confidence_events",
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(after__gte=0, after__lte=1), name="event_after_0_1"),
        ]
        indexes = [models.Index(fields=["namespace", "unit", "created_at"], name="event_unit")]

    def __str__(self) -> str:
        return f"{self.cause} {self.before:.2f} to {self.after:.2f}"


class Relation(Grows):
    """A typed edge: `from_unit` supersedes, contradicts, … `to_unit`."""

    from_unit = models.ForeignKey(
        "memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="relations_out"
    )
    to_unit = models.ForeignKey(
        "memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="relations_in"
    )
    type = models.CharField(max_length=20, choices=choices(RelationType))
    decision_row = models.ForeignKey(
        "memories.Decision",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        db_constraint=False,
        related_name="relations",
    )
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "from_unit", "to_unit", "type"], name="relation_once"),
            models.CheckConstraint(condition=~Q(from_unit=F("to_unit")), name="relation_not_itself"),
            models.CheckConstraint(condition=Q(type__in=list(RelationType)), name="relation_type"),
        ]
        indexes = [models.Index(fields=["namespace", "to_unit"], name="relation_to")]

    def __str__(self) -> str:
        return f"{self.from_unit_id} {self.type} {self.to_unit_id}"
