"""What was kept for a while and is due to go: answers of finished jobs, and keys of old requests."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from memories.models import IdempotencyKey, Job, Namespace
from memories.walls import inside


def clear(now: datetime) -> tuple[int, int]:
    """Delete jobs JOB_RETENTION_DAYS after their end and keys after IDEMPOTENCY_HOURS, by index; how many of each."""
    jobs_until = now - timedelta(days=settings.HINDSIGHT.JOB_RETENTION_DAYS)
    keys_until = now - timedelta(hours=settings.HINDSIGHT.IDEMPOTENCY_HOURS)
    jobs = keys = 0
    for namespace_id in Namespace.objects.order_by("pk").values_list("pk", flat=True):
        with inside(namespace_id):
            jobs += Job.objects.filter(namespace_id=namespace_id, finished_at__lt=jobs_until).delete()[0]
            keys += IdempotencyKey.objects.filter(namespace_id=namespace_id, created_at__lt=keys_until).delete()[0]
    return jobs, keys
