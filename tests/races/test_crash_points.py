"""A batch that stops anywhere leaves all or nothing: at every one of its SQL statements in turn, and by SIGKILL at
random moments; a retry with the same key completes it, once."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from zlib import crc32

import numpy as np
import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone
from django_q.models import OrmQ

from memories import preparing
from memories.asking.batches import accept
from memories.asking.running import run, sweep
from memories.callers import Caller
from memories.models import Evidence, IdempotencyKey, Job, MemoryUnit
from memories.namespaces import ensure_namespace
from memories.shapes.inputs import BatchInput, MemoryInput
from memories.shapes.reading import read
from memories.tokens import authenticate
from memories.walls import inside
from memories.writing import write, write_batch
from tests.races.test_two_writers import a_token

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

LEASE = timedelta(hours=1)
THINGS = ("fern", "palm", "cactus", "lamp", "desk", "sofa", "clock", "piano", "stove", "shelf", "rug", "mirror")


class PowerCut(Exception):
    pass


@contextmanager
def power_cut(at: int, *, for_good: bool = False) -> Iterator[list[str]]:
    """Fail at the statement of this number (from 0), or from it on; gives the statements that were asked for."""
    seen: list[str] = []

    def cut(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        if len(seen) - 1 == at or (for_good and len(seen) - 1 > at):
            raise PowerCut
        return execute(sql, params, many, context)

    with connection.execute_wrapper(cut):
        yield seen


def some_vectors(texts: Sequence[str]) -> Any:
    """A direction for each text, and none near another: the same batch is tried a hundred times, and what is alike is
    not the point here."""
    found = [np.random.default_rng(crc32(text.encode())).normal(size=384) for text in texts]
    return np.array([one / np.linalg.norm(one) for one in found], dtype=np.float32).reshape(-1, 384)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Caller:
    monkeypatch.setattr(preparing, "embed_passages", some_vectors)
    return authenticate(a_token(ensure_namespace("team")), now=timezone.now())


def rows(space: int) -> dict[str, int]:
    """How many rows there are in every table that a write could touch."""
    models = [*apps.get_app_config("memories").get_models(), OrmQ]
    with inside(space):
        return {model.__name__: model._default_manager.count() for model in models}


def a_batch(size: int) -> list[dict[str, Any]]:
    """Something new, something said before, something that changed, something keyed, something wrong."""
    items: list[dict[str, Any]] = [{"value": f"The {THINGS[n % 12]} in room {n} needs a repair"} for n in range(size)]
    return [
        *items,
        {"value": "The pool on the roof opens at six"},
        {"value": "The budget of project Ash is now 200 dollars", "subject": "Ash", "attribute": "budget"},
        {"value": "Chess club meets on Monday", "idempotency_key": "chess"},
        {"value": ""},
    ]


def what_stands(caller: Caller) -> None:
    for body in (
        {"value": "The pool on the roof opens at six"},
        {"value": "The budget of project Ash is now 100 dollars", "subject": "Ash", "attribute": "budget"},
    ):
        write(caller, read(MemoryInput, body), now=timezone.now())


@pytest.mark.parametrize("size", [3, 20])
def test_at_every_statement_of_a_batch(here: Caller, size: int):
    """20 are more than the number from which a batch is saved many at a time."""
    space = here.namespace_id
    what_stands(here)
    items = a_batch(size)
    before = rows(space)
    at = 0
    while True:
        try:
            with power_cut(at) as seen:
                results = write_batch(here, items, key="whole", now=timezone.now())
            break
        except PowerCut:
            assert rows(space) == before, f"after statement {at}: {seen[-1][:60]}"
            at += 1
    assert at >= len(seen) > 30, "it went through only when no statement was left to fail"
    outcomes = [getattr(one, "outcome", "refused") for one in results]
    assert outcomes == ["created"] * size + ["reinforced", "superseded", "created", "refused"]
    after = rows(space)
    assert after["MemoryUnit"] == before["MemoryUnit"] + size + 2
    assert write_batch(here, items, key="whole", now=timezone.now())[:-1] == results[:-1]
    assert rows(space) == after


@pytest.mark.parametrize("for_good", [False, True])
def test_at_every_statement_of_a_batch_in_the_background(here: Caller, for_good: bool):
    """One failing statement, or a database that is gone from there on: the next attempt writes it, once."""
    space = here.namespace_id
    at = 0
    while True:
        items = [{"value": f"The {thing} in room {at} needs a repair"} for thing in THINGS[:3]]
        job = accept(here, read(BatchInput, {"items": items}), now=timezone.now())
        before = rows(space)
        cut = False
        try:
            with power_cut(at, for_good=for_good) as seen:
                run(space, job.pk)
        except PowerCut:
            cut = True
            with inside(space):
                state = Job.objects.get(pk=job.pk).state
            # What failed while it was put down after it was done is done.
            assert (rows(space)["MemoryUnit"] == before["MemoryUnit"]) == (state != "done")
            sweep(timezone.now() + LEASE)
            run(space, job.pk)
        with inside(space):
            done = Job.objects.get(pk=job.pk)
            written = MemoryUnit.objects.filter(value__contains=f"in room {at} ")
            assert written.count() == 3
            assert set(Evidence.objects.filter(unit__in=written).values_list("times", flat=True)) == {1}
        assert (done.state, done.request) == ("done", None)
        assert [one["outcome"] for one in done.results] == ["created"] * 3
        if not cut:
            break
        at += 1
    assert at >= len(seen) > 20


def killed_after(seconds: float | None, token: str, batch: str) -> bool:
    """Start a process that writes a batch, and kill it so many seconds after its transaction began, or (None) when it
    has answered; whether it had answered."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.races.writer", token, batch],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("go\n")
    process.stdin.flush()
    if seconds is not None:
        deadline = time.monotonic() + 30
        while not _writing() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(seconds)
        process.kill()
    else:
        process.stdout.readline()
        process.kill()
    out, _ = process.communicate(timeout=60)
    return seconds is None or bool(out)


def _writing() -> bool:
    """Whether some transaction holds the lock of a namespace."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")
        return bool(cursor.fetchone()[0])


def test_killed_at_random_moments():
    dice = random.Random(7)
    space = ensure_namespace("team")
    token = a_token(space)
    caller = authenticate(token, now=timezone.now())
    left = set()
    for number in range(6):
        items = [{"value": f"The {THINGS[n % 12]} in room {n} of house {number} needs a repair"} for n in range(60)]
        answered = killed_after(None if number == 5 else dice.uniform(0, 0.25), token, json.dumps(items))
        with inside(space.pk):
            mine = MemoryUnit.objects.filter(value__contains=f"of house {number} ")
            found = mine.count()
            known = IdempotencyKey.objects.count()
        assert (found, known) in ((0, 0), (60, 1)), "all or nothing, the key with it"
        assert found or not answered
        left.add(found)
        results = write_batch(caller, items, key="batch", now=timezone.now())
        assert [getattr(one, "outcome", "") for one in results] == ["created"] * 60
        with inside(space.pk):
            assert mine.count() == 60
            assert set(Evidence.objects.filter(unit__in=mine).values_list("times", flat=True)) == {1}
            IdempotencyKey.objects.all().delete()
    assert left == {0, 60}, "some were killed before the end, and the last after it"
