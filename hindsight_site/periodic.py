"""Which jobs run by the clock. Each is a nudge: it may run late, twice or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from sessions.flushing import queue_due


@dataclass(frozen=True)
class Periodic:
    """A function without arguments, by its dotted name, queued every so many seconds."""

    function: str
    every_seconds: int


PERIODIC: dict[str, Periodic] = {
    "review": Periodic("review.jobs.sweep", settings.HINDSIGHT.REVIEW_INTERVAL_SECONDS),
    # A worker that died is noticed within its lease and a quarter.
    "jobs": Periodic("memories.jobs.sweep_jobs", max(1, settings.HINDSIGHT.JOB_LEASE_SECONDS // 4)),
    # As often as the database's statistics may change; a search is right without them, and slower.
    "common_terms": Periodic("memories.jobs.refill_common_terms", 300),
    "clear_asked": Periodic("memories.jobs.clear_asked", 3600),
    "clear_jobs": Periodic("hindsight_site.jobs.clear_finished", 3600),
    "clear_sessions": Periodic("sessions.jobs.clear_sessions", 3600),
}

EACH_SECOND: tuple[Callable[[datetime], object], ...] = (queue_due,)
"""Asked at each beat, for what cannot wait for an interval: each looks by an index at what is due, queues it in the
same transaction, and does nothing else."""
