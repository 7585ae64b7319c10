"""The beat's table: which periodic job is due when, and when the beat was last alive."""

from __future__ import annotations

from django.db import models


class Beat(models.Model):
    """One periodic job (hindsight_site.periodic). Rows are shared by all workers of one database."""

    name = models.CharField(max_length=64, unique=True)
    every_seconds = models.PositiveIntegerField()
    next_at = models.DateTimeField()
    last_queued_at = models.DateTimeField(null=True, blank=True)
    last_beat_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(every_seconds__gte=1), name="beat_every_second_at_most"),
        ]

    def __str__(self) -> str:
        return f"{self.name} every {self.every_seconds} s"
