"""Forget me reaches raw turns, sessions and what was taken from them; the probe looks there too."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from memories import preparing
from memories.callers import Caller
from memories.errors import NotFound, Refused
from memories.forgetting.requests import erase_unit, request_forgetting
from memories.models import ForgetRequest, MemoryUnit, Session, Turn
from memories.shapes.inputs import ForgetInput
from memories.walls import inside
from sessions import flushing, writers
from sessions.context import context
from sessions.ending import end
from sessions.recordings import TrajectoryInput
from sessions.retention import clear
from sessions.shapes import ContextQuery, EndInput
from sessions.statements import content_of
from sessions.trajectories import record_run
from tests.people import NOW
from tests.sessions.conftest import Say

LATER = NOW + timedelta(hours=1)


def forget(caller: Caller, now: Any = LATER, **target: Any) -> ForgetRequest:
    return request_forgetting(caller, ForgetInput(**target), now=now)


def everything(caller: Caller) -> str:
    with inside(caller.namespace_id):
        turns = [content_of(turn) for turn in Turn.objects.all()]
        units = MemoryUnit.objects.values_list("value", flat=True)
        sessions = Session.objects.values_list("name", "subject")
        return repr([turns, list(units), list(sessions)])


def test_a_subjects_session_goes_whole_with_all_that_it_left(caller: Caller, say: Say):
    say("chat", "user: I live in Porto", "assistant: I have booked the room", "user: Thanks", subject="ana")
    say("chat", "user: My car is red", "user: I work in Braga")
    say("other", "user: I live in Lyon", subject="bo")
    end(caller, "chat", EndInput(success=True), now=NOW + timedelta(minutes=2))
    request = forget(caller, subject="Ana")
    assert (request.state, request.counts["sessions"], request.counts["turns"]) == ("done", 1, 5)
    assert request.receipt is not None
    assert {"turns", "sessions"} <= set(request.receipt["kinds_looked_at"])
    left = everything(caller)
    for trace in ("Porto", "Braga", "red", "booked", "ana", "chat"):
        assert trace not in left
    assert "Lyon" in left
    with pytest.raises(NotFound):
        context(caller, "chat", ContextQuery(), now=LATER)
    assert set(forget(caller, subject="Ana").counts.values()) == {0}


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("wa:13577779999", "13577779999"),
        ("会话13577779999", "+86 135 7777 9999"),
        ("mailto:lbl.owner@zed.example", "lbl.owner@zed.example"),
    ],
)
def test_a_session_named_by_an_identifier_goes_whole(caller: Caller, say: Say, name: str, asked: str):
    say(name, "user: I live in Porto", "assistant: I have booked the room")
    say("other", "user: I live in Lyon", subject="bo")
    end(caller, name, EndInput(success=True), now=NOW + timedelta(minutes=2))
    request = forget(caller, identifier=asked)
    assert (request.state, request.counts["sessions"], request.counts["turns"]) == ("done", 1, 2)
    left = everything(caller)
    assert [trace for trace in ("Porto", "booked", "13577779999", "lbl.owner") if trace in left] == []
    assert "Lyon" in left


def test_a_turn_goes_with_the_number_in_another_spelling(caller: Caller, say: Say):
    say("chat", "user: I live in Porto", "user: 我的手机是135-7777-9999", "user: My car is red")
    request = forget(caller, identifier="13577779999")
    assert request.counts["turns"] == 1
    assert "7777" not in everything(caller)


@pytest.mark.parametrize(
    ("said", "identifier"),
    [("Write to mia.lund@example.org about it", "mia.lund@example.org"), ("这件事请联系王小明，他负责仓库", "王小明")],
)
def test_a_turn_that_names_somebody_goes_and_the_rest_of_the_session_stays(
    caller: Caller, say: Say, said: str, identifier: str
):
    say("chat", "user: I live in Porto", f"user: {said}", "user: My car is red")
    request = forget(caller, identifier=identifier)
    assert (request.state, request.counts["turns"], request.counts["sessions"]) == ("done", 1, 0)
    left = everything(caller)
    assert identifier not in left
    assert "Porto" in left
    # The window that lost a turn is still flushed, once.
    with inside(caller.namespace_id):
        session = Session.objects.get()
    flushed = flushing.flush(caller.namespace_id, session.pk, now=LATER + timedelta(seconds=1))
    assert flushed is not None
    assert [one.value for one in flushed.memories] == ["I live in Porto", "My car is red"]
    assert flushing.flush(caller.namespace_id, session.pk, now=LATER) is None


def test_a_window_of_which_nothing_is_left_is_flushed_too(caller: Caller, say: Say):
    say("chat", "user: I met 王小明 in Porto")
    forget(caller, identifier="王小明")
    with inside(caller.namespace_id):
        session = Session.objects.get()
    assert flushing.flush(caller.namespace_id, session.pk, now=LATER) is not None
    assert flushing.queue_due(LATER + timedelta(days=1)) == 0


def test_what_was_on_its_way_while_it_was_forgotten_does_not_come_back(caller: Caller, say: Say, monkeypatch: Any):
    say("chat", "user: I live in Porto with 王小明", "user: My car is red")
    with inside(caller.namespace_id):
        session = Session.objects.get()
    prepare = preparing.prepare

    def slow(*args: Any, **kwargs: Any) -> Any:
        ready = prepare(*args, **kwargs)
        forget(caller, now=NOW + timedelta(minutes=2), identifier="王小明")
        return ready

    monkeypatch.setattr(writers, "prepare", slow)
    flushed = flushing.flush(caller.namespace_id, session.pk, now=NOW + timedelta(minutes=1))
    assert flushed is not None
    assert [one.value for one in flushed.memories] == ["My car is red"]
    assert flushed.dropped["erased"] == 1
    assert "王小明" not in everything(caller)
    # The same turn, sent before the erasure and received after it.
    with pytest.raises(Refused) as refused:
        say("late", "user: I live in Porto with 王小明", now=NOW + timedelta(minutes=1))
    assert refused.value.code == "erased"


def test_one_memory_takes_its_working_unit_and_its_turn_along(caller: Caller, say: Say):
    say("chat", "user: I live in Porto", "user: My car is red")
    ended = end(caller, "chat", EndInput(), now=NOW + timedelta(minutes=2))
    target = next(one for one in ended.memories if "Porto" in one.value)
    request = erase_unit(caller, target.id, now=LATER)
    assert (request.state, request.counts["units"]) == ("done", 2)
    assert "Porto" not in everything(caller)
    assert "red" in everything(caller)
    again = end(caller, "chat", EndInput(), now=LATER)
    assert [one.value for one in again.memories] == ["My car is red"]


def test_a_recorded_run_about_somebody_goes_with_its_steps(caller: Caller):
    steps = [{"tool": "create_refund", "arguments": {"order": "4411"}, "result": "refunded"}]
    body = TrajectoryInput.model_validate({"task": "refund", "subject": "ana", "success": True, "steps": steps})
    record_run(caller, body, now=NOW)
    request = forget(caller, subject="ana")
    assert (request.counts["sessions"], request.counts["turns"], request.counts["units"]) == (1, 1, 1)
    assert "4411" not in everything(caller)


def test_raw_turns_go_after_thirty_days_and_the_memories_stay(caller: Caller, outsider: Caller, say: Say):
    say("old", "user: I live in Porto")
    say("theirs", "user: I live in Lyon", by=outsider)
    say("new", "user: My car is red", now=NOW + timedelta(days=5))
    for by in (caller, outsider):
        end(by, "old" if by is caller else "theirs", EndInput(), now=NOW + timedelta(minutes=2))
    assert clear(NOW + timedelta(days=30)) == (0, 0)
    assert clear(NOW + timedelta(days=30, minutes=2)) == (0, 2)
    with inside(caller.namespace_id):
        assert [content_of(turn) for turn in Turn.objects.all()] == ["My car is red"]
        assert MemoryUnit.objects.filter(state="active", tier="long", value="I live in Porto").exists()


def test_a_session_that_was_never_ended_is_ended_before_its_turns_go(caller: Caller, say: Say):
    say("left", "user: I live in Porto", "assistant: I have booked the room")
    assert clear(NOW + timedelta(days=29)) == (0, 0)
    assert clear(NOW + timedelta(days=29, minutes=2)) == (1, 0)
    with inside(caller.namespace_id):
        assert Session.objects.get().success is None
        current = MemoryUnit.objects.filter(state="active").values_list("value", "tier")
        assert list(current) == [("I live in Porto", "long")]
