"""Review runs on real embeddings: what the gate could not see, waiting pairs, leases."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.models import OrmQ

from memories.embedding import EmbedderDown, providers, service
from memories.models import Conflict, Decision, JudgedPair, MemoryUnit
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.writing import write
from review.jobs import is_due
from review.models import ReviewRun, RunState, Trigger
from review.running import run_next
from review.runs import LeaseLost, ask, beat, claim, release_all

WEEKS = timedelta(days=21)


class Down:
    dimensions = 384

    def embed(self, texts, direction):
        raise EmbedderDown("down")


@pytest.fixture
def embedder_down():
    before = providers.use_embedder(Down())
    yield
    providers.use_embedder(before)
    service.resume()


def say(caller, value, at=None, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=at or timezone.now())


def review(caller):
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=timezone.now())
    run = run_next(caller.namespace_id)
    assert run is not None
    with inside(caller.namespace_id):
        run.refresh_from_db()
    return run


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I use Django for the web service", "I have switched to FastAPI"),
        ("我在用 Django", "我换到 FastAPI 了"),
        ("预算10万", "预算改成20万"),
    ],
)
def test_a_review_supersedes_what_was_written_while_the_embedder_was_down(caller, before, after, request):
    now = timezone.now()
    providers.use_embedder(Down())
    try:
        old = say(caller, before, now - WEEKS)
        service.resume()
        new = say(caller, after, now)
    finally:
        providers.use_embedder(None)
        service.resume()
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.filter(embedding_due=True).count() == 2
    run = review(caller)
    assert run.state == RunState.DONE
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.get(pk=old.memory.id).state == "superseded"
        assert MemoryUnit.objects.get(pk=new.memory.id).state == "active"
        assert not MemoryUnit.objects.filter(review_due_at__isnull=False).exists()
        assert not MemoryUnit.objects.filter(embedding_due=True).exists()
    assert not is_due(caller.namespace_id, timezone.now())


def test_a_second_run_decides_nothing_again(caller):
    say(caller, "I use Django for the web service", timezone.now() - WEEKS)
    say(caller, "I have switched to FastAPI")
    with inside(caller.namespace_id):
        before = (Decision.objects.count(), Conflict.objects.count(), JudgedPair.objects.count())
        MemoryUnit.objects.update(review_due_at=timezone.now())
    run = review(caller)
    assert (run.changed, run.pairs) == (0, 0)
    with inside(caller.namespace_id):
        assert (Decision.objects.count(), Conflict.objects.count(), JudgedPair.objects.count()) == before


def unsure_pair(caller, **fields):
    """Two statements of one voice with a waiting pair between them, as an unsure judge leaves it."""
    a = say(caller, "The nightly report is owned by Kim", timezone.now() - WEEKS, **fields)
    b = say(caller, "The warehouse lights are motion controlled", **fields)
    first, second = sorted((a.memory.id, b.memory.id))
    with inside(caller.namespace_id):
        JudgedPair.objects.all().delete()
        JudgedPair.objects.create(
            namespace_id=caller.namespace_id,
            a_id=first,
            b_id=second,
            a_content=1,
            b_content=1,
            label="contradicts",
            probability=0.55,
            judge="local",
            waiting=True,
            created_at=timezone.now(),
        )
    return a, b


def test_without_a_model_an_unsure_pair_of_trusted_facts_goes_to_people(caller):
    a, b = unsure_pair(caller)
    run = review(caller)
    assert run.changed == 1
    with inside(caller.namespace_id):
        conflict = Conflict.objects.get()
        assert (conflict.type, conflict.state, conflict.reason) == ("undetermined", "pending", "judge_unsure")
        assert {conflict.a_id, conflict.b_id} == {a.memory.id, b.memory.id}
        assert MemoryUnit.objects.filter(contested=True, state="active").count() == 2


def test_without_a_model_an_unsure_pair_without_risk_waits(caller):
    unsure_pair(caller, channel="agent_inference")
    run = review(caller)
    assert (run.changed, run.deferred) == (0, 1)
    with inside(caller.namespace_id):
        assert not Conflict.objects.exists()
        assert JudgedPair.objects.get().waiting


def test_one_active_run_a_namespace_and_a_dead_one_is_taken_over(caller):
    now = timezone.now()
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=now)
    first = claim(caller.namespace_id, worker="one", now=now)
    assert first is not None
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=now)
    assert claim(caller.namespace_id, worker="two", now=now) is None
    later = now + timedelta(seconds=181)
    taken = claim(caller.namespace_id, worker="two", now=later)
    assert taken is not None
    assert (taken.pk, taken.resumed) == (first.pk, 1)
    with inside(caller.namespace_id), pytest.raises(LeaseLost):
        beat(first, now=later, seen=1)


def test_event_runs_coalesce(caller):
    now = timezone.now()
    runs = {ask(caller.namespace_id, trigger=Trigger.EVENT, actor="test", now=now).pk for _ in range(5)}
    assert len(runs) == 1
    with inside(caller.namespace_id):
        assert ReviewRun.objects.count() == 1


def test_a_run_whose_slice_is_over_is_gone_on_with_by_the_next_job(caller, monkeypatch):
    from review import jobs, running

    for number in range(3):
        say(caller, ["Bring your own mug", "The pool opens at six", "Ask Kim about badges"][number])
    with inside(caller.namespace_id):
        MemoryUnit.objects.update(review_due_at=timezone.now())
    monkeypatch.setattr(running, "SLICE_SECONDS", -1)
    monkeypatch.setattr(running, "_BATCH", 2)
    asked = []
    monkeypatch.setattr(jobs, "async_task", lambda *args, **kwargs: asked.append(args))
    jobs.review_namespace(caller.namespace_id)
    with inside(caller.namespace_id):
        run = ReviewRun.objects.get()
        assert (run.state, run.seen, run.worker) == (RunState.RUNNING, 2, "")
    assert len(asked) == 1
    jobs.review_namespace(caller.namespace_id)
    jobs.review_namespace(caller.namespace_id)
    with inside(caller.namespace_id):
        run.refresh_from_db()
        assert (run.state, run.seen, run.resumed) == (RunState.DONE, 3, 0)


def test_runs_of_dead_workers_are_given_back_at_once_where_no_worker_can_be_alive(caller):
    now = timezone.now()
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=now)
    assert claim(caller.namespace_id, worker="dead", now=now) is not None
    queued = OrmQ.objects.count()
    assert claim(caller.namespace_id, worker="next", now=now) is None
    assert release_all(now) == 1
    assert OrmQ.objects.count() == queued + 1
    taken = claim(caller.namespace_id, worker="next", now=now)
    assert taken is not None
    assert (taken.worker, taken.resumed) == ("next", 1)


def test_where_nothing_runs_nothing_is_given_back(caller):
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=timezone.now())
    queued = OrmQ.objects.count()
    assert release_all(timezone.now()) == 0
    assert OrmQ.objects.count() == queued
