"""A slow or missing part is one arm less, not a slow search or none."""

from __future__ import annotations

import time

import pytest
from django.db import connection

from memories import lifecycle
from memories.embedding import EmbedderDown, embed_query
from memories.errors import Busy
from memories.models import MemoryUnit, Recall
from memories.recalling import search as searching
from memories.recalling.gathering import gather
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW

pytestmark = pytest.mark.django_db(transaction=True)
FERN = "The fern of the lobby needs water on Mondays"


@pytest.fixture
def fern(caller):
    return write(caller, MemoryInput(value=FERN), now=NOW).memory


def ask(caller, query="when does the fern need water?"):
    begun = time.monotonic()
    answer = search(caller, SearchInput(query=query), now=NOW)
    return answer, time.monotonic() - begun


@pytest.fixture
def deadline(settings):
    def change(milliseconds):
        settings.HINDSIGHT = settings.HINDSIGHT.model_copy(update={"SEARCH_DEADLINE_MS": milliseconds})

    return change


def logged(caller):
    with inside(caller.namespace_id):
        recall = Recall.objects.latest("pk")
        return recall.unit_ids, recall.degraded, recall.partial


def test_vectors_that_are_held_up_are_done_without(caller, fern, database, deadline):
    ask(caller)
    deadline(3_000)
    with database.connect() as other, other.transaction():
        other.execute("LOCK TABLE memories_vector IN ACCESS EXCLUSIVE MODE")
        answer, seconds = ask(caller)
    assert [hit.memory.id for hit in answer.results] == [fern.id]
    assert answer.results[0].scores.similarity == 0
    assert (answer.partial, answer.degraded) == (True, False)
    assert seconds < 6
    assert logged(caller) == ([fern.id], False, True)


def test_when_everything_is_held_up_the_answer_is_empty_and_says_so(caller, fern, database, deadline):
    ask(caller)
    deadline(500)
    with database.connect() as other, other.transaction():
        other.execute("LOCK TABLE memories_terms, memories_vector IN ACCESS EXCLUSIVE MODE")
        answer, seconds = ask(caller)
    assert (answer.results, answer.partial) == ([], True)
    assert seconds < 4


def test_a_slow_embedder(caller, fern, deadline, monkeypatch):
    deadline(600)

    def slow(text):
        time.sleep(5)
        return embed_query(text)

    monkeypatch.setattr(searching, "embed_query", slow)
    answer, seconds = ask(caller)
    assert [hit.memory.id for hit in answer.results] == [fern.id]
    assert (answer.partial, answer.degraded) == (True, True)
    assert seconds < 4


def test_an_embedder_that_stops_and_comes_back(caller, fern, monkeypatch):
    def down(_text):
        raise EmbedderDown("down")

    with monkeypatch.context() as stopped:
        stopped.setattr(searching, "embed_query", down)
        answer, _ = ask(caller)
        assert [hit.memory.id for hit in answer.results] == [fern.id]
        assert (answer.degraded, answer.partial) == (True, False)
        assert logged(caller) == ([fern.id], True, False)
        nothing, _ = ask(caller, "who may park in the yard?")
        assert (nothing.results, nothing.degraded) == ([], True)
    answer, _ = ask(caller)
    assert (answer.degraded, answer.partial) == (False, False)
    assert answer.results[0].scores.similarity > 0.5


def test_embedders_that_never_answer_do_not_pile_up(caller, fern, deadline, monkeypatch):
    deadline(200)
    monkeypatch.setattr(searching, "embed_query", lambda _text: time.sleep(5))
    spent = [ask(caller)[1] for _ in range(12)]
    assert max(spent) < 4


@pytest.mark.parametrize("held", ["memories_recall", "memories_namespace"])
def test_where_nothing_can_be_logged_the_refusal_comes_in_time_too(caller, fern, database, deadline, held):
    ask(caller)
    deadline(500)
    with database.connect() as other, other.transaction():
        other.execute(f"LOCK TABLE {held} IN ACCESS EXCLUSIVE MODE")
        begun = time.monotonic()
        with pytest.raises(Busy) as refused:
            ask(caller)
    assert time.monotonic() - begun < 5
    assert refused.value.code == "busy"
    assert FERN not in str(refused.value)
    answer, _ = ask(caller)
    assert [hit.memory.id for hit in answer.results] == [fern.id]


@pytest.fixture
def slow_looks(monkeypatch):
    """Makes each look at the candidates take at least so long in the database; how many were begun."""
    begun = []

    def make(seconds):
        real = gather

        def slow(*given, **named):
            begun.append(seconds)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(%s)", [seconds])
            return real(*given, **named)

        monkeypatch.setattr(searching, "gather", slow)
        return begun

    return make


def test_slow_statements_do_not_add_up(caller, fern, deadline, slow_looks):
    """The first look finds nothing current; the one at the archive may not take as long again."""
    with inside(caller.namespace_id):
        lifecycle.archive(MemoryUnit.objects.get(pk=fern.id), actor="upkeep", now=NOW, reason="unused")
    ask(caller, "who may park in the yard?")
    deadline(4_000)
    begun = slow_looks(2.4)
    answer, seconds = ask(caller)
    assert len(begun) >= 2
    assert (answer.results, answer.partial) == ([], True)
    assert seconds < 4.7, "two looks alone would take as long"
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.get(pk=fern.id).state == "archived"


def test_a_deadline_that_is_not_reached_is_not_felt(caller, fern, deadline, slow_looks):
    deadline(60_000)
    begun = slow_looks(0.3)
    answer, _ = ask(caller)
    assert begun == [0.3]
    assert [hit.memory.id for hit in answer.results] == [fern.id]
    assert answer.partial is False


def test_the_limit_ends_with_the_search(caller, fern, deadline):
    deadline(300)
    ask(caller)
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        [shown] = cursor.fetchone()
        cursor.execute("SELECT pg_sleep(0.5)")
    assert shown != "300ms"
