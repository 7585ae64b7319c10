"""Periodic jobs: due once, however long nobody looked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.utils import timezone
from django_q.models import OrmQ, Task

from hindsight_site import beat, jobs
from hindsight_site.models import Beat
from hindsight_site.periodic import PERIODIC, Periodic

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
JOBS = {"sweep": Periodic("hindsight_site.jobs.clear_finished", 300)}


def test_a_job_is_queued_when_it_is_due_and_not_before():
    beat.declare(NOON, JOBS)
    assert beat.queue_due(NOON + timedelta(seconds=299), JOBS) == []
    assert beat.queue_due(NOON + timedelta(seconds=300), JOBS) == ["sweep"]
    assert beat.queue_due(NOON + timedelta(seconds=301), JOBS) == []
    assert OrmQ.objects.count() == 1


def test_three_days_asleep_give_one_job():
    beat.declare(NOON, JOBS)
    assert beat.queue_due(NOON + timedelta(days=3), JOBS) == ["sweep"]
    assert beat.queue_due(NOON + timedelta(days=3, seconds=1), JOBS) == []
    assert OrmQ.objects.count() == 1


def test_a_new_interval_takes_effect_and_an_old_job_disappears():
    beat.declare(NOON, {"gone": Periodic("x.y", 60), **JOBS})
    beat.declare(NOON, {"sweep": Periodic("hindsight_site.jobs.clear_finished", 60)})
    row = Beat.objects.get()
    assert (row.name, row.every_seconds, row.next_at) == ("sweep", 60, NOON + timedelta(seconds=60))


def test_declaring_again_does_not_postpone():
    beat.declare(NOON, JOBS)
    beat.declare(NOON + timedelta(seconds=200), JOBS)
    assert Beat.objects.get().next_at == NOON + timedelta(seconds=300)


def test_what_the_code_declares_can_be_found():
    assert PERIODIC["review"].every_seconds == settings.HINDSIGHT.REVIEW_INTERVAL_SECONDS


def test_finished_jobs_are_cleared_after_a_week():
    for name, age in (("old", 8), ("new", 6)):
        at = timezone.now() - timedelta(days=age)
        Task.objects.create(id=name, name=name, func="x.y", started=at, stopped=at, success=False)
    assert jobs.clear_finished() == 1
    assert Task.objects.get().name == "new"


def test_jobs_that_a_killed_worker_had_taken_come_back_at_once():
    beat.declare(NOON, JOBS)
    beat.queue_due(NOON + timedelta(days=1), JOBS)
    OrmQ.objects.update(lock=NOON + timedelta(minutes=30))
    assert jobs.give_back_taken_jobs(NOON) == 1
    assert OrmQ.objects.get().lock == NOON


def test_retries_leave_room_for_waiting_and_running():
    queue = settings.Q_CLUSTER
    longest_wait = (queue["queue_limit"] / queue["workers"] + 1) * queue["timeout"]
    assert queue["retry"] > longest_wait + queue["timeout"]
    assert queue["max_attempts"] >= 1
    assert queue["scheduler"] is False
