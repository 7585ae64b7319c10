"""By words alone: without the embedder, or of what has no vector yet, the filters and the other sides hold as ever."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from memories.callers import Caller
from memories.embedding import EmbedderDown
from memories.models import MemoryUnit, Vector
from memories.namespaces import change_settings
from memories.recalling import gathering
from memories.recalling import search as searching
from memories.recalling.plan import Plan, Way
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write, write_batch
from tests.memories.recalling.test_ways import REQUESTS, check, fetch_three, large, stored  # noqa: F401
from tests.people import NOW

pytestmark = pytest.mark.django_db
QUESTION = "lamp in the hall"
KEPT = 6


def stop(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(_text: str) -> None:
        raise EmbedderDown("down")

    monkeypatch.setattr(searching, "embed_query", down)


def without_vectors(caller: Caller) -> None:
    """As after writes without the embedder, which is there again but has not caught up."""
    with inside(caller.namespace_id):
        Vector.objects.all().delete()
        MemoryUnit.objects.update(embedding_due=True)


@pytest.fixture(params=["the embedder is down", "no vector is there yet"])
def by_words(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[Caller], None]:
    """Leaves a search nothing but words."""
    if request.param == "the embedder is down":
        return lambda caller: stop(monkeypatch)
    return without_vectors


def ask(caller: Caller, query: str = QUESTION, **asked: Any) -> list[Any]:
    return [hit.memory.id for hit in search(caller, read(SearchInput, {"query": query, **asked}), now=NOW).results]


@pytest.fixture
def lamps(caller: Caller) -> list[Any]:
    """The ids of eighty lamps, all equal by their words; the largest ids come last wherever only ids tell."""
    change_settings(caller, {"judge_on_write": False}, now=NOW)
    told = [
        {"value": f"The lamp number {number} in the hall is out", "key": "cellar.lamp", "tier": "long"}
        for number in range(80)
    ]
    write_batch(caller, told, now=NOW)
    with inside(caller.namespace_id):
        return list(MemoryUnit.objects.order_by("pk").values_list("pk", flat=True))


@pytest.mark.parametrize(
    ("others", "asked"),
    [
        ({"expires_at": NOW}, {}),
        ({"confidence": 0.1}, {}),
        ({"confidence": 0.6}, {"min_confidence": 0.8}),
        ({"idle_since": NOW - timedelta(days=300)}, {}),
        ({"tier": "working"}, {}),
        ({"key": "attic.lamp"}, {"key": "cellar."}),
        ({"valid_from": NOW + timedelta(days=1)}, {"valid_at": NOW.isoformat()}),
        ({"occurred_at": NOW - timedelta(days=40)}, {"time_range": "last_7_days"}),
        ({"state": "superseded"}, {}),
    ],
    ids=str,
)
def test_what_does_not_pass_leaves_no_gap(caller, lamps, by_words, others, asked):
    """The best by words do not pass a filter that the index of words knows nothing of; those that do come back."""
    by_words(caller)
    kept = lamps[-KEPT:]
    with inside(caller.namespace_id):
        MemoryUnit.objects.exclude(pk__in=kept).update(**others)
    assert set(ask(caller, top_k=50, **asked)) == set(kept)
    assert len(ask(caller, **asked)) == 5


def test_what_was_archived_is_found_behind_what_is_not_asked_for(caller, lamps, by_words):
    by_words(caller)
    with inside(caller.namespace_id):
        MemoryUnit.objects.exclude(pk__in=lamps[-KEPT:]).update(state="falsified")
        MemoryUnit.objects.filter(pk__in=lamps[-KEPT:]).update(state="archived")
    assert set(ask(caller, top_k=50)) == set(lamps[-KEPT:])


def test_only_a_search_that_came_back_short_looks_twice(caller, lamps, monkeypatch):
    stop(monkeypatch)
    looks: list[Plan] = []
    gather = gathering.gather

    def spy(question: Any, plan: Plan, *rest: Any, **named: Any) -> Any:
        looks.append(plan)
        return gather(question, plan, *rest, **named)

    monkeypatch.setattr(searching, "gather", spy)
    assert len(ask(caller)) == 5
    assert [(plan.way, plan.filter_first) for plan in looks] == [(Way.ALL, False)]


@pytest.mark.parametrize("size", ["small", "large"])
def test_every_filter_by_words_where_the_best_few_are_not_those_that_pass(
    caller,
    stored,  # noqa: F811
    monkeypatch,
    request,
    size,
):
    """The oracle of test_ways, with three fetched before the filters look."""
    if size == "large":
        request.getfixturevalue("large")
    fetch_three(monkeypatch)
    check(caller, stored, {"lexical"}, REQUESTS[1::2])


@pytest.fixture
def sides(caller: Caller) -> list[Any]:
    """The ids of two units that are in conflict; each has a word that the other has not."""
    return [
        write(caller, MemoryInput(value=f"The gateway listens on port {port}", mcp_server=server), now=NOW).memory.id
        for port, server in ((8080, "consul"), (9090, "kubernetes"))
    ]


def test_the_other_side_comes_back_though_no_word_of_it_is_asked_for(caller, sides, by_words):
    by_words(caller)
    assert ask(caller, "8080") == sides
    assert ask(caller, "9090") == sides[::-1]
    assert ask(caller, "8080", top_k=1) == sides[:1]


def test_the_other_side_has_no_vector_yet(caller, sides):
    change_settings(caller, {"min_similarity": 0.99}, now=NOW)
    with inside(caller.namespace_id):
        Vector.objects.filter(unit_id=sides[1]).delete()
    assert ask(caller, "8080") == sides
