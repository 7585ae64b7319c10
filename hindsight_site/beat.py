"""The beat: asks the table each second which periodic jobs are due, and queues them.

django-q2's own scheduler wakes every 30 s and, after a pause, queues every run that was missed. Here a row
says when its job is next due; after three days asleep it is due once.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django_q.tasks import async_task

from hindsight_site.models import Beat
from hindsight_site.periodic import PERIODIC, Periodic

ALIVE_EVERY = timedelta(seconds=5)
DEAD_AFTER = timedelta(seconds=30)


def declare(now: datetime, jobs: Mapping[str, Periodic] = PERIODIC) -> None:
    """Bring the table to what the code declares; a shorter interval takes effect at once."""
    Beat.objects.exclude(name__in=list(jobs)).delete()
    for name, job in jobs.items():
        soon = now + timedelta(seconds=job.every_seconds)
        Beat.objects.get_or_create(name=name, defaults={"every_seconds": job.every_seconds, "next_at": soon})
        Beat.objects.filter(name=name).exclude(every_seconds=job.every_seconds).update(
            every_seconds=job.every_seconds, next_at=soon
        )


def queue_due(now: datetime, jobs: Mapping[str, Periodic] = PERIODIC) -> list[str]:
    """Queue what is due, once each, in the transaction that moves its next time; returns the names.

    Several workers may ask at once: each row is locked by one and passed over by the others.
    """
    with transaction.atomic():
        due = list(Beat.objects.select_for_update(skip_locked=True).filter(next_at__lte=now, name__in=list(jobs)))
        for beat in due:
            async_task(jobs[beat.name].function, task_name=f"beat:{beat.name}")
            beat.last_queued_at = now
            beat.next_at = now + timedelta(seconds=beat.every_seconds)
            beat.save(update_fields=["last_queued_at", "next_at"])
    return [beat.name for beat in due]


def still_alive(now: datetime) -> None:
    """Leave the time of this beat for /ready."""
    Beat.objects.update(last_beat_at=now)
