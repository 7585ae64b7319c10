"""The memory unit."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from memories.models.base import Grows, Remembered
from memories.words import Kind, State, Tier


class MemoryUnit(Grows, Remembered):
    """One memory (SPEC 2). Its vector and its terms live in tables of their own, so that a change of
    confidence or state does not rewrite an index entry of either."""

    lang = models.CharField(max_length=8, default="other")
    sensitive = models.BooleanField(default=False)
    contested = models.BooleanField(default=False)
    # The subject in one spelling (memories.identity), for look-ups and locks.
    subject_key = models.CharField(max_length=200, blank=True, default="")
    independent_evidence = models.PositiveIntegerField(default=1)
    recall_count = models.PositiveIntegerField(default=0)
    success_count = models.PositiveIntegerField(default=0)
    failure_count = models.PositiveIntegerField(default=0)

    source = models.ForeignKey("memories.Source", on_delete=models.PROTECT, db_constraint=False, related_name="units")
    voice = models.CharField(max_length=64)
    # Keyed digest of the normalised statement and of whom it is about: equal statements meet here.
    digest = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=1)
    content_version = models.PositiveIntegerField(default=1)

    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    # Decay counts from here: the latest of written, verified, recalled.
    idle_since = models.DateTimeField()
    last_recalled_at = models.DateTimeField(null=True, blank=True)
    last_verified_at = models.DateTimeField(null=True, blank=True)
    state_changed_at = models.DateTimeField()
    # Set while a review has still to look at this unit's content; the row is the queue.
    review_due_at = models.DateTimeField(null=True, blank=True)
    # Set while the embedder still owes a vector for this content version.
    embedding_due = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "id"], name="unit_namespace_id"),
            models.CheckConstraint(condition=Q(confidence__gte=0, confidence__lte=1), name="unit_confidence_0_1"),
            models.CheckConstraint(condition=Q(state__in=list(State)), name="unit_state"),
            models.CheckConstraint(condition=Q(kind__in=list(Kind)), name="unit_kind"),
            models.CheckConstraint(condition=Q(tier__in=list(Tier)), name="unit_tier"),
            models.CheckConstraint(condition=~Q(value=""), name="unit_value_not_empty"),
            models.CheckConstraint(
                condition=Q(valid_to__isnull=True) | Q(valid_from__isnull=True) | Q(valid_to__gte=F("valid_from")),
                name="unit_valid_interval",
            ),
            # Equal current statements are one unit: what the write lock promises, the database keeps.
            models.UniqueConstraint(
                fields=["namespace", "digest"], condition=Q(state="active"), name="unit_statement_once"
            ),
        ]
        indexes = [
            models.Index(fields=["namespace", "state", "-created_at"], name="unit_state_created"),
            models.Index(
                fields=["namespace", "subject_key", "attribute"],
                condition=~Q(subject_key=""),
                name="unit_subject_attribute",
            ),
            models.Index(fields=["namespace", "digest"], name="unit_digest"),
            models.Index(fields=["namespace", "key"], condition=~Q(key=""), name="unit_key"),
            models.Index(
                fields=["namespace", "review_due_at"],
                condition=Q(review_due_at__isnull=False),
                name="unit_review_due",
            ),
            models.Index(
                fields=["namespace", "expires_at"],
                condition=Q(expires_at__isnull=False, state="active"),
                name="unit_expires",
            ),
            models.Index(fields=["namespace", "id"], condition=Q(embedding_due=True), name="unit_embedding_due"),
            models.Index(fields=["namespace", "source"], name="unit_source"),
        ]

    def __str__(self) -> str:
        return str(self.id)
