"""Which jobs run by the clock. Each is a nudge: it may run late, twice or not at all."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings


@dataclass(frozen=True)
class Periodic:
    """A function without arguments, by its dotted name, queued every so many seconds."""

    function: str
    every_seconds: int


PERIODIC: dict[str, Periodic] = {
    "review": Periodic("review.jobs.sweep", settings.HINDSIGHT.REVIEW_INTERVAL_SECONDS),
    "clear_jobs": Periodic("hindsight_site.jobs.clear_finished", 3600),
}
