"""Real processes: two appenders at once, two flushers at once, and one that is killed in the middle of a flush."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from memories.models import MemoryUnit, Namespace, Session, Turn
from memories.namespaces import ensure_namespace
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from sessions import flushing
from sessions.appending import append
from sessions.shapes import AppendInput
from sessions.statements import content_of

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]


def start(*arguments: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.sessions.process", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert line(process) == "ready"
    return process


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def go(*processes: subprocess.Popen[str]) -> list[list[str]]:
    """Let them start together; the lines that each says until its end."""
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return [process.communicate(timeout=120)[0].split("\n")[:-1] for process in processes]


@pytest.fixture
def space() -> Namespace:
    return ensure_namespace("team")


@pytest.fixture
def token(space: Namespace) -> str:
    return create_token(namespace=space, scopes=list(Scope), channels=list(Channel))[1]


def test_two_who_append_at_once_get_different_numbers(space: Namespace, token: str):
    mine = [f"My locker {number} is blue" for number in range(8)]
    theirs = [f"My locker {number} is on floor 2" for number in range(8)]
    said = go(start(token, "append", "chat", *mine), start(token, "append", "chat", *theirs))
    numbers = [number for lines in said for one in lines for number in json.loads(one)]
    assert sorted(numbers) == list(range(1, 17))
    with inside(space.pk):
        turns = {turn.number: content_of(turn) for turn in Turn.objects.all()}
        assert sorted(turns.values()) == sorted([*mine, *theirs])
        session = Session.objects.get()
        assert session.turn_count == 16
    flushing.flush(space.pk, session.pk, now=timezone.now())
    with inside(space.pk):
        assert Session.objects.get().flushed_count == 16
        steps = MemoryUnit.objects.filter(tier="working").values_list("source__step", flat=True)
        assert len(set(steps)) == len(steps) == 16


def test_two_who_flush_at_once_write_once(space: Namespace, token: str):
    caller = authenticate(token, now=timezone.now())
    append(
        caller, "chat", AppendInput.model_validate({"role": "user", "content": "I live in Porto"}), now=timezone.now()
    )
    said = go(start(token, "flush", "chat"), start(token, "flush", "chat"))
    assert sorted(json.loads(lines[0]) is None for lines in said) == [False, True]
    with inside(space.pk):
        assert MemoryUnit.objects.count() == 1


def test_killed_between_append_and_flush_and_in_the_middle_of_it(space: Namespace, token: str):
    appender = start(token, "append", "chat", "I live in Porto", "My car is red")
    assert appender.stdin is not None
    appender.stdin.write("go\n")
    appender.stdin.flush()
    assert [json.loads(line(appender)) for _ in range(2)] == [[1], [2]]
    appender.send_signal(signal.SIGKILL)
    appender.communicate()

    flusher = start(token, "flush-and-hang", "chat")
    assert flusher.stdin is not None
    flusher.stdin.write("go\n")
    flusher.stdin.flush()
    assert line(flusher) == "inside"  # its units are written, and not committed
    flusher.send_signal(signal.SIGKILL)
    flusher.communicate()
    with inside(space.pk):
        assert not MemoryUnit.objects.exists()
        session = Session.objects.get()
        assert (session.turn_count, session.flushed_count) == (2, 0)

    # The next look at the clock finds the window, and one flush takes it.
    assert flushing.queue_due(timezone.now() + timedelta(seconds=31)) == 1
    [[said]] = go(start(token, "flush", "chat"))
    assert json.loads(said) == ["I live in Porto", "My car is red"]
    [[again]] = go(start(token, "flush", "chat"))
    assert json.loads(again) is None
    with inside(space.pk):
        assert MemoryUnit.objects.count() == 2
