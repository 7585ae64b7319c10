"""Review runs and the ledger of tokens that they spend."""

from __future__ import annotations

from enum import StrEnum

from django.db import models
from django.db.models import Q

from memories.models.base import Grows
from memories.words import choices


class RunState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Trigger(StrEnum):
    SCHEDULE = "schedule"
    WRITES = "writes"
    EVENT = "event"
    MANUAL = "manual"


class ReviewRun(Grows):
    """One run over what changed. `lease_until` is its heartbeat: a run whose lease ran out is taken over."""

    trigger = models.CharField(max_length=10, choices=choices(Trigger))
    state = models.CharField(max_length=8, choices=choices(RunState), default=RunState.QUEUED)
    requested_by = models.CharField(max_length=60, blank=True, default="")
    # A window asked for by hand; without one a run takes what is due.
    since = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    # A run with a window goes by id; this is the last one it has done, so that a resumed run goes on from there.
    cursor = models.UUIDField(null=True, blank=True)
    worker = models.CharField(max_length=80, blank=True, default="")
    lease_until = models.DateTimeField(null=True, blank=True)
    resumed = models.PositiveIntegerField(default=0)
    seen = models.PositiveIntegerField(default=0)
    pairs = models.PositiveIntegerField(default=0)
    judged_local = models.PositiveIntegerField(default=0)
    judged_llm = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    deferred = models.PositiveIntegerField(default=0)
    tokens = models.PositiveIntegerField(default=0)
    upkeep = models.JSONField(default=dict)
    error_code = models.CharField(max_length=60, blank=True, default="")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["namespace"], condition=Q(state="running"), name="run_one_active"),
            # Event runs coalesce: one waiting run a namespace takes whatever is due by then.
            models.UniqueConstraint(
                fields=["namespace"],
                condition=Q(state="queued", since__isnull=True, until__isnull=True),
                name="run_one_queued",
            ),
            models.CheckConstraint(condition=Q(state__in=list(RunState)), name="run_state"),
        ]
        indexes = [models.Index(fields=["namespace", "-created_at"], name="run_created")]

    def __str__(self) -> str:
        return f"{self.trigger} {self.state}"


class Spend(Grows):
    """One reservation of tokens, made before a call and settled after it with the usage reported.

    An unsettled or failed call counts its whole reservation: the ledger is never under the truth.
    """

    run = models.ForeignKey(
        ReviewRun, null=True, blank=True, on_delete=models.SET_NULL, db_constraint=False, related_name="spends"
    )
    day = models.DateField()
    model = models.CharField(max_length=100)
    reserved = models.PositiveIntegerField()
    used = models.PositiveIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=30, blank=True, default="")
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(reserved__gt=0), name="spend_reserves_something"),
        ]
        indexes = [
            models.Index(fields=["namespace", "day"], name="spend_day"),
            models.Index(fields=["namespace", "run"], name="spend_run"),
            # The day's budget is one for the whole installation.
            models.Index(fields=["day"], name="spend_of_day"),
        ]

    def __str__(self) -> str:
        return f"{self.used if self.used is not None else self.reserved} tokens"


class Aging(Grows):
    """When time's own work on a namespace was last done to its end (review.aging)."""

    done_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["namespace"], name="aging_one")]

    def __str__(self) -> str:
        return f"aged at {self.done_at:%Y-%m-%d %H:%M}"
