"""A whole review with a language model over HTTP: it settles what the local judge was unsure of, or people do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from memories.models import Conflict, JudgedPair, MemoryUnit
from memories.models.base import new_id
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.writing import write
from review import budget
from review.judges.packing import sampled
from review.models import ReviewRun, Trigger
from review.running import run_next
from review.runs import ask
from tests.review.conftest import Configure
from tests.review.llm_server import LLMServer, fails, good

pytestmark = pytest.mark.django_db(transaction=True)


def say(caller: Any, value: str, weeks_ago: int = 0, **fields: Any) -> Any:
    return write(caller, MemoryInput(value=value, **fields), now=timezone.now() - timedelta(weeks=weeks_ago)).memory


@pytest.fixture
def unsure(caller: Any) -> tuple[Any, Any]:
    """Two inferences with a waiting pair between them: without a model they would wait for ever."""
    a = say(caller, "The nightly report is owned by Kim", 3, channel="agent_inference")
    b = say(caller, "The warehouse lights are motion controlled", channel="agent_inference")
    first, second = sorted((a.id, b.id))
    with inside(caller.namespace_id):
        JudgedPair.objects.all().delete()
        # One pair in eight is asked in both orders; this one is not.
        number = next(made for made in iter(new_id, None) if not sampled(made))
        JudgedPair.objects.create(
            id=number,
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


def review(caller: Any) -> ReviewRun:
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=timezone.now())
    run = run_next(caller.namespace_id)
    assert run is not None
    with inside(caller.namespace_id):
        run.refresh_from_db()
    return run


def test_a_sure_model_settles_it_by_policy(caller, unsure, configure: Configure, server: LLMServer):
    server.play(good("changed", 0.95, tokens=321))
    run = review(caller)
    assert (run.state, run.judged_llm, run.changed, run.deferred, run.tokens) == ("done", 1, 1, 0, 321)
    with inside(caller.namespace_id):
        conflict = Conflict.objects.get()
        assert (conflict.type, conflict.state) == ("temporal", "settled")
        assert conflict.judge.startswith("llm:")
        assert conflict.judge_reason
        assert MemoryUnit.objects.get(pk=unsure[0].id).state == "superseded"
        assert not JudgedPair.objects.get().waiting
    assert review(caller).tokens == 0, "nothing is asked twice"


def test_a_model_that_is_unsure_leaves_it_to_people(caller, unsure, configure: Configure, server: LLMServer):
    server.play(good("contradicts", 0.5))
    assert review(caller).changed == 1
    with inside(caller.namespace_id):
        conflict = Conflict.objects.get()
        assert (conflict.type, conflict.state, conflict.reason) == ("undetermined", "pending", "judge_unsure")
        assert MemoryUnit.objects.filter(contested=True, state="active").count() == 2


def test_a_model_that_is_down_costs_a_deferral_and_its_reservations(
    caller, unsure, configure: Configure, server: LLMServer
):
    server.play(fails(500), then=fails(500))
    run = review(caller)
    assert (run.state, run.judged_llm, run.changed, run.deferred) == ("done", 0, 0, 1)
    assert run.tokens == budget.spent_by_run(run.pk) > 0
    server.play(good("similar", 0.9))
    again = review(caller)
    assert (again.judged_llm, again.changed, again.deferred) == (1, 0, 0)
    with inside(caller.namespace_id):
        assert not Conflict.objects.exists()


def test_no_verdict_of_a_model_deletes_anything(caller, unsure, configure: Configure, server: LLMServer):
    for label in ("same", "changed", "contradicts", "similar", "unrelated"):
        server.play(good(label, 0.99))
        with inside(caller.namespace_id):
            JudgedPair.objects.update(waiting=True)
        review(caller)
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.count() == 2
        assert not MemoryUnit.objects.filter(state="deleted").exists()
