"""The worker's side of a batch in the background: taken under a lease, written whole in one transaction, or not at all.

A worker owns a job from claim to commit, told from those before it by the number of its attempt. If it dies, its lease
ends and the sweep puts the job back into the queue; if it only was slow, its commit finds that the job is not its own
any more and writes nothing. After three attempts a job has failed.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from memories import audit
from memories.asking.answers import kept
from memories.asking.batches import Request, lease_end, request_of
from memories.errors import HindsightError, Refused
from memories.locks import lock_namespace
from memories.models import IdempotencyKey, Job, Namespace
from memories.nudges import write_job_soon
from memories.preparing import Failed, Prepared, prepare
from memories.walls import inside
from memories.words import JobState
from memories.writing import commit

logger = logging.getLogger(__name__)
MAX_ATTEMPTS = 3
GAVE_UP = "gave_up"


def run(namespace_id: int, job_id: UUID) -> bool:
    """Write a queued batch; False if there was nothing to do, or another worker does it.

    Raises:
        Exception: what stopped it. The job is put back into the queue, or has failed after the last attempt.
    """
    job = _claim(namespace_id, job_id, now=timezone.now())
    if job is None:
        return False
    try:
        request = request_of(job)
        with _held(job):
            prepared = _prepared(job, request)
        return _write(job, prepared)
    except Exception as error:
        _put_down(job, error, now=timezone.now())
        raise


def _claim(namespace_id: int, job_id: UUID, *, now: datetime) -> Job | None:
    with inside(namespace_id):
        queued = Job.objects.filter(namespace_id=namespace_id, pk=job_id, state=JobState.QUEUED)
        job = queued.select_for_update(skip_locked=True).first()
        if job is not None:
            job.state, job.attempts, job.lease_until = JobState.RUNNING, job.attempts + 1, lease_end(now)
            job.save(update_fields=["state", "attempts", "lease_until"])
        return job


def _prepared(job: Job, request: Request) -> Prepared:
    """Outside a transaction: this embeds. What was said without a time was said when the batch came in."""
    return prepare(request.caller, request.items, now=timezone.now(), received_at=job.created_at)


def _write(job: Job, prepared: Prepared) -> bool:
    """Everything and the end of the job in one transaction; False, and nothing, if it is another worker's by now."""
    with inside(job.namespace_id):
        lock_namespace(job.namespace_id)
        own = _own(job)
        if own is None:
            return False
        # Read again under the lock: a forget request may have taken items out in the meantime.
        erased = {number: Failed(_erased()) for number in request_of(own).erased}
        results = commit(prepared, settled=erased)
        own.results = [kept(one.error if isinstance(one, Failed) else one) for one in results]
        refused = sum(isinstance(one, Failed) for one in results)
        _close(own, JobState.DONE, now=timezone.now(), written=len(results) - refused, refused=refused)
        return True


def _erased() -> Refused:
    return Refused("This was asked to be forgotten after it was sent.", code="erased", field="value")


def _own(job: Job) -> Job | None:
    """The row, locked, if this attempt still holds it."""
    rows = Job.objects.filter(namespace_id=job.namespace_id, pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)
    return rows.select_for_update().first()


def _close(job: Job, state: JobState, *, now: datetime, **counts: Any) -> None:
    """The end of a job, one way or the other: its request goes."""
    job.state, job.request, job.lease_until, job.finished_at = state, None, None, now
    job.save()
    audit.record(
        namespace_id=job.namespace_id,
        actor="hindsight",
        action=f"batch_{state}",
        object_type="job",
        object_id=job.pk,
        now=now,
        **counts,
    )


def _fail(job: Job, code: str, *, now: datetime) -> None:
    """Nothing was written, so the key with which it was asked is free again."""
    job.error_code = code
    _close(job, JobState.FAILED, now=now, code=code)
    IdempotencyKey.objects.filter(namespace_id=job.namespace_id, answer__job=str(job.pk)).delete()


def _put_down(job: Job, error: Exception, *, now: datetime) -> None:
    """Back into the queue, for the next sweep to ask for again; or the end of it."""
    code = error.code if isinstance(error, HindsightError) else "internal_error"
    with inside(job.namespace_id):
        own = _own(job)
        if own is None:
            return
        if own.attempts >= MAX_ATTEMPTS:
            _fail(own, code, now=now)
        else:
            own.state, own.lease_until = JobState.QUEUED, now
            own.save(update_fields=["state", "lease_until"])


def sweep(now: datetime, *, alone: bool = False) -> int:
    """Ask again for every batch that nobody looks after, and end those whose worker was lost three times; how many.

    With `alone` no worker can be alive, and every open batch counts as left.
    """
    until = now + timedelta(days=36500) if alone else now
    found = 0
    for namespace_id in Namespace.objects.order_by("pk").values_list("pk", flat=True):
        with inside(namespace_id):
            left = Job.objects.filter(
                namespace_id=namespace_id, state__in=[JobState.QUEUED, JobState.RUNNING], lease_until__lte=until
            )
            for job in left.order_by("created_at").select_for_update(skip_locked=True):
                found += 1
                if job.state == JobState.RUNNING and job.attempts >= MAX_ATTEMPTS:
                    _fail(job, GAVE_UP, now=now)
                    continue
                job.state, job.lease_until = JobState.QUEUED, lease_end(now)
                job.save(update_fields=["state", "lease_until"])
                write_job_soon(namespace_id, job.pk)
    return found


@contextmanager
def _held(job: Job) -> Iterator[None]:
    """Renew the lease while a block runs, from a thread of its own: embedding a thousand items takes its time."""
    done = threading.Event()
    thread = threading.Thread(target=_renew, args=(job, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _renew(job: Job, done: threading.Event) -> None:
    try:
        while not done.wait(settings.HINDSIGHT.JOB_LEASE_SECONDS / 3):
            with inside(job.namespace_id):
                held = Job.objects.filter(
                    namespace_id=job.namespace_id, pk=job.pk, state=JobState.RUNNING, attempts=job.attempts
                ).update(lease_until=lease_end(timezone.now()))
            if not held:
                return
    except (Error, HindsightError) as error:
        # Then the lease runs out, and whoever takes the job over is told from this attempt by its number.
        logger.warning("A lease could not be renewed (%s).", type(error).__name__)
    finally:
        connection.close()
