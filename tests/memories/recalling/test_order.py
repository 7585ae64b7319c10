"""What becomes of a ranking before it is answered."""

from __future__ import annotations

import time
from types import SimpleNamespace
from uuid import UUID

import pytest
from django.db import connection

from memories.ranking import Ranked
from memories.recalling.diversity import successors_first
from memories.recalling.order import answered
from memories.recalling.search import search
from memories.recalling.then import believed
from memories.shapes.searching import SearchInput
from tests.memories.recalling.looking_back import TODAY, at, change, say


def hit(number: int, *, aside: bool = False) -> Ranked:
    return Ranked(UUID(int=number), 0.5, 0.5, 0.5, 0.0, 0.9, 1.0, 1 - number / 100, aside)


def unit(value: str, *, contested: bool = False) -> SimpleNamespace:
    return SimpleNamespace(value=value, subject_key="", attribute="", contested=contested)


def numbers(hits):
    return [one.id.int for one in hits]


def no_disputes(contested):
    assert contested == []
    return {}


def test_what_is_aside_stands_after_what_is_not_and_keeps_its_place_in_the_answer():
    ranking = [hit(1, aside=True), hit(2), hit(3), hit(4)]
    said = {one.id: unit(f"Room {one.id.int} is {'red blue grey pink'.split()[one.id.int - 1]}") for one in ranking}
    hits, _ = answered(ranking, said, most=3, chains={}, disputes_of=no_disputes)
    assert numbers(hits) == [2, 3, 1]


def test_the_other_side_comes_though_a_repeat_of_it_stands_already():
    ranking = [hit(1), hit(2), hit(3)]
    said = {
        UUID(int=1): unit("The shop opens at nine", contested=True),
        UUID(int=2): unit("The shop opens at ten"),
        UUID(int=3): unit("The shop opens at ten", contested=True),
    }
    disputes = {UUID(int=1): [UUID(int=3)], UUID(int=3): [UUID(int=1)]}
    hits, told = answered(ranking, said, most=2, chains={}, disputes_of=lambda _: disputes)
    assert numbers(hits) == [1, 3]
    assert told == disputes


def test_a_web_of_successors_is_put_in_order_quickly():
    """Each replaced by all of the next few: paths through it are beyond counting."""
    ids = list(range(48))
    replaced_by = {one: [other for other in range(one + 1, one + 5) if other < 48] for one in ids}
    begun = time.process_time()
    assert successors_first(ids, lambda one: one, replaced_by) == ids[::-1]
    assert time.process_time() - begun < 2


@pytest.mark.django_db(transaction=True)
def test_slow_statements_of_a_look_back_do_not_add_up(caller, settings, monkeypatch):
    memory = say(caller, "The kiosk sells stamps")
    change(caller, memory, 10, value="The kiosk sells umbrellas")
    ask = SearchInput(query="What does the kiosk sell?", as_of=at(5))
    assert len(search(caller, ask, now=TODAY).results) == 1
    settings.HINDSIGHT = settings.HINDSIGHT.model_copy(update={"SEARCH_DEADLINE_MS": 4_000})

    def slow(real):
        def slowly(*given, **named):
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_sleep(2.4)")
            return real(*given, **named)

        return slowly

    for name in ("gather", "stood"):
        monkeypatch.setattr(believed, name, slow(getattr(believed, name)))
    begun = time.monotonic()
    answer = search(caller, ask, now=TODAY)
    assert (answer.results, answer.partial) == ([], True)
    assert time.monotonic() - begun < 4.7
