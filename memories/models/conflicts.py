"""Pairs that were judged, conflicts between units, decisions that can be undone, and those drawn for a check."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from memories.fields import EncryptedText
from memories.models.base import Grows
from memories.words import CheckVerdict, ConflictState, ConflictType, Resolution, choices


class JudgedPair(Grows):
    """What a judge said of two units at these content versions; such a pair is not judged again.

    `a` has the smaller id. `waiting` marks a pair that the local judge was unsure of and that a language
    model, a later run or a person has still to settle.
    """

    a = models.ForeignKey("memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="+")
    b = models.ForeignKey("memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="+")
    a_content = models.PositiveIntegerField()
    b_content = models.PositiveIntegerField()
    label = models.CharField(max_length=12)
    probability = models.FloatField()
    judge = models.CharField(max_length=60)
    similarity = models.FloatField(null=True)
    features = models.JSONField(default=list)
    reason = EncryptedText(null=True, blank=True, editable=False)
    waiting = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "a", "b", "a_content", "b_content"], name="pair_judged_once"),
            models.CheckConstraint(condition=Q(a__lt=F("b")), name="pair_ordered"),
        ]
        indexes = [
            models.Index(fields=["namespace", "created_at"], condition=Q(waiting=True), name="pair_waiting"),
            models.Index(fields=["namespace", "b"], name="pair_b"),
        ]

    def __str__(self) -> str:
        return f"{self.a_id} / {self.b_id}: {self.label}"


class Conflict(Grows):
    """Two units that cannot both be right: a type, a proposal, a state. `a` is the older."""

    a = models.ForeignKey(
        "memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="conflicts_a"
    )
    b = models.ForeignKey(
        "memories.MemoryUnit", on_delete=models.CASCADE, db_constraint=False, related_name="conflicts_b"
    )
    type = models.CharField(max_length=12, choices=choices(ConflictType))
    state = models.CharField(max_length=12, choices=choices(ConflictState), default=ConflictState.PENDING)
    proposal = models.CharField(max_length=12, choices=choices(Resolution))
    # Why it is a conflict and why it waits: codes and feature names, never memory text.
    reason = models.CharField(max_length=300, blank=True, default="")
    # The judge's own words about these two texts may quote them.
    judge_reason = EncryptedText(null=True, blank=True, editable=False)
    judge = models.CharField(max_length=60, blank=True, default="")
    probability = models.FloatField(default=0)
    features = models.JSONField(default=list)
    a_version = models.PositiveIntegerField()
    b_version = models.PositiveIntegerField()
    risk = models.FloatField(default=0)
    opened_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    resolution = models.CharField(max_length=12, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "id"], name="conflict_namespace_id"),
            models.CheckConstraint(condition=~Q(a=F("b")), name="conflict_two_units"),
            models.CheckConstraint(condition=Q(state__in=list(ConflictState)), name="conflict_state"),
            models.CheckConstraint(condition=Q(type__in=list(ConflictType)), name="conflict_type"),
            models.UniqueConstraint(
                fields=["namespace", "a", "b"],
                condition=Q(state__in=["pending", "coexisting"]),
                name="conflict_open_once",
            ),
        ]
        indexes = [
            models.Index(
                fields=["namespace", "-risk", "opened_at"],
                condition=Q(state="pending"),
                name="conflict_queue",
            ),
            models.Index(fields=["namespace", "opened_at"], name="conflict_opened"),
            models.Index(fields=["namespace", "a"], name="conflict_a"),
            models.Index(fields=["namespace", "b"], name="conflict_b"),
        ]

    def __str__(self) -> str:
        return f"{self.type} conflict {self.id}"


class Decision(Grows):
    """What was decided, by whom, and enough to undo it: for every unit touched the version and confidence
    before and after. Versions hold the text; a decision holds none."""

    conflict = models.ForeignKey(
        Conflict,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        db_constraint=False,
        related_name="decisions",
    )
    action = models.CharField(max_length=30)
    actor = models.CharField(max_length=60)
    automatic = models.BooleanField(default=False)
    note = EncryptedText(null=True, blank=True, editable=False)
    moves = models.JSONField(default=list)
    created_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=60, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["namespace", "id"], name="decision_namespace_id")]
        indexes = [models.Index(fields=["namespace", "-created_at"], name="decision_created")]

    def __str__(self) -> str:
        return f"{self.action} by {self.actor}"


class SpotCheck(Grows):
    """An automatic decision that was drawn at random for a person to say whether it was right (SPEC 6.6)."""

    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, db_constraint=False, related_name="spot_checks")
    drawn_on = models.DateField()
    created_at = models.DateTimeField()
    verdict = models.CharField(max_length=8, blank=True, default="", choices=choices(CheckVerdict))
    note = EncryptedText(null=True, blank=True, editable=False)
    checked_by = models.CharField(max_length=60, blank=True, default="")
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace", "decision"], name="spot_check_once"),
            models.CheckConstraint(condition=Q(verdict__in=["", *CheckVerdict]), name="spot_check_verdict"),
        ]
        indexes = [
            models.Index(fields=["namespace", "drawn_on"], name="spot_check_day"),
            models.Index(fields=["namespace", "created_at"], condition=Q(verdict=""), name="spot_check_open"),
        ]

    def __str__(self) -> str:
        return f"spot check of {self.decision_id}: {self.verdict or 'open'}"
