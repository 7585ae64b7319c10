"""What callers asked for that outlives the request: jobs to poll, and keys that make a retry safe."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from memories.fields import EncryptedText
from memories.models.base import Grows
from memories.words import JobKind, JobState, choices


class Job(Grows):
    """A batch that is written in the background. The request is encrypted and dropped when it is done; the results
    hold ids, outcomes and error codes, and no text."""

    kind = models.CharField(max_length=12, choices=choices(JobKind), default=JobKind.BATCH)
    state = models.CharField(max_length=8, choices=choices(JobState), default=JobState.QUEUED)
    writer = models.ForeignKey("memories.Token", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    request = EncryptedText(null=True, blank=True, editable=False)
    total = models.PositiveIntegerField(default=0)
    results = models.JSONField(default=list)
    error_code = models.CharField(max_length=40, blank=True, default="")
    attempts = models.PositiveIntegerField(default=0)
    # Whoever works on it renews this; after it another worker may take over.
    lease_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "id"], name="job_namespace_id"),
            models.CheckConstraint(condition=Q(state__in=list(JobState)), name="job_state"),
            models.CheckConstraint(condition=Q(kind__in=list(JobKind)), name="job_kind"),
        ]
        indexes = [
            models.Index(
                fields=["namespace", "created_at"], condition=Q(state__in=["queued", "running"]), name="job_open"
            ),
            models.Index(fields=["namespace", "finished_at"], name="job_finished"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class IdempotencyKey(Grows):
    """A key that a writer sent with a request, what the request was, and what it did."""

    # Keyed digests: of writer and key, and of the request. A key may be anything, so it is not kept.
    digest = models.CharField(max_length=64)
    request_digest = models.CharField(max_length=64)
    # What to answer again: outcome, unit id, touched ids; no text.
    answer = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["namespace", "digest"], name="idempotency_once")]
        indexes = [models.Index(fields=["namespace", "created_at"], name="idempotency_created")]

    def __str__(self) -> str:
        return self.digest[:8]
