"""What every growing table shares."""

from __future__ import annotations

import uuid

import uuid6
from django.contrib.postgres.fields import ArrayField
from django.db import models

from memories.fields import EncryptedText
from memories.words import Kind, State, Tier, choices


def new_id() -> uuid.UUID:
    """A time-ordered UUID (version 7), so that new rows land together in every index."""
    return uuid.UUID(bytes=uuid6.uuid7().bytes)


class Grows(models.Model):
    """A row of one namespace with a time-ordered id."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    namespace = models.ForeignKey("memories.Namespace", on_delete=models.PROTECT, related_name="+")

    class Meta:
        abstract = True


CONTENT_FIELDS = (
    "key",
    "query",
    "value",
    "original",
    "kind",
    "subject",
    "attribute",
    "entities",
    "participants",
    "action_type",
    "decision",
    "tags",
    "success",
    "occurred_at",
    "derived",
)
"""What a unit says, by whatever field; what changes a statement is a new content version (memories.editing)."""

STANDING_FIELDS = ("tier", "state", "critical", "valid_from", "valid_to", "expires_at", "confidence")
"""How a unit stands; `confidence` alone changes by confidence events, without a version."""

SNAPSHOT_FIELDS = (*CONTENT_FIELDS, *STANDING_FIELDS)


class Remembered(models.Model):
    """The fields that a unit and each of its versions have in common (SPEC 2)."""

    key = models.CharField(max_length=200, blank=True, default="")
    query = models.CharField(max_length=500, blank=True, default="")
    value = models.TextField()
    original = EncryptedText(null=True, blank=True, editable=False)
    kind = models.CharField(max_length=12, choices=choices(Kind), default=Kind.FACT)
    subject = models.CharField(max_length=200, blank=True, default="")
    attribute = models.CharField(max_length=100, blank=True, default="")
    entities = ArrayField(models.TextField(), default=list, blank=True)
    participants = ArrayField(models.TextField(), default=list, blank=True)
    action_type = models.CharField(max_length=100, blank=True, default="")
    decision = models.BooleanField(default=False)
    tags = ArrayField(models.TextField(), default=list, blank=True)
    success = models.BooleanField(null=True, blank=True)
    occurred_at = models.DateTimeField()
    # Which of these a rule filled in because the writer left them out; a rule's words prove nothing.
    derived = ArrayField(models.CharField(max_length=20), default=list, blank=True)

    tier = models.CharField(max_length=8, choices=choices(Tier), default=Tier.LONG)
    state = models.CharField(max_length=12, choices=choices(State), default=State.ACTIVE)
    critical = models.BooleanField(default=False)
    valid_from = models.DateTimeField(null=True, blank=True)
    valid_to = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    confidence = models.FloatField()

    class Meta:
        abstract = True
