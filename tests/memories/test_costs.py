"""What a search and a write cost in queries: a number that may only change on purpose."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memories.namespaces import ensure_namespace
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.tokens import authenticate, create_token
from memories.words import Channel, Scope
from memories.writing import write, write_batch
from tests.people import NOW

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def here():
    _, secret = create_token(namespace=ensure_namespace("team"), scopes=list(Scope), channels=list(Channel))
    return authenticate(secret, now=NOW)


@pytest.fixture
def counted():
    """The queries of a block, without BEGIN and COMMIT."""

    class Counted(CaptureQueriesContext):
        @property
        def kinds(self) -> list[str]:
            words = [query["sql"].split()[0] for query in self.captured_queries]
            return [word for word in words if word not in ("BEGIN", "COMMIT")]

    return lambda: Counted(connection)


def test_a_search_takes_four_queries_however_much_there_is(here, counted):
    for number in range(30):
        write(here, MemoryInput(value=f"Note {number}: the badge printer on floor {number} is blue"), now=NOW)
    search(here, SearchInput(query="warm"), now=NOW)
    with counted() as few:
        assert search(here, SearchInput(query="where is the badge printer"), now=NOW).results
    # wall · settings and frequencies · every arm · the recall's insert, which reads what is answered
    assert few.kinds == ["SELECT", "SELECT", "WITH", "WITH"]


def test_a_new_memory_that_meets_nothing(here, counted):
    write(here, MemoryInput(value="Warm up the keys"), now=NOW)
    with counted() as queries:
        write(here, MemoryInput(value="The pool on the roof opens at six"), now=NOW)
    assert len(queries.kinds) <= 22, queries.kinds


def test_reinforcing(here, counted):
    write(here, MemoryInput(value="The pool on the roof opens at six"), now=NOW)
    with counted() as queries:
        write(here, MemoryInput(value="The pool on the roof opens at six"), now=NOW)
    assert len(queries.kinds) <= 16, queries.kinds


def test_superseding(here, counted):
    write(here, MemoryInput(value="I use Django for the web service"), now=NOW - timedelta(days=21))
    with counted() as queries:
        write(here, MemoryInput(value="I have switched to FastAPI"), now=NOW)
    assert len(queries.kinds) <= 42, queries.kinds


def test_a_batch_costs_as_much_an_item_as_a_single_write(here, counted):
    write(here, MemoryInput(value="Warm up the keys"), now=NOW)
    things = [
        "The lobby fern needs water",
        "Chess club meets on Monday",
        "The van is at the garage",
        "Dogs are allowed",
    ]
    with counted() as queries:
        write_batch(here, [{"value": thing} for thing in things], now=NOW)
    assert len(queries.kinds) <= 22 * len(things), queries.kinds


def test_knowing_a_token_takes_one_query(here, counted):
    """The first use of a minute also says when it was."""
    _, secret = create_token(namespace=ensure_namespace("team"), scopes=list(Scope), channels=list(Channel))
    authenticate(secret, now=NOW)
    with counted() as queries:
        authenticate(secret, now=NOW + timedelta(seconds=5))
    assert queries.kinds == ["SELECT"]
