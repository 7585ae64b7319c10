"""Jobs of django-q2: ids in, nothing out. Rows are truth; a job that runs twice finds nothing left to do."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django_q.tasks import async_task

from memories.models import MemoryUnit, Namespace
from memories.nudges import REVIEW
from memories.walls import inside
from memories.words import State
from review.aging import aging_due
from review.candidates import for_the_model
from review.judges.cascade import configured
from review.models import Trigger
from review.recalls import recalls_due
from review.running import run_next
from review.runs import ask, has_work


def sweep() -> int:
    """The scheduled review: one job for each namespace in which something is due; how many there are.

    A namespace has its own job, so that the backlog of one never starves another.
    """
    now = timezone.now()
    asked = 0
    for namespace_id in Namespace.objects.order_by("pk").values_list("pk", flat=True):
        if is_due(namespace_id, now):
            async_task(REVIEW, namespace_id, str(Trigger.SCHEDULE), task_name=f"review-{namespace_id}")
            asked += 1
    return asked


def is_due(namespace_id: int, now: datetime) -> bool:
    """Whether a run would find anything to do; each look is by an index of its own."""
    if has_work(namespace_id, now):
        return True
    with inside(namespace_id):
        units = MemoryUnit.objects.filter(namespace_id=namespace_id)
        return (
            units.filter(review_due_at__lte=now).exists()
            or units.filter(embedding_due=True).exists()
            or units.filter(state=State.ACTIVE, expires_at__lte=now).exists()
            # Without a model nothing new can be said of what waits until something else has changed.
            or (configured() and for_the_model(namespace_id).exists())
            or recalls_due(namespace_id, now)
            or aging_due(namespace_id, now)
        )


def review_namespace(namespace_id: int, trigger: str = Trigger.EVENT) -> None:
    """One run, or a slice of one, of what is queued or due in a namespace; what is left gets a job of its own, behind
    those of other namespaces that wait already."""
    if not has_work(namespace_id, timezone.now()):
        ask(namespace_id, trigger=Trigger(trigger), actor="review", now=timezone.now())
    if run_next(namespace_id) is not None and has_work(namespace_id, timezone.now()):
        async_task(REVIEW, namespace_id, trigger, task_name=f"review-{namespace_id}")
