"""Short answers are found by what was asked before them, and what they were said after can be forgotten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from memories import preparing
from memories.callers import Caller
from memories.embedding import EmbedderDown, embed_passages
from memories.forgetting.requests import erase_unit, request_forgetting
from memories.jobs import embed_due
from memories.models import MemoryUnit, Session, Vector
from memories.namespaces import change_settings
from memories.recalling.search import search
from memories.searchable import word_hashes
from memories.shapes.inputs import ForgetInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from sessions.ending import end
from sessions.flushing import flush
from sessions.retention import clear
from sessions.shapes import EndInput
from tests.people import NOW
from tests.sessions.conftest import Say

LATER = NOW + timedelta(hours=1)
TALK = ("assistant: Should Bruno paint the kitchen wall grey or blue?", "user: The blue one, please.")
ASKED = "What will the kitchen look like?"
TALK_ZH = ("assistant: 牙医那边约几点？", "user: 九点吧。")
ASKED_ZH = "我什么时候看牙？"


def asked(caller: Caller, question: str = ASKED, **more: Any) -> list[str]:
    """By meaning alone."""
    body = SearchInput(query=question, **more)
    return [hit.memory.value for hit in search(caller, body, now=LATER, arms=frozenset({"dense"})).results]


def heard(caller: Caller) -> list[list[int] | None]:
    with inside(caller.namespace_id):
        return [row.heard for row in Vector.objects.order_by("pk")]


def finish(caller: Caller, name: str = "talk") -> None:
    end(caller, name, EndInput(success=True), now=NOW + timedelta(minutes=5))


def forget(caller: Caller, **target: Any) -> Any:
    return request_forgetting(caller, ForgetInput(**target), now=LATER)


@pytest.mark.parametrize(
    ("turns", "question", "answer"), [(TALK, ASKED, "The blue one"), (TALK_ZH, ASKED_ZH, "九点吧")]
)
def test_found_by_what_was_said_before(caller: Caller, say: Say, turns: tuple[str, ...], question: str, answer: str):
    say("alone", turns[1])
    finish(caller, "alone")
    assert asked(caller, question) == []
    with inside(caller.namespace_id):
        Vector.objects.all().delete()
        MemoryUnit.objects.update(digest="", state="deleted")
    say("talk", *turns)
    finish(caller)
    assert asked(caller, question) == [answer]


def test_in_a_talk_that_goes_on_and_after_it(caller: Caller, say: Say):
    say("talk", *TALK, "assistant: Fine", "user: Thanks", "user: I park in garage B")
    assert asked(caller, include_session="talk") == ["The blue one"]
    finish(caller)
    assert asked(caller) == ["The blue one"], "the lasting one is found as the working one was"


def test_what_was_said_in_an_earlier_window_counts(caller: Caller, say: Say):
    say("talk", "user: I live in Porto", "assistant: Noted", "user: I work in Braga", "assistant: Fine", TALK[0])
    say("talk", TALK[1])
    finish(caller)
    assert "The blue one" in asked(caller)


def test_a_statement_that_says_enough_or_opens_a_talk_has_none(caller: Caller, say: Say):
    say("a", "assistant: Anything else?", "user: My sister Clara moves to the flat above the bakery in Lyon in April")
    say("b", "user: I like tea")
    for name in "ab":
        finish(caller, name)
    assert len(heard(caller)) >= 4
    assert set(map(str, heard(caller))) == {"None"}


def test_without_the_embedder_nothing_of_it_is_kept(caller: Caller, say: Say, monkeypatch: pytest.MonkeyPatch):
    def down(_texts: object) -> None:
        raise EmbedderDown("down")

    real = embed_passages
    monkeypatch.setattr(preparing, "embed_passages", down)
    say("talk", *TALK)
    finish(caller)
    monkeypatch.setattr(preparing, "embed_passages", real)
    assert embed_due(caller.namespace_id) >= 1
    assert set(map(str, heard(caller))) == {"None"}
    assert asked(caller, "the blue one")[0] == "The blue one"


def test_identifiers_are_marks_and_what_is_refused_is_not_heard(caller: Caller, say: Say):
    say("mail", "assistant: Shall I write to bo.miller@example.org or to the desk?", "user: We use the second one.")
    finish(caller, "mail")
    words = set(word_hashes(caller.namespace_id, "bo miller example org"))
    assert [row for row in heard(caller) if row]
    assert not any(words & set(row or ()) for row in heard(caller))
    with inside(caller.namespace_id):
        Vector.objects.all().delete()
    change_settings(caller, {"privacy": {"email": "refuse"}}, now=NOW)
    say("other", "assistant: Shall I write to bo.miller@example.org or not?", "user: We use the third one.")
    finish(caller, "other")
    assert set(map(str, heard(caller))) == {"None"}


@pytest.mark.parametrize("name", ["Bruno", "Bruno Keller"])
@pytest.mark.parametrize("turns_are_gone", [False, True])
def test_forgetting_a_name_that_was_only_said_before(caller: Caller, say: Say, turns_are_gone: bool, name: str):
    say("talk", *TALK)
    say("other", *TALK_ZH)
    for session in ("talk", "other"):
        finish(caller, session)
    if turns_are_gone:
        clear(NOW + timedelta(days=400))
    request = forget(caller, identifier=name)
    assert (request.state, request.counts["units"], request.counts["heard"]) == ("done", 0, 2)
    assert "heard" in request.receipt["kinds_looked_at"]
    assert asked(caller) == []
    assert asked(caller, "the blue one")[0] == "The blue one", "the statement stays"
    assert asked(caller, ASKED_ZH) == ["九点吧"], "another talk is left as it is"
    assert set(forget(caller, identifier=name).counts.values()) == {0}


def test_forgetting_a_statement_takes_what_others_heard_in_its_talk(caller: Caller, say: Say):
    say("talk", "user: My doctor is Anselm Kruger", TALK[0], TALK[1])
    finish(caller)
    clear(NOW + timedelta(days=400))
    with inside(caller.namespace_id):
        [unit] = MemoryUnit.objects.filter(value__contains="Anselm", state="active")
    assert asked(caller) == ["The blue one"]
    request = erase_unit(caller, unit.pk, now=LATER)
    assert (request.state, request.counts["heard"]) == ("done", 2)
    assert asked(caller) == []


def test_flushed_twice_is_heard_once(caller: Caller, say: Say):
    say("talk", *TALK)
    with inside(caller.namespace_id):
        session = Session.objects.get()
    assert flush(caller.namespace_id, session.pk, now=LATER) is not None
    assert flush(caller.namespace_id, session.pk, now=LATER) is None
    assert [bool(row) for row in heard(caller)] == [True]
