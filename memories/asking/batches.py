"""Batches in the background: accepted with their request encrypted, written by a worker, asked for by id.

The row and the nudge are committed together, so an accepted batch is never lost. It is written with the rights that
its token had when it was accepted: revoking a token stops its next request, and rolling its source back undoes what it
wrote.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings

from memories import audit
from memories.asking.answers import gone, shown
from memories.asking.keys import Retry, claim, remembered, retry_of, settle
from memories.callers import Caller, channels_of, scopes_of
from memories.errors import HindsightError, NotFound
from memories.models import Job
from memories.nudges import write_job_soon
from memories.preferences import Preferences, preferences_of
from memories.shapes.inputs import BatchInput
from memories.shapes.lists import BatchError, ItemError, JobOut
from memories.shapes.outputs import ErrorOut, WriteOut
from memories.walls import inside
from memories.words import JobKind, JobState, Scope

_WHY_FAILED = {
    "gave_up": "The worker was lost three times while it wrote this. Nothing was written: send it again, in parts.",
}
_FAILED = "It failed three times, at last with this code. Nothing was written: send it again."


@dataclass(slots=True)
class Request:
    """What a job has to write, and for whom. `erased` numbers the items that a forget request took out."""

    caller: Caller
    items: list[Any]
    erased: set[int] = field(default_factory=set)

    def text(self) -> str:
        who = self.caller
        return json.dumps(
            {
                "actor": who.actor,
                "scopes": sorted(who.scopes),
                "channels": sorted(who.channels),
                "trust": who.trust,
                "items": self.items,
                "erased": sorted(self.erased),
            }
        )


def request_of(job: Job) -> Request:
    """The request of a job that is still open."""
    said = json.loads(job.request or "")
    caller = Caller(
        actor=said["actor"],
        namespace_id=job.namespace_id,
        scopes=scopes_of(said["scopes"]),
        channels=channels_of(said["channels"]),
        writer_id=job.writer_id,
        trust=said["trust"],
    )
    return Request(caller, said["items"], set(said["erased"]))


def accept(caller: Caller, body: BatchInput, *, now: datetime) -> Job:
    """Take a batch for later. A retry with the same key is answered with the same job.

    Raises:
        WrongState: `idempotency_key_reused`; `erased` where the job of the key is gone.
    """
    caller.require(Scope.WRITE)
    space = caller.namespace_id
    retry = retry_of(caller, body.idempotency_key, "job", body.items)
    with inside(space):
        if retry is not None and not claim(space, [retry], now=now):
            return _accepted_before(space, retry)
        job = Job(
            namespace_id=space,
            kind=JobKind.BATCH,
            state=JobState.QUEUED,
            writer_id=caller.writer_id,
            request=Request(caller, body.items).text(),
            total=len(body.items),
            lease_until=lease_end(now),
            created_at=now,
        )
        job.save(force_insert=True)
        if retry is not None:
            settle(space, {retry: {"job": str(job.pk)}})
        audit.record(
            namespace_id=space,
            actor=caller.actor,
            action="batch_accepted",
            object_type="job",
            object_id=job.pk,
            now=now,
            total=job.total,
        )
        write_job_soon(space, job.pk)
        return job


def lease_end(now: datetime) -> datetime:
    """Until when nobody else looks after a job: a worker holds a running one, a nudge is on its way to a queued one."""
    return now + timedelta(seconds=settings.HINDSIGHT.JOB_LEASE_SECONDS)


def _accepted_before(namespace_id: int, retry: Retry) -> Job:
    answer = remembered(namespace_id, [retry])[retry]
    if isinstance(answer, HindsightError):
        raise answer
    job = Job.objects.filter(namespace_id=namespace_id, pk=UUID(answer["job"])).first()
    if job is None:
        raise gone()
    return job


def read_job(caller: Caller, job_id: UUID, *, now: datetime) -> JobOut:
    """How far a job is: for the token that asked for it, and for whoever may review.

    Raises:
        NotFound: there is none, or it is somebody else's.
    """
    caller.require(Scope.WRITE)
    space = caller.namespace_id
    with inside(space):
        job = Job.objects.filter(namespace_id=space, pk=job_id).first()
        if job is None or not _may_see(caller, job):
            raise NotFound("There is no such job.", field="id")
        return job_out(job, preferences=preferences_of(space), now=now)


def _may_see(caller: Caller, job: Job) -> bool:
    own = job.writer_id is not None and job.writer_id == caller.writer_id
    return own or caller.may(Scope.REVIEW)


def job_out(job: Job, *, preferences: Preferences, now: datetime) -> JobOut:
    """A job with its results, made of the rows as they are; inside a transaction of its namespace."""
    error = None
    if job.error_code:
        error = ErrorOut(code=job.error_code, detail=_WHY_FAILED.get(job.error_code, _FAILED))
    return JobOut(
        id=job.pk,
        kind=job.kind,
        state=job.state,
        total=job.total,
        created_at=job.created_at,
        finished_at=job.finished_at,
        error=error,
        results=[result_out(one) for one in shown(job.namespace_id, job.results, preferences=preferences, now=now)],
    )


def result_out(result: WriteOut | HindsightError) -> WriteOut | BatchError:
    """One result of a batch as doors give it out."""
    if isinstance(result, HindsightError):
        return BatchError(error=ItemError.model_validate(result.as_dict()))
    return result
