"""Jobs that a change asks for, put into django-q2's queue in the same transaction as the change.

Rows are truth, jobs are nudges: each may run twice, late or never, and carries ids only.
"""

from __future__ import annotations

import threading
from collections import Counter

from django.conf import settings
from django_q.tasks import async_task

REVIEW = "review.jobs.review_namespace"
EMBED = "memories.jobs.embed_due"
WRITE_JOB = "memories.jobs.write_job"


def review_soon(namespace_id: int) -> None:
    """Ask for an event review of a namespace; many of these end in one run."""
    async_task(REVIEW, namespace_id, "event", task_name=f"review-{namespace_id}")


_writes: Counter[int] = Counter()
_counting = threading.Lock()


def count_writes(namespace_id: int, number: int) -> None:
    """Ask for a review after REVIEW_AFTER_WRITES writes, counted in each process by itself: a nudge need not be
    exact, and a shared counter would make every writer of a namespace wait for the others."""
    with _counting:
        _writes[namespace_id] += number
        enough = _writes[namespace_id] >= settings.HINDSIGHT.REVIEW_AFTER_WRITES
        if enough:
            _writes[namespace_id] = 0
    if enough:
        async_task(REVIEW, namespace_id, "writes", task_name=f"review-{namespace_id}")


def embed_soon(namespace_id: int) -> None:
    """Ask for the vectors that a write without the embedder still owes."""
    async_task(EMBED, namespace_id, task_name=f"embed-{namespace_id}")


def write_job_soon(namespace_id: int, job_id: object) -> None:
    """Ask for a batch in the background to be written."""
    async_task(WRITE_JOB, namespace_id, str(job_id), task_name="batch")


def finish_forgetting_soon(namespace_id: int, request_id: object) -> None:
    """Ask for the end of a forget request whose rows are gone: probe, vacuum, receipt."""
    async_task("memories.jobs.finish_forgetting", namespace_id, str(request_id), task_name="forget")
