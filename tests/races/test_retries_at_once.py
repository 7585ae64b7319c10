"""The same request sent several times at once is written once; equal statements meet in one unit, however they
interleave, in threads and in processes."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memories.asking.batches import accept
from memories.callers import Caller
from memories.models import Evidence, IdempotencyKey, Job, MemoryUnit, Namespace
from memories.namespaces import ensure_namespace
from memories.shapes.inputs import BatchInput, MemoryInput
from memories.shapes.reading import read
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from memories.writing import write, write_batch
from tests.races.test_two_writers import a_token, race

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

SPELLINGS = (
    "The ferry to Elba leaves at nine",
    "the ferry to elba leaves at nine.",
    " THE FERRY to Elba leaves  at nine!",
    "Ｔｈｅ ferry to Elba leaves at nine",
)


def together(*calls: Any) -> list[Any]:
    """Run calls in threads that start at once; what each gave, or the exception that it raised."""
    gate = threading.Barrier(len(calls))

    def go(call: Any) -> Any:
        gate.wait()
        try:
            return call()
        except Exception as error:  # noqa: BLE001
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(go, calls))


def a_caller(space: Namespace) -> Caller:
    return authenticate(a_token(space), now=timezone.now())


def say(caller: Caller, **body: Any) -> Any:
    return write(caller, read(MemoryInput, body), now=timezone.now())


@pytest.mark.parametrize("slot", [{}, {"subject": "ferry", "attribute": "departure"}])
def test_one_key_at_once_is_one_write(slot: dict[str, str]):
    space = ensure_namespace("team")
    caller = a_caller(space)
    body = {"value": SPELLINGS[0], "idempotency_key": "k", **slot}
    answers = together(*[lambda: say(caller, **body)] * 6)
    assert len({(one.outcome, one.memory.id) for one in answers}) == 1
    assert answers[0].outcome == "created"
    with inside(space.pk):
        assert list(Evidence.objects.values_list("times", flat=True)) == [1]
        assert IdempotencyKey.objects.count() == 1


def test_one_key_for_two_requests_at_once_is_one_write_and_one_refusal():
    """Of two slots, so that no lock but the key's own keeps them apart."""
    space = ensure_namespace("team")
    caller = a_caller(space)
    for number in range(5):
        answers = together(
            *[
                lambda name=name, number=number: say(
                    caller, value=f"{name} sits on floor {number}", subject=name, attribute="floor",
                    idempotency_key=f"k{number}",
                )
                for name in ("Ana", "Bo", "Chen")
            ]
        )  # fmt: skip
        codes = sorted(getattr(one, "code", "written") for one in answers)
        assert codes == ["idempotency_key_reused", "idempotency_key_reused", "written"]
    with inside(space.pk):
        assert IdempotencyKey.objects.count() == Evidence.objects.count() == 5


def test_one_batch_at_once_is_written_once_and_accepted_once():
    space = ensure_namespace("team")
    caller = a_caller(space)
    items = [{"value": f"Depot {number} opens at seven"} for number in range(20)]
    answers = together(*[lambda: write_batch(caller, items, key="k", now=timezone.now())] * 4)
    assert {tuple(one.outcome for one in results) for results in answers} == {("created",) * 20}
    body = read(BatchInput, {"items": items, "idempotency_key": "later"})
    jobs = together(*[lambda: accept(caller, body, now=timezone.now()).pk] * 4)
    assert len(set(jobs)) == 1
    with inside(space.pk):
        assert MemoryUnit.objects.count() == 20
        assert set(Evidence.objects.values_list("times", flat=True)) == {1}
        assert Job.objects.count() == 1


def test_processes_that_retry_each_other_write_once():
    space = ensure_namespace("team")
    token = a_token(space)
    bodies = [json.dumps({"value": f"Depot {n} opens at seven", "idempotency_key": f"k{n}"}) for n in range(6)]
    batch = json.dumps([{"value": f"Shelf {n} is full"} for n in range(20)])
    answers = race([token, *bodies, batch], [token, batch, *reversed(bodies)], [token, *bodies[3:], batch])
    assert {answer["outcome"] for of_one in answers for answer in of_one} == {"created"}
    assert len({answer["id"] for of_one in answers for answer in of_one}) == 26
    with inside(space.pk):
        assert MemoryUnit.objects.count() == 26
        assert set(Evidence.objects.values_list("times", flat=True)) == {1}


def test_equal_statements_in_any_spelling_from_processes_are_one_unit():
    space = ensure_namespace("team")
    tokens = [a_token(space) for _ in range(2)]
    labelled = [
        json.dumps({"value": text, "session_id": f"s{n}", "tags": [str(n)]}) for n, text in enumerate(SPELLINGS)
    ]
    answers = race([tokens[0], *SPELLINGS, *labelled], [tokens[1], *reversed(SPELLINGS)], [tokens[0], *labelled[::-1]])
    outcomes = [answer["outcome"] for of_one in answers for answer in of_one]
    assert (outcomes.count("created"), outcomes.count("reinforced")) == (1, 15)
    with inside(space.pk):
        unit = MemoryUnit.objects.get()
        assert unit.independent_evidence == 2
        assert sum(Evidence.objects.values_list("times", flat=True)) == 16


interleavings = st.lists(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["", "s1", "s2"]), st.booleans()), min_size=1, max_size=4),
    min_size=2,
    max_size=4,
)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(plans=interleavings)
def test_any_interleaving_of_equal_writes_in_threads_is_one_unit(plans: list[list[tuple[int, str, bool]]]):
    """Each thread is a token of its own; it writes one after the other, or all of what is left in a batch."""
    space = ensure_namespace(f"s-{uuid4().hex}")
    callers = [
        authenticate(
            create_token(namespace=space, scopes=list(Scope), channels=[Channel.USER_STATEMENT])[1], now=timezone.now()
        )
        for _ in plans
    ]

    def work(caller: Caller, plan: list[tuple[int, str, bool]]) -> list[str]:
        outcomes: list[str] = []
        for place, (spelling, session, batched) in enumerate(plan):
            body = {"value": SPELLINGS[spelling], "session_id": session}
            if batched:
                rest = [{"value": SPELLINGS[one], "session_id": label} for one, label, _ in plan[place:]]
                return outcomes + [one.outcome for one in write_batch(caller, rest, now=timezone.now())]  # type: ignore[union-attr]
            outcomes.append(say(caller, **body).outcome)
        return outcomes

    answers = together(*[lambda c=c, plan=plan: work(c, plan) for c, plan in zip(callers, plans, strict=True)])
    outcomes = [outcome for of_one in answers for outcome in of_one]
    total = sum(len(plan) for plan in plans)
    assert sorted(outcomes) == ["created"] + ["reinforced"] * (total - 1)
    with inside(space.pk):
        unit = MemoryUnit.objects.get()
        assert unit.independent_evidence == len(plans)
        assert sum(Evidence.objects.values_list("times", flat=True)) == total
