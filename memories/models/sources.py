"""Where units came from: the writer is authenticated, the labels are declared."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from memories.fields import EncryptedText
from memories.models.base import Grows
from memories.words import Channel, choices


class Source(Grows):
    """One distinct origin: a writer, a channel and a set of labels. Units and evidence point at it."""

    writer = models.ForeignKey(
        "memories.Token", null=True, blank=True, on_delete=models.SET_NULL, related_name="sources"
    )
    channel = models.CharField(max_length=20, choices=choices(Channel))
    mcp_server = models.CharField(max_length=200, blank=True, default="")
    tool_call_id = models.CharField(max_length=200, blank=True, default="")
    conversation_id = models.CharField(max_length=200, blank=True, default="")
    session_id = models.CharField(max_length=200, blank=True, default="")
    task_id = models.CharField(max_length=200, blank=True, default="")
    step = models.CharField(max_length=100, blank=True, default="")
    raw_ref = EncryptedText(null=True, blank=True, editable=False)
    # One row for one combination of writer, channel and labels (keyed digest, because raw_ref is encrypted).
    digest = models.CharField(max_length=64)
    # Who speaks: writer, channel family and MCP server. Two voices can disagree; only writers corroborate.
    voice = models.CharField(max_length=64)
    trust = models.FloatField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "id"], name="source_namespace_id"),
            models.UniqueConstraint(fields=["namespace", "digest"], name="source_once"),
            models.CheckConstraint(condition=Q(channel__in=list(Channel)), name="source_channel"),
            models.CheckConstraint(condition=Q(trust__gte=0, trust__lte=1), name="source_trust_0_1"),
        ]
        indexes = [
            models.Index(fields=["namespace", "session_id"], condition=~Q(session_id=""), name="source_session"),
            models.Index(fields=["namespace", "task_id"], condition=~Q(task_id=""), name="source_task"),
            models.Index(fields=["namespace", "-created_at"], name="source_created"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.mcp_server}".strip()
