"""Whose session it is: who may end it, whom "I" means in it, what of others it shows, and what it may not keep."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from memories.callers import Caller
from memories.errors import Refused
from memories.models import MemoryUnit, Turn
from memories.namespaces import ensure_namespace
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from memories.writing import write
from sessions.context import context
from sessions.ending import end
from sessions.flushing import flush
from sessions.shapes import ContextQuery, EndInput
from sessions.statements import content_of
from tests.people import NOW
from tests.sessions.conftest import Say

LATER = NOW + timedelta(minutes=5)


def lasting(caller: Caller) -> set[str]:
    with inside(caller.namespace_id):
        return set(MemoryUnit.objects.filter(state="active", tier="long").values_list("value", flat=True))


def another(*scopes: Scope) -> Caller:
    space = ensure_namespace("team")
    _, secret = create_token(namespace=space, scopes=list(scopes), channels=[Channel.TOOL_RESULT])
    return authenticate(secret, now=NOW)


def test_who_has_appended_nothing_may_not_end_a_session(caller: Caller, say: Say):
    say("s", "user: I live in Porto")
    stranger = another(Scope.READ, Scope.WRITE)
    assert stranger.namespace_id == caller.namespace_id
    with pytest.raises(Refused) as refused:
        end(stranger, "s", EndInput(success=True), now=LATER)
    assert refused.value.code == "not_your_session"
    assert lasting(caller) == set()
    reviewer = another(Scope.WRITE, Scope.REVIEW)
    end(reviewer, "s", EndInput(success=True), now=LATER)
    assert lasting(caller) == {"I live in Porto"}


@pytest.mark.parametrize(
    ("first", "second", "changed", "question", "name"),
    [
        ("My name is Kim", "My name is Bob", "My name is Bobby", "who am I", "Kim"),
        ("我叫张三，做电商", "我叫李四，做设计", "我改名叫李五了", "我是谁", "张三"),
    ],
)
def test_users_of_two_sessions_without_a_subject_are_two(
    caller: Caller, say: Say, first: str, second: str, changed: str, question: str, name: str
):
    say("s1", f"user: {first}")
    end(caller, "s1", EndInput(), now=LATER)
    say("s2", f"user: {second}", now=NOW + timedelta(minutes=6))
    answer = end(caller, "s2", EndInput(), now=NOW + timedelta(minutes=7))
    assert [one.outcome for one in answer.memories] == ["created"]
    assert lasting(caller) == {first, second}
    found = search(caller, SearchInput(query=question), now=NOW + timedelta(minutes=8)).results
    assert any(name in hit.memory.value for hit in found)
    say("s3", f"user: {changed}", now=NOW + timedelta(minutes=9))
    end(caller, "s3", EndInput(), now=NOW + timedelta(minutes=10))
    assert {first, second} < lasting(caller)


def test_within_one_conversation_a_speaker_stays_the_same(caller: Caller, say: Say):
    say("s1", "user: My budget is 300 euros", conversation_id="c")
    end(caller, "s1", EndInput(), now=LATER)
    say("s2", "user: My budget is now 500 euros", conversation_id="c", now=NOW + timedelta(days=1))
    end(caller, "s2", EndInput(), now=NOW + timedelta(days=1, minutes=1))
    assert lasting(caller) == {"My budget is now 500 euros"}


def test_a_session_without_a_subject_shows_nothing_of_a_subject_and_nothing_sensitive(caller: Caller, say: Say):
    rows: list[tuple[str, dict[str, Any]]] = [
        ("Ana parks in garage B", {"subject": "ana"}),
        ("Bo parks in garage C", {"subject": "bo", "sensitive": True}),
        ("The garage code is 4711", {"sensitive": True, "query": "parking in the garage"}),
        ("The garage closes at ten", {}),
    ]
    for value, more in rows:
        write(caller, MemoryInput(value=value, channel=Channel.USER_STATEMENT, **more), now=NOW)
    say("s", "user: Hello")
    got = context(caller, "s", ContextQuery(query="parking in the garage"), now=LATER)
    assert [hit.memory.value for hit in got.cold] == ["The garage closes at ten"]
    say("t", "user: Hello", subject="ana")
    got = context(caller, "t", ContextQuery(query="parking in the garage"), now=LATER)
    assert "Ana parks in garage B" in got.text
    assert not {"garage C", "4711"} & set(got.text.split())


@pytest.mark.parametrize("text", ["My phone is 13512340000.", "我的手机号是13512340000。"])
def test_what_a_namespace_refuses_makes_no_memory(caller: Caller, say: Say, text: str):
    space = ensure_namespace("team")
    space.preferences = {"privacy": {"phone": "refuse"}}
    space.save()
    say("s", f"user: {text} I live in Porto.")
    with inside(caller.namespace_id):
        turn = Turn.objects.get()
        assert "13512340000" not in content_of(turn)
    flushed = flush(caller.namespace_id, turn.session_id, now=LATER)
    assert flushed is not None
    assert flushed.dropped["personal_data_refused"] == 1
    assert [one.value for one in flushed.memories] == ["I live in Porto"]
    end(caller, "s", EndInput(success=True), now=LATER)
    assert lasting(caller) == {"I live in Porto"}


def test_a_private_key_makes_no_memory_by_default(caller: Caller, say: Say):
    key = "-----{} RSA PRIVATE KEY-----"
    key = f"{key.format('BEGIN')} MIIEowIBAAKCAQEAx7l2Q9v5 {key.format('END')}"
    say("s", f"user: Our deploy key is {key}")
    assert end(caller, "s", EndInput(success=True), now=LATER).memories == []
    assert lasting(caller) == set()


def test_what_an_assistant_only_confirms_of_a_recall_is_not_a_new_memory(caller: Caller, say: Say):
    known = "Orion Ltd services the Bittern pump"
    write(caller, MemoryInput(value=known, channel=Channel.IMPORT), now=NOW)
    search(caller, SearchInput(query="Who services the Bittern pump?"), now=NOW)
    say("s", "user: Who services the pump?", f"assistant: I have confirmed that {known}.")
    end(caller, "s", EndInput(success=True), now=LATER)
    assert lasting(caller) == {known}
    with inside(caller.namespace_id):
        assert not MemoryUnit.objects.filter(tier="working").exclude(state="archived").exists()
