"""Requests to be forgotten, and the ledger that keeps what was erased from coming back."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from memories.fields import EncryptedText
from memories.models.base import Grows
from memories.words import ForgetState, choices


class ForgetRequest(Grows):
    """Find, preview, erase, prove it. The identifier is encrypted while it is needed and dropped when done."""

    by = models.CharField(max_length=12, choices=[(w, w) for w in ("subject", "identifier", "source", "unit")])
    identifier = EncryptedText(null=True, blank=True, editable=False)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=8, choices=choices(ForgetState), default=ForgetState.PREVIEW)
    counts = models.JSONField(default=dict)
    receipt = models.JSONField(default=dict)
    error_code = models.CharField(max_length=40, blank=True, default="")
    requested_by = models.CharField(max_length=60)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=list(ForgetState)), name="forget_state"),
        ]
        indexes = [models.Index(fields=["namespace", "-created_at"], name="forget_created")]

    def __str__(self) -> str:
        return f"{self.by} {self.state}"


class ErasureMark(Grows):
    """A keyed digest of what was erased and when: a write begun before that moment is refused."""

    by = models.CharField(max_length=12)
    digest = models.CharField(max_length=64)
    erased_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["namespace", "by", "digest"], name="erasure_once")]

    def __str__(self) -> str:
        return f"{self.by} {self.digest[:8]}"
