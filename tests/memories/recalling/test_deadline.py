"""A slow or missing part is one arm less, not a slow search or none."""

from __future__ import annotations

import time

import pytest

from memories.embedding import EmbedderDown, embed_query
from memories.models import Recall
from memories.recalling import search as searching
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
    deadline(1_000)
    with database.connect() as other, other.transaction():
        other.execute("LOCK TABLE memories_vector IN ACCESS EXCLUSIVE MODE")
        answer, seconds = ask(caller)
    assert [hit.memory.id for hit in answer.results] == [fern.id]
    assert answer.results[0].scores.similarity == 0
    assert (answer.partial, answer.degraded) == (True, False)
    assert seconds < 2
    assert logged(caller) == ([fern.id], False, True)


def test_when_everything_is_held_up_the_answer_is_empty_and_says_so(caller, fern, database, deadline):
    ask(caller)
    deadline(500)
    with database.connect() as other, other.transaction():
        other.execute("LOCK TABLE memories_terms, memories_vector IN ACCESS EXCLUSIVE MODE")
        answer, seconds = ask(caller)
    assert (answer.results, answer.partial) == ([], True)
    assert seconds < 2


def test_a_slow_embedder(caller, fern, deadline, monkeypatch):
    deadline(600)

    def slow(text):
        time.sleep(2)
        return embed_query(text)

    monkeypatch.setattr(searching, "embed_query", slow)
    answer, seconds = ask(caller)
    assert [hit.memory.id for hit in answer.results] == [fern.id]
    assert (answer.partial, answer.degraded) == (True, True)
    assert seconds < 1.5


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
    monkeypatch.setattr(searching, "embed_query", lambda _text: time.sleep(3))
    spent = [ask(caller)[1] for _ in range(12)]
    assert max(spent) < 1.5
