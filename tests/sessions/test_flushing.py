"""Windows of turns: five at once, or thirty seconds of quiet; once each, whoever is killed when."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils.module_loading import import_string
from django_q.models import OrmQ

from hindsight_site.periodic import EACH_SECOND, PERIODIC
from memories.callers import Caller
from memories.errors import Invalid, Refused, WrongState
from memories.models import FlushDue, MemoryUnit, Session, Turn
from memories.namespaces import ensure_namespace
from memories.tokens import authenticate, create_token, revoke_token
from memories.walls import inside
from memories.words import Channel, Scope
from sessions import flushing, jobs
from sessions.appending import append
from sessions.ending import end
from sessions.shapes import AppendInput, EndInput
from sessions.statements import content_of
from tests.people import NOW
from tests.sessions.conftest import Say

START = NOW + timedelta(minutes=1)


def working(caller: Caller) -> list[str]:
    with inside(caller.namespace_id):
        return list(MemoryUnit.objects.filter(state="active", tier="working").values_list("value", flat=True))


def test_four_turns_wait_and_the_fifth_flushes(caller: Caller, say: Say):
    for number in range(4):
        answer = say("s", f"user: My locker number {number} is on floor {number}")
        assert (answer.turns, answer.numbers, answer.flushed) == (number + 1, [number + 1], False)
    assert working(caller) == []
    assert say("s", "user: I park in garage B").flushed
    assert len(working(caller)) == 5
    assert not FlushDue.objects.exists()


def test_a_session_that_goes_quiet_is_due_after_thirty_seconds_and_is_queued_once(caller: Caller, say: Say):
    say("s", "user: I live in Porto", now=START)
    assert flushing.queue_due(START + timedelta(seconds=29)) == 0
    assert flushing.queue_due(START + timedelta(seconds=30)) == 1
    assert flushing.queue_due(START + timedelta(seconds=31)) == 0
    assert OrmQ.objects.count() == 1
    # The job was lost with its worker: after a minute it is queued again.
    assert flushing.queue_due(START + timedelta(seconds=91)) == 1


def test_one_job_for_all_that_are_due(caller: Caller, say: Say):
    for name in ("a", "b", "c"):
        say(name, f"user: I live in {name}-town", now=START)
    assert flushing.queue_due(START + timedelta(seconds=40)) == 3
    assert OrmQ.objects.count() == 1
    with inside(caller.namespace_id):
        pairs = [(one.namespace_id, str(one.pk)) for one in Session.objects.all()]
    jobs.flush_sessions(pairs)
    jobs.flush_sessions(pairs)
    assert len(working(caller)) == 3
    assert not FlushDue.objects.exists()


def test_each_new_turn_puts_the_flush_off(caller: Caller, say: Say):
    say("s", "user: I live in Porto", now=START)
    say("s", "user: I work in Braga", now=START + timedelta(seconds=20))
    assert flushing.queue_due(START + timedelta(seconds=40)) == 0
    assert flushing.queue_due(START + timedelta(seconds=50)) == 1


def test_what_is_said_twice_in_a_window_is_one_unit(caller: Caller, say: Say):
    say("s", "user: I live in Porto", "user: I live in Porto.", "user: My phone changed", "user: My address changed")
    answer = say("s", "user: ok")
    assert answer.dropped["repeat"] == 1
    assert sorted(working(caller)) == ["I live in Porto", "My address changed", "My phone changed"]


def test_a_turn_is_kept_as_it_was_said_and_encrypted(caller: Caller, say: Say, database: Any):
    text = "  I live in Porto.\r\n\tيكتب من اليمين 🧑‍🚀  "
    say("s", f"user: {text}")
    with inside(caller.namespace_id):
        assert content_of(Turn.objects.get()) == text
    # (the row of the test's own transaction, as the database holds it)
    from django.db import connection

    with inside(caller.namespace_id), connection.cursor() as cursor:
        cursor.execute("SELECT content FROM memories_turn")
        assert "Porto" not in cursor.fetchone()[0]


def test_keys_are_kept_nowhere(caller: Caller, say: Say):
    secret = "sk-proj-" + "a1B2c3D4e5F6g7H8" * 3
    say("s", f"user: The deploy uses the key {secret} since May")
    with inside(caller.namespace_id):
        assert secret not in content_of(Turn.objects.get())
        assert "since May" in content_of(Turn.objects.get())


@pytest.mark.parametrize(
    ("turn", "code", "field"),
    [
        ({"role": "user", "content": "x" * 100_001}, "turns_too_long", "turns.0.content"),
        ({"role": "user", "content": " \n"}, "turns_empty", "turns.0.content"),
        ({"role": "user", "content": "a\x00b"}, "turns_nul", "turns.0.content"),
        ({"role": "user", "content": "a\ud83d"}, "turns_surrogate", "turns.0.content"),
        ({"role": "robot", "content": "x"}, "turns_invalid", "turns.0.role"),
        ({"role": "user"}, "turns_missing", "turns.0.content"),
        ({"role": "user", "content": "x", "text": "y"}, "unknown_field", "turns.0.text"),
    ],
)
def test_a_turn_that_is_refused(caller: Caller, turn: dict[str, str], code: str, field: str):
    from memories.shapes.reading import read

    with pytest.raises(Invalid) as refused:
        append(caller, "s", read(AppendInput, {"turns": [turn]}), now=NOW)
    assert (refused.value.code, refused.value.field) == (code, field)
    with inside(caller.namespace_id):
        assert not Session.objects.exists()


def test_the_largest_turn_is_taken(caller: Caller, say: Say):
    say("s", "user: " + "很长的话。" * 20_000)
    with inside(caller.namespace_id):
        assert len(content_of(Turn.objects.get())) == 100_000


def test_a_role_that_the_token_may_not_claim(db: None, say: Say):
    space = ensure_namespace("team")
    _, secret = create_token(namespace=space, scopes=[Scope.WRITE], channels=[Channel.USER_STATEMENT])
    user_only = authenticate(secret, now=NOW)
    say("s", "user: I live in Porto", "system: You are helpful", by=user_only)
    with pytest.raises(Refused) as refused:
        say("s", "user: I live in Braga", "assistant: Noted", by=user_only)
    assert (refused.value.code, refused.value.field) == ("channel_not_allowed", "turns.1.role")
    with inside(space.pk):
        assert Turn.objects.count() == 2


def test_a_session_that_has_ended_takes_no_turn(caller: Caller, say: Say):
    say("s", "user: I live in Porto")
    end(caller, "s", EndInput(success=True), now=START)
    with pytest.raises(WrongState) as refused:
        say("s", "user: I live in Braga")
    assert refused.value.code == "session_ended"


def test_a_retry_with_a_key_appends_once(caller: Caller, say: Say):
    first = say("s", "user: I live in Porto", idempotency_key="k")
    again = say("s", "user: I live in Porto", idempotency_key="k")
    assert (again.turns, again.numbers) == (first.turns, first.numbers) == (1, [1])
    with pytest.raises(WrongState) as refused:
        say("s", "user: I live in Braga", idempotency_key="k")
    assert refused.value.code == "idempotency_key_reused"


def test_nothing_is_written_in_the_name_of_a_token_that_was_revoked(caller: Caller, say: Say):
    space = ensure_namespace("team")
    token, secret = create_token(namespace=space, scopes=[Scope.WRITE], channels=list(Channel))
    say("s", "user: I live in Porto", by=authenticate(secret, now=NOW))
    revoke_token(token, actor="test", now=NOW)
    with inside(space.pk):
        session = Session.objects.get()
    flushed = flushing.flush(space.pk, session.pk, now=START)
    assert flushed is not None
    assert (flushed.memories, flushed.dropped["token_revoked"]) == ([], 1)
    assert flushing.flush(space.pk, session.pk, now=START) is None


def test_the_end_given_twice_is_one(caller: Caller, say: Say):
    say("s", "user: I live in Porto", "assistant: I have booked the room")
    first = end(caller, "s", EndInput(success=False), now=START)
    again = end(caller, "s", EndInput(success=False), now=START + timedelta(hours=1))
    assert first == again
    with pytest.raises(WrongState) as refused:
        end(caller, "s", EndInput(success=True), now=START)
    assert refused.value.code == "ended_otherwise"


def test_what_is_known_already_is_reinforced_and_what_has_changed_is_superseded(caller: Caller, say: Say):
    say("s1", "user: I live in Porto", "user: My budget is 300 euros", subject="ana")
    end(caller, "s1", EndInput(), now=START)
    say("s2", "user: I live in Porto", "user: My budget is now 500 euros", subject="ana", now=START + timedelta(days=1))
    answer = end(caller, "s2", EndInput(), now=START + timedelta(days=1, minutes=1))
    assert {one.value: one.outcome for one in answer.memories} == {
        "I live in Porto": "reinforced",
        "My budget is now 500 euros": "superseded",
    }
    with inside(caller.namespace_id):
        values = MemoryUnit.objects.filter(state="active", tier="long").values_list("value", flat=True)
        assert set(values) == {"I live in Porto", "My budget is now 500 euros"}


def test_what_an_agent_learned_carries_its_name(caller: Caller, say: Say):
    say("s", "user: I live in Porto", "assistant: Lesson: the export fails when the file name holds a slash")
    answer = end(caller, "s", EndInput(success=True, agent="Export Agent"), now=START)
    with inside(caller.namespace_id):
        keys = dict(MemoryUnit.objects.filter(pk__in=[one.id for one in answer.memories]).values_list("value", "key"))
    assert keys["Lesson: the export fails when the file name holds a slash"].startswith("export_agent")
    assert not keys["I live in Porto"].startswith("export_agent")


def test_the_beat_asks_each_second_and_the_jobs_can_be_found():
    assert flushing.queue_due in EACH_SECOND
    for name in (flushing.FLUSH, PERIODIC["clear_sessions"].function):
        assert callable(import_string(name))


def test_a_session_that_cannot_be_flushed_keeps_no_other_waiting(caller: Caller, say: Say, monkeypatch: Any):
    say("bad", "user: I live in Porto", now=START)
    say("good", "user: My car is red", now=START)
    with inside(caller.namespace_id):
        ids = {one.name: one.pk for one in Session.objects.all()}

    def breaks(namespace_id: int, session_id: Any, **more: Any) -> Any:
        if session_id == ids["bad"]:
            raise RuntimeError("broken")
        return flushing.flush(namespace_id, session_id, **more)

    monkeypatch.setattr(jobs, "flush", breaks)
    with pytest.raises(RuntimeError, match="broken"):
        jobs.flush_sessions([(caller.namespace_id, str(ids[name])) for name in ("bad", "good")])
    assert working(caller) == ["My car is red"]
    assert FlushDue.objects.get().session_id == ids["bad"]
