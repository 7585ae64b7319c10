"""What was archived for want of use comes back when it is what answers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memories import lifecycle
from memories.locks import lock_namespace
from memories.models import MemoryUnit
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
    known = trace(caller, archived.id, now=LATER)
    assert [(row.action, row.actor, row.reason) for row in known.versions][-1] == (
        "restored",
        "recall",
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


def test_what_is_unlike_stays(caller, archived):
    assert search(caller, SearchInput(query="who won the chess match?"), now=LATER).results == []
    assert state_of(caller, archived) == State.ARCHIVED


def test_a_search_does_not_wait_for_a_writer(caller, archived, database):
    from memories.locks import _number

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


def test_an_equal_statement_that_is_current_but_filtered_out(caller, archived):
    """The archived one is not made current beside it: the database keeps one of equal statements."""
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        old = MemoryUnit.objects.get(pk=archived.id)
    write(caller, MemoryInput(value=old.value, tags=["x"]), now=NOW + timedelta(days=1))
    hits = ask(caller, min_confidence=0.99)
    assert all(hit.memory.id != archived.id or hit.memory.state == "archived" for hit in hits)
    assert state_of(caller, archived) in (State.ARCHIVED, State.ACTIVE)
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.filter(digest=old.digest, state=State.ACTIVE).count() == 1
