"""Conversations and recorded runs on their way to becoming memories: raw turns are encrypted and kept for a while."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from memories.fields import EncryptedText
from memories.models.base import Grows
from memories.words import SessionKind, TurnRole, choices


class Session(Grows):
    """One conversation, or one recorded run of an agent. `name` is the id that the application gave it, and the
    `session_id` of the sources of what it left."""

    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=12, choices=choices(SessionKind), default=SessionKind.CONVERSATION)
    subject = models.CharField(max_length=200, blank=True, default="")
    conversation_id = models.CharField(max_length=200, blank=True, default="")
    task_id = models.CharField(max_length=200, blank=True, default="")
    turn_count = models.PositiveIntegerField(default=0)
    # Turns up to this one stand in working units; the rest is the window that the next flush takes.
    flushed_count = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField()
    last_turn_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    success = models.BooleanField(null=True, blank=True)
    # What its end did, to be answered again: ids, outcomes and counts, no text.
    answer = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "id"], name="session_namespace_id"),
            models.UniqueConstraint(fields=["namespace", "name"], name="session_once"),
            models.CheckConstraint(condition=Q(kind__in=list(SessionKind)), name="session_kind"),
            models.CheckConstraint(condition=Q(flushed_count__lte=F("turn_count")), name="session_flushed"),
        ]
        indexes = [models.Index(fields=["namespace", "-last_turn_at"], name="session_last_turn")]

    def __str__(self) -> str:
        return str(self.id)


class Turn(Grows):
    """One turn as it was said; of a recorded run, one step. Deleted TURN_RETENTION_DAYS after it was received."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, db_constraint=False, related_name="turns")
    number = models.PositiveIntegerField()
    role = models.CharField(max_length=9, choices=choices(TurnRole))
    content = EncryptedText(editable=False)
    tool = models.CharField(max_length=200, blank=True, default="")
    tool_call_id = models.CharField(max_length=200, blank=True, default="")
    writer = models.ForeignKey("memories.Token", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    occurred_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "session", "number"], name="turn_once"),
            models.CheckConstraint(condition=Q(role__in=list(TurnRole)), name="turn_role"),
        ]
        indexes = [models.Index(fields=["namespace", "created_at"], name="turn_created")]

    def __str__(self) -> str:
        return f"{self.session_id} {self.number}"


class FlushDue(models.Model):
    """When a session that has gone quiet is to be flushed. It holds no text and stands outside the wall, so that the
    beat, which belongs to no namespace, sees what is due with one look at an index."""

    session = models.OneToOneField(
        Session, primary_key=True, on_delete=models.CASCADE, db_constraint=False, related_name="+"
    )
    namespace = models.ForeignKey("memories.Namespace", on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="flush_due_at")]

    def __str__(self) -> str:
        return str(self.session_id)
