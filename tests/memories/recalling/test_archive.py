"""What was archived for want of use comes back when it is what answers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memories import lifecycle
from memories.embedding import EmbedderDown
from memories.locks import _number
from memories.models import MemoryUnit
from memories.namespaces import change_settings
from memories.recalling import search as searching
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.tracing import trace
from memories.walls import inside
from memories.words import State
from memories.writing import write
from tests.people import NOW

pytestmark = pytest.mark.django_db(transaction=True)
LATER = NOW + timedelta(days=200)
QUESTION = "where is the key of the shed?"


@pytest.fixture
def archived(caller):
    unit = write(caller, MemoryInput(value="The key of the shed is under the third pot"), now=NOW).memory
    with inside(caller.namespace_id):
        lifecycle.archive(MemoryUnit.objects.get(pk=unit.id), actor="upkeep", now=NOW, reason="unused")
    return unit


def ask(caller, **asked):
    return search(caller, SearchInput(query=QUESTION, **asked), now=LATER).results


def state_of(caller, unit):
    with inside(caller.namespace_id):
        return MemoryUnit.objects.get(pk=unit.id).state


def test_it_is_restored_with_less_trust_and_its_trace_says_so(caller, archived):
    [hit] = ask(caller)
    assert (hit.memory.id, hit.memory.state, hit.memory.confidence) == (archived.id, "active", 0.4)
    assert hit.scores.confidence == 0.4, "scored as it stands"
    known = trace(caller, archived.id, now=LATER)
    assert [(row.action, row.actor, row.reason) for row in known.versions][-1] == (
        "restored",
        caller.actor,
        "recalled from the archive",
    )
    assert known.confidence_events[-1].cause == "restored_by_recall"
    [again] = ask(caller)
    assert again.memory.version == hit.memory.version, "once is enough"


def test_it_stays_where_something_current_answers(caller, archived):
    current = write(caller, MemoryInput(value="The key of the shed hangs in the hall"), now=LATER).memory
    assert [hit.memory.id for hit in ask(caller)] == [current.id]
    assert state_of(caller, archived) == State.ARCHIVED


@pytest.mark.parametrize("asked", [{"as_of": LATER}, {"valid_at": LATER}, {"include_archived": True}])
def test_it_stays_for_who_looks_otherwise(caller, archived, asked):
    ask(caller, **asked)
    assert state_of(caller, archived) == State.ARCHIVED


def test_who_may_only_read_changes_nothing_and_sees_that_it_is_archived(caller, archived, another_writer):
    reader = another_writer(scopes=["read"])
    for _ in range(2):
        [hit] = ask(reader)
        assert (hit.memory.id, hit.memory.state, hit.memory.version) == (archived.id, "archived", archived.version + 1)
    assert state_of(caller, archived) == State.ARCHIVED
    [hit] = ask(caller)
    assert hit.memory.state == "active"


@pytest.mark.parametrize("floor", [0.41, 0.9])
def test_what_the_namespace_would_hide_again_is_not_restored(caller, archived, floor):
    change_settings(caller, {"min_confidence": floor}, now=NOW)
    assert ask(caller) == []
    assert state_of(caller, archived) == State.ARCHIVED
    [hit] = ask(caller, include_archived=True)
    assert hit.memory.id == archived.id
    change_settings(caller, {"min_confidence": 0.4}, now=NOW)
    assert [[hit.memory.state for hit in ask(caller)] for _ in range(2)] == [["active"], ["active"]]


def test_who_asks_for_less_than_the_namespace_wants_gets_it_again(caller, archived):
    change_settings(caller, {"min_confidence": 0.8}, now=NOW)
    for asked in ({"min_confidence": 0.2}, {"include_low_confidence": True}):
        [hit] = ask(caller, **asked)
        assert (hit.memory.id, hit.memory.state) == (archived.id, "active")


def test_what_is_unlike_stays(caller, archived):
    assert search(caller, SearchInput(query="who won the chess match?"), now=LATER).results == []
    assert state_of(caller, archived) == State.ARCHIVED


def test_a_search_does_not_wait_for_a_writer(caller, archived, database):
    with database.connect() as other, other.transaction():
        other.execute("SELECT pg_advisory_xact_lock(%s)", [_number("namespace", caller.namespace_id)])
        [hit] = ask(caller)
        assert (hit.memory.id, hit.memory.state) == (archived.id, "archived")
    [hit] = ask(caller)
    assert hit.memory.state == "active"


def test_filters_hold_there_too(caller, archived):
    assert ask(caller, subject="somebody") == []
    assert ask(caller, tags=["nothing"]) == []
    assert state_of(caller, archived) == State.ARCHIVED


def test_an_equal_statement_that_is_current_but_filtered_out(caller):
    """The archived one is answered as it is and not made current beside it: of equal statements one is current."""
    value = "The key of the shed is under the third pot"
    old = write(caller, MemoryInput(value=value, tags=["old"]), now=NOW).memory
    with inside(caller.namespace_id):
        lifecycle.archive(MemoryUnit.objects.get(pk=old.id), actor="upkeep", now=NOW, reason="unused")
    new = write(caller, MemoryInput(value=value, tags=["new"]), now=NOW + timedelta(days=1)).memory
    assert new.id != old.id
    [hit] = ask(caller, tags=["old"])
    assert (hit.memory.id, hit.memory.state, hit.memory.version) == (old.id, "archived", old.version + 1)
    assert (state_of(caller, old), state_of(caller, new)) == (State.ARCHIVED, State.ACTIVE)
    assert [hit.memory.id for hit in ask(caller)] == [new.id]


def test_who_wants_it_surer_than_what_is_restored_gets_nothing(caller, archived):
    assert ask(caller, min_confidence=0.41) == []
    assert state_of(caller, archived) == State.ARCHIVED
    [hit] = ask(caller, min_confidence=0.4)
    assert (hit.memory.id, hit.memory.confidence) == (archived.id, 0.4)


@pytest.mark.parametrize("asked", [{"include_low_confidence": True}, {"include_superseded": True}, {"top_k": 1}])
def test_it_is_restored_for_who_asks_for_what_is_current(caller, archived, asked):
    [hit] = ask(caller, **asked)
    assert (hit.memory.id, hit.memory.state) == (archived.id, "active")


def test_what_has_ended_is_not_restored(caller):
    value = "The key of the shed is under the third pot"
    ended = write(caller, MemoryInput(value=value, ttl_seconds=3600), now=NOW).memory
    with inside(caller.namespace_id):
        lifecycle.archive(MemoryUnit.objects.get(pk=ended.id), actor="upkeep", now=NOW, reason="unused")
    assert ask(caller) == []
    assert state_of(caller, ended) == State.ARCHIVED


def test_it_is_found_again_at_the_next_search_by_meaning_and_by_words(caller, archived):
    ask(caller)
    [hit] = ask(caller)
    assert hit.scores.similarity > 0.5
    assert hit.scores.lexical > 0.5
    assert search(caller, SearchInput(query="third pot", time_range="2026-06"), now=LATER).results


def test_chinese_and_without_an_embedder(caller, monkeypatch):
    def down(_text):
        raise EmbedderDown("down")

    told = write(caller, MemoryInput(value="仓库的钥匙放在门卫那里"), now=NOW).memory
    with inside(caller.namespace_id):
        lifecycle.archive(MemoryUnit.objects.get(pk=told.id), actor="upkeep", now=NOW, reason="unused")
    monkeypatch.setattr(searching, "embed_query", down)
    answer = search(caller, SearchInput(query="仓库的钥匙在哪里"), now=LATER)
    assert answer.degraded
    assert [(hit.memory.id, hit.memory.state) for hit in answer.results] == [(told.id, "active")]


def test_a_stranger_restores_nothing(caller, outsider, archived):
    assert search(outsider, SearchInput(query=QUESTION), now=LATER).results == []
    assert state_of(caller, archived) == State.ARCHIVED
