"""The machinery of a run: asked for, claimed under a lease, kept alive by a heartbeat, taken over when it dies."""

from __future__ import annotations

import os
import socket
import threading
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q

from memories import audit
from memories.callers import Caller
from memories.errors import Invalid, NotFound
from memories.locks import lock_namespace
from memories.models import Namespace
from memories.nudges import review_soon
from memories.walls import inside
from memories.words import Scope
from review.models import ReviewRun, RunState, Trigger

COUNTERS = ("seen", "pairs", "judged_local", "judged_llm", "changed", "deferred", "tokens")


class LeaseLost(Exception):
    """Another worker has taken this run over; stop without writing anything more."""


def worker_name() -> str:
    """Who runs it: host, process and thread."""
    return f"{socket.gethostname()[:40]}:{os.getpid()}:{threading.get_ident() % 100000}"


def lease_end(now: datetime) -> datetime:
    return now + timedelta(seconds=settings.HINDSIGHT.REVIEW_LEASE_SECONDS)


def ask(
    namespace_id: int,
    *,
    trigger: Trigger,
    actor: str,
    now: datetime,
    since: datetime | None = None,
    until: datetime | None = None,
) -> ReviewRun:
    """A queued run; runs without a window coalesce into the one that waits already."""
    with inside(namespace_id):
        lock_namespace(namespace_id)
        if since is None and until is None:
            waiting = ReviewRun.objects.filter(
                namespace_id=namespace_id, state=RunState.QUEUED, since=None, until=None
            ).first()
            if waiting is not None:
                return waiting
        run = ReviewRun(
            namespace_id=namespace_id,
            trigger=trigger,
            requested_by=actor,
            since=since,
            until=until,
            created_at=now,
        )
        run.save(force_insert=True)
        audit.record(
            namespace_id=namespace_id,
            actor=actor,
            action="review_asked",
            object_type="review",
            object_id=run.pk,
            now=now,
            trigger=trigger,
        )
        return run


def ask_by_hand(
    caller: Caller, *, since: datetime | None = None, until: datetime | None = None, now: datetime
) -> ReviewRun:
    """A run that a caller asks for, with the job that will take it. Raises Invalid for a window that ends before it
    begins."""
    caller.require(Scope.REVIEW)
    if since is not None and until is not None and until < since:
        raise Invalid("until is before since.", code="until_before_since", field="until")
    space = caller.namespace_id
    with inside(space):
        run = ask(space, trigger=Trigger.MANUAL, actor=caller.actor, since=since, until=until, now=now)
        review_soon(space)
        return run


def get_run(caller: Caller, run_id: UUID) -> ReviewRun:
    """One run. Raises NotFound."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        run = ReviewRun.objects.filter(namespace_id=caller.namespace_id, pk=run_id).first()
        if run is None:
            raise NotFound("There is no such review.", field="id")
        return run


def claim(namespace_id: int, *, worker: str, now: datetime) -> ReviewRun | None:
    """The next run of a namespace, taken under a lease: one whose worker died first, then the oldest queued.

    None while another worker holds a live lease there, or when nothing is queued.
    """
    with inside(namespace_id):
        lock_namespace(namespace_id)
        runs = ReviewRun.objects.filter(namespace_id=namespace_id)
        active = runs.filter(state=RunState.RUNNING).first()
        if active is not None:
            if active.lease_until is not None and active.lease_until > now:
                return None
            # Without a worker it was put down by its own; with one, that worker has died.
            active.resumed += bool(active.worker)
            run = active
        else:
            queued = runs.filter(state=RunState.QUEUED).order_by("created_at", "pk").first()
            if queued is None:
                return None
            run = queued
            run.state, run.started_at = RunState.RUNNING, now
        run.worker, run.lease_until = worker, lease_end(now)
        run.save(update_fields=["state", "started_at", "worker", "lease_until", "resumed"])
        return run


def beat(run: ReviewRun, *, now: datetime, cursor: UUID | None = None, **counts: int) -> None:
    """Extend the lease and add to the counters, in the transaction of the step that they describe.

    Raises:
        LeaseLost: the run belongs to another worker now, and the step must be rolled back.
    """
    unknown = set(counts) - set(COUNTERS)
    if unknown:
        raise ValueError(f"not counters of a run: {unknown}")
    changes = {name: F(name) + number for name, number in counts.items() if number}
    if cursor is not None:
        changes["cursor"] = cursor  # type: ignore[assignment]
    kept = ReviewRun.objects.filter(
        namespace_id=run.namespace_id, pk=run.pk, state=RunState.RUNNING, worker=run.worker
    ).update(lease_until=lease_end(now), **changes)
    if not kept:
        raise LeaseLost


def release(run: ReviewRun, *, now: datetime) -> None:
    """Put a run down for another job to go on with; it stays the namespace's active run."""
    with inside(run.namespace_id):
        ReviewRun.objects.filter(
            namespace_id=run.namespace_id, pk=run.pk, state=RunState.RUNNING, worker=run.worker
        ).update(worker="", lease_until=now)


def release_all(now: datetime) -> int:
    """End the lease of every run under way and ask for its next job; only where no worker can be alive.

    The names of the dead workers stay, so that a run which is taken over counts as resumed. Returns how many.
    """
    released = 0
    for namespace_id in Namespace.objects.order_by("pk").values_list("pk", flat=True):
        with inside(namespace_id):
            if ReviewRun.objects.filter(namespace_id=namespace_id, state=RunState.RUNNING).update(lease_until=now):
                released += 1
                review_soon(namespace_id)
    return released


def finish(run: ReviewRun, *, now: datetime, upkeep: dict[str, int], error_code: str = "") -> None:
    """Close a run, if it is still this worker's."""
    with inside(run.namespace_id):
        ReviewRun.objects.filter(
            namespace_id=run.namespace_id, pk=run.pk, state=RunState.RUNNING, worker=run.worker
        ).update(
            state=RunState.FAILED if error_code else RunState.DONE,
            finished_at=now,
            lease_until=None,
            upkeep=upkeep,
            error_code=error_code,
        )


def has_work(namespace_id: int, now: datetime) -> bool:
    """Whether a run is queued, or one has died and waits to be taken over."""
    with inside(namespace_id):
        return ReviewRun.objects.filter(
            Q(state=RunState.QUEUED) | Q(state=RunState.RUNNING, lease_until__lte=now), namespace_id=namespace_id
        ).exists()
