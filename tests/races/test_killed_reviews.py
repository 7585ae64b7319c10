"""A review that is killed at twenty random places, that two workers want at once, or whose clock jumps: the end is that
of one clean run, nothing is decided twice, and the ledger is never under the truth."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from memories import preparing
from memories.callers import Caller
from memories.models import (
    Conflict,
    Decision,
    Evidence,
    JudgedPair,
    MemoryUnit,
    MemoryVersion,
    Relation,
    SpotCheck,
)
from memories.namespaces import change_settings, ensure_namespace
from memories.shapes.inputs import MemoryInput
from memories.shapes.reading import read
from memories.tokens import authenticate
from memories.walls import inside
from memories.writing import write
from review import jobs, running
from review.models import ReviewRun, RunState, Spend, Trigger
from review.runs import ask
from tests.races.test_crash_points import some_vectors
from tests.races.test_two_writers import a_token
from tests.review.llm_server import Asked, LLMServer, Reply, completion, one, serving

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

PLACES = 20
A_CALL = 137
"""Tokens that the model server says each call has used."""
CITIES = ("Lyon", "Porto", "Graz", "Turin", "Ghent")
LAMPS = ("hall", "cellar", "attic", "porch", "garage", "stairs", "shed", "pantry", "study", "bath")
START = datetime.fromisoformat("2026-03-01T08:00:00+00:00")


def verdicts(asked: Asked) -> Reply:
    """By what the texts say, so that a pair gets the same verdict in whatever order and company it is asked."""
    answers = []
    for name, data in zip(asked.ids, asked.data, strict=True):
        number = int(re.search(r"lamp (\d+)", data["A"]["text"]).group(1))  # type: ignore[union-attr]
        label = ("changed", "similar", "contradicts", "unrelated")[number % 4]
        answers.append(one(name, label, 0.95))
    return completion(json.dumps({"verdicts": answers}), tokens=A_CALL)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[LLMServer]:
    with serving() as server:
        server.then = verdicts
        yield server


def started(model: LLMServer) -> subprocess.Popen[str]:
    """A reviewer that has said that it is ready."""
    environment = os.environ | {"LLM_BASE_URL": model.base_url, "LLM_API_KEY": "none", "LLM_MODEL": "judge-1"}
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.races.reviewer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.fixture
def reviewer(model: LLMServer) -> Iterator[Callable[[int, int | None], dict[str, int]]]:
    """Reviews a namespace in a process of its own that dies at a statement, or goes to the end."""
    process = started(model)
    assert process.stdin is not None
    assert process.stdout is not None

    def order(namespace_id: int, die_at: int | None) -> dict[str, int]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"namespace": namespace_id, "die_at": die_at}) + "\n")
        process.stdin.flush()
        ended: dict[str, int] = json.loads(process.stdout.readline())
        return ended

    yield order
    process.stdin.close()
    assert process.wait(30) == 0
    process.stdout.close()


def filled(name: str, monkeypatch: pytest.MonkeyPatch) -> Caller:
    """A namespace with the same things to do in each: addresses that change, repeats in other words, a fact against a
    guess, and pairs that only a model can settle."""
    monkeypatch.setattr(preparing, "embed_passages", some_vectors)
    caller = authenticate(a_token(ensure_namespace(name)), now=timezone.now())
    operator = Caller(actor="operator", namespace_id=caller.namespace_id, scopes=caller.scopes, person=True)
    change_settings(operator, {"judge_on_write": False, "event_review": False}, now=timezone.now())

    def say(value: str, day: int, **fields: Any) -> Any:
        moment = (START + timedelta(days=day)).isoformat()
        return write(caller, read(MemoryInput, {"value": value, "occurred_at": moment, **fields}), now=timezone.now())

    for number, city in enumerate(CITIES):
        about = {"subject": f"tenant {number}", "attribute": "city"}
        say(f"I live in {city}", number, **about)
        say(f"I have moved to {CITIES[number - 1]}", number + 20, **about)
    guess = {"subject": "Kim", "attribute": "employer"}
    say("Kim works for Acme", 1, channel="agent_inference", **guess)
    say("Kim works for Globex", 2, channel="user_statement", **guess)
    pairs = []
    for number, place in enumerate(LAMPS):
        a = say(f"Nobody dusts lamp {number} of the {place}", number)
        b = say(f"Visitors praise lamp {number} by the {place}", number + 30)
        pairs.append(sorted((a.memory.id, b.memory.id)))
    with inside(caller.namespace_id):
        JudgedPair.objects.all().delete()
        for a, b in pairs:
            JudgedPair.objects.create(
                namespace_id=caller.namespace_id, a_id=a, b_id=b, a_content=1, b_content=1, label="contradicts",
                probability=0.55, judge="local", waiting=True, created_at=timezone.now(),
            )  # fmt: skip
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=timezone.now())
    return caller


def end_state(space: int) -> dict[str, Any]:
    """All that a review leaves but ids and times, by what the units say."""
    with inside(space):
        return {
            "units": sorted(
                (unit.value, unit.state, round(unit.confidence, 6), unit.contested, unit.version, unit.valid_to is None)
                for unit in MemoryUnit.objects.all()
            ),
            "versions": Counter(MemoryVersion.objects.values_list("unit__value", "action")),
            "evidence": Counter(Evidence.objects.values_list("unit__value", "times")),
            "conflicts": Counter(Conflict.objects.values_list("type", "state", "resolution", "a__value", "b__value")),
            "relations": Counter(Relation.objects.values_list("type", "from_unit__value", "to_unit__value")),
            "decisions": Counter(Decision.objects.values_list("action", "automatic", "conflict__a__value")),
            "pairs": Counter(
                (*sorted((pair.a.value, pair.b.value)), pair.label, pair.waiting)
                for pair in JudgedPair.objects.select_related("a", "b")
            ),
            "due": MemoryUnit.objects.filter(review_due_at__isnull=False).count(),
            "checks": SpotCheck.objects.count(),
            "run": list(ReviewRun.objects.values_list("state", "seen", "changed", "judged_llm")),
        }


def ledger(space: int) -> tuple[int, int]:
    """(tokens that count, reservations that were never settled)."""
    with inside(space):
        rows = list(Spend.objects.filter(namespace_id=space).values_list("used", "reserved", "settled_at"))
    return sum(used if used is not None else reserved for used, reserved, _ in rows), sum(
        settled is None for _, _, settled in rows
    )


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Puts the clock of this process's reviews forward."""
    real = timezone.now

    def put(by: timedelta) -> None:
        # One function for all: every module asks django.utils.timezone.
        monkeypatch.setattr(timezone, "now", lambda: real() + by)

    return put


def test_killed_at_twenty_places(reviewer: Any, model: LLMServer, monkeypatch: pytest.MonkeyPatch):
    clean = filled("clean", monkeypatch).namespace_id
    done = reviewer(clean, None)
    assert (done["signal"], done["code"]) == (0, 0)
    wanted, calls = end_state(clean), len(model.asked)
    assert calls >= 2
    assert ledger(clean) == (A_CALL * calls, 0)
    assert wanted["run"][0][0] == RunState.DONE
    assert wanted["due"] == 0
    assert {row[1] for row in wanted["units"]} >= {"active", "superseded", "falsified"}
    dice = random.Random(20261201)
    resumed = unsettled = 0
    for number, at in enumerate(sorted(dice.sample(range(done["asked"]), PLACES))):
        space = filled(f"killed-{number}", monkeypatch).namespace_id
        before = len(model.asked)
        assert reviewer(space, at)["signal"] == signal.SIGKILL
        with inside(space):
            # The lease of the dead runs out: an hour is more than any.
            ReviewRun.objects.filter(state=RunState.RUNNING).update(lease_until=timezone.now() - timedelta(hours=1))
            resumed += ReviewRun.objects.filter(state=RunState.RUNNING).count()
        assert reviewer(space, None)["code"] == 0
        assert end_state(space) == wanted, f"killed at statement {at} of {done['asked']}"
        counted, open_ones = ledger(space)
        assert counted >= A_CALL * (len(model.asked) - before), f"killed at statement {at}"
        unsettled += open_ones
    assert resumed >= PLACES / 2, "most were killed in the middle of the run"
    assert unsettled <= PLACES


def test_a_call_that_was_paid_for_and_killed_before_its_answer_was_settled_counts_whole(
    reviewer: Any, model: LLMServer, monkeypatch: pytest.MonkeyPatch
):
    """At every statement from the first reservation to the first settlement and on."""
    clean = filled("clean", monkeypatch).namespace_id
    statements = reviewer(clean, None)["asked"]
    wanted = end_state(clean)
    seen = set()
    for back in range(1, 60, 9):
        space = filled(f"late-{back}", monkeypatch).namespace_id
        before = len(model.asked)
        reviewer(space, statements - back)
        asked = len(model.asked) - before
        counted, open_ones = ledger(space)
        assert counted >= A_CALL * asked
        seen.add((asked, open_ones))
        with inside(space):
            ReviewRun.objects.filter(state=RunState.RUNNING).update(lease_until=timezone.now() - timedelta(hours=1))
        reviewer(space, None)
        assert end_state(space) == wanted
    assert len(seen) > 1, "the places lie before and after a call"


def test_two_workers_at_once(reviewer: Any, model: LLMServer, monkeypatch: pytest.MonkeyPatch):
    clean = filled("clean", monkeypatch).namespace_id
    reviewer(clean, None)
    wanted, calls = end_state(clean), len(model.asked)
    both = filled("both", monkeypatch).namespace_id
    workers = [started(model) for _ in range(2)]
    ended = []
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write(json.dumps({"namespace": both, "die_at": None}) + "\n")
        worker.stdin.flush()
    for worker in workers:
        out, _ = worker.communicate(timeout=60)
        ended.append(json.loads(out.splitlines()[-1])["code"])
    assert ended == [0, 0]
    assert end_state(both) == wanted
    assert ledger(both) == (A_CALL * (len(model.asked) - calls), 0)
    asked = [(data["A"]["text"], data["B"]["text"]) for call in model.asked[calls:] for data in call.data]
    assert len(asked) == len(set(asked)), "no pair was asked twice in one order"


def test_a_clock_that_jumps_three_days_makes_one_run_and_the_same_end(
    later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
):
    """A beat every five minutes would have been 864 runs by then."""
    spaces = {}
    for name in ("on-time", "jumped"):
        caller = filled(name, monkeypatch)
        spaces[name] = caller.namespace_id
    running.run_next(spaces["on-time"])
    later(timedelta(days=3))
    for _ in range(864):
        if not jobs.is_due(spaces["jumped"], timezone.now()):
            break
        jobs.review_namespace(spaces["jumped"], Trigger.SCHEDULE)
    ends = {name: end_state(space) for name, space in spaces.items()}
    assert ends["jumped"] == ends["on-time"]
    with inside(spaces["jumped"]):
        assert ReviewRun.objects.filter(namespace_id=spaces["jumped"]).count() == 1
