"""The worker process: django-q2's cluster, and the beat beside it."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import signal
import time
from datetime import datetime
from typing import Any

from django.db import Error, InterfaceError, OperationalError, connections
from django.utils import timezone

from hindsight_site import beat, lifeline
from hindsight_site.logs import keep_messages_out, places_only
from hindsight_site.periodic import EACH_SECOND

logger = logging.getLogger(__name__)
_BEAT_SECONDS = 1.0
_LOOK_SECONDS = 0.2  # how soon a request to stop is seen


def run() -> int:
    """Run jobs until SIGTERM or SIGINT; returns the exit code (1 when the cluster died by itself)."""
    keep_messages_out()  # before the first fork, which inherits it
    # Before django-q2 makes its queues: they are shared by fork, and each fork is tied to its parent.
    multiprocessing.set_start_method("fork", force=True)
    lifeline.tie_every_fork(signal.SIGKILL)
    from django_q.cluster import Cluster
    from django_q.signals import post_execute_in_worker

    post_execute_in_worker.connect(_keep_no_message, dispatch_uid="hindsight.places_only")
    stopping = False

    def stop(_number: int, _frame: object) -> None:
        nonlocal stopping
        stopping = True

    connections.close_all()
    gc.collect()
    gc.freeze()  # what the forked processes share stays shared
    cluster = Cluster()
    # After Cluster, whose own handler would wait for running jobs inside the handler, in the midst of a beat.
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    cluster.start()
    steps = _Steps()
    next_beat = 0.0
    while not stopping and cluster.sentinel.is_alive():
        if time.monotonic() >= next_beat:
            next_beat = time.monotonic() + _BEAT_SECONDS
            steps.take(timezone.now())
        time.sleep(_LOOK_SECONDS)
    if not stopping:
        logger.error("The job cluster ended by itself.")
        return 1
    cluster.stop()
    return 0


class _Steps:
    """What the beat does each second, through a database that may come and go."""

    def __init__(self) -> None:
        self.declared = False
        self.seen_alive: datetime | None = None
        self.failing = False

    def take(self, now: datetime) -> None:
        try:
            if not self.declared:
                beat.declare(now)
                self.declared = True
            beat.queue_due(now)
            for look in EACH_SECOND:
                look(now)
            if self.seen_alive is None or now - self.seen_alive >= beat.ALIVE_EVERY:
                beat.still_alive(now)
                self.seen_alive = now
        except (OperationalError, InterfaceError) as error:
            connections.close_all()
            if not self.failing:  # said once; /ready tells how old the last beat is
                logger.warning("The beat cannot reach the database (%s).", type(error).__name__)
            self.failing = True
        except Error:
            connections.close_all()
            raise
        else:
            if self.failing:
                logger.warning("The beat reaches the database again.")
            self.failing = False


def _keep_no_message(task: dict[str, Any], **_: Any) -> None:
    """A failed job's traceback is stored and logged: keep the places, drop messages, which may quote rows."""
    if not task.get("success") and isinstance(task.get("result"), str):
        task["result"] = places_only(task["result"])
