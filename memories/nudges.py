"""Jobs that a change asks for, put into django-q2's queue in the same transaction as the change.

Rows are truth, jobs are nudges: each may run twice, late or never, and carries ids only.
"""

from __future__ import annotations

from django_q.tasks import async_task

REVIEW = "review.jobs.review_namespace"
EMBED = "memories.jobs.embed_due"


def review_soon(namespace_id: int) -> None:
    """Ask for an event review of a namespace; many of these end in one run."""
    async_task(REVIEW, namespace_id, "event", task_name=f"review-{namespace_id}")


def embed_soon(namespace_id: int) -> None:
    """Ask for the vectors that a write without the embedder still owes."""
    async_task(EMBED, namespace_id, task_name=f"embed-{namespace_id}")
