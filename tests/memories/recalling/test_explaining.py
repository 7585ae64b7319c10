"""Why something did not come back: the same filters, the same ranking, and a reason for each that was near."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from memories.callers import Caller
from memories.models import MemoryUnit
from memories.preferences import combine, preferences_of
from memories.ranking import Ranked
from memories.recalling.answering import Found
from memories.recalling.explaining import LeftOut, Near, hidden_by, why_left_out
from memories.recalling.filters import states_of, where_of
from memories.recalling.looking import look
from memories.recalling.question import question_of
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.words import Channel, State
from memories.writing import write

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def scored(number: int, final: float) -> Ranked:
    parts: dict[str, Any] = dict.fromkeys(
        ("similarity", "lexical", "text", "structural", "confidence", "freshness"), 0.5
    )
    return Ranked(id=UUID(int=number), final=final, **parts)


def told(near: Near, *, hits: list[Ranked], ranking: list[Ranked], shown: list[int], query: str = "gate") -> list[Any]:
    found = Found(hits, combine({}), ranking=ranking)
    question = question_of(1, SearchInput(query=query), now=NOW)
    return [
        (one.scores.id.int, one.reasons)
        for one in why_left_out(question, found, near, {UUID(int=number) for number in shown})
    ]


@pytest.mark.django_db
def test_each_has_its_reason_and_what_is_near_enough_comes_first():
    one, two, three, four, five = (scored(number, final) for number, final in enumerate((0.9, 0.8, 0.7, 0.6, 0.5), 1))
    row: Any = type("Row", (), {"named": False, "value": "", "key": "", "entities": [], "tags": []})()
    near = Near(
        rows={hit.id: row for hit in (one, two, three, four, five)},
        ranking=[one, two, three, four, five],
        over_floor=frozenset({one.id, two.id, four.id, five.id}),
        hidden={three.id: ("kind",), five.id: ("state", "kind")},
        newer={five.id: [one.id], three.id: [two.id]},
    )
    assert told(near, hits=[one], ranking=[one, two], shown=[1]) == [
        (2, ("top_k",)),
        (4, ("candidates",)),
        (5, ("state", "kind")),
        (3, ("kind", "floor")),
    ]
    assert told(near, hits=[one, two], ranking=[one, two], shown=[1])[0] == (2, ("max_tokens",))
    found = Found([one], combine({}))
    why: list[LeftOut] = why_left_out(question_of(1, SearchInput(query="gate"), now=NOW), found, near, {one.id})
    assert {left.scores.id.int: left.replaced_by for left in why if left.replaced_by} == {5: (one.id,)}


@pytest.mark.django_db
def test_a_code_that_it_does_not_have_is_the_reason():
    row: Any = type("Row", (), {"named": False, "value": "error E-200", "key": "", "entities": [], "tags": []})()
    near = Near(rows={UUID(int=1): row}, ranking=[scored(1, 0.5)])
    assert told(near, hits=[], ranking=[], shown=[], query="E-101") == [(1, ("code",))]


ASKED: list[dict[str, Any]] = [
    {},
    {"key": "shop"},
    {"subject": "kiosk"},
    {"subject": "kiosk", "include_general": True},
    {"tags": ["food", "hot"]},
    {"tags": ["food", "hot"], "tag_match": "all", "mcp_server": "till"},
    {"entity_filter": ["Kim"]},
    {"kind": "inference"},
    {"channel": "tool_result", "session_id": "s1"},
    {"task_id": "t1"},
    {"time_range": "last_7_days"},
    {"valid_at": NOW - timedelta(days=30)},
    {"min_confidence": 0.7},
    {"include_superseded": True, "include_archived": True},
]


@pytest.fixture
def units(caller: Caller) -> list[UUID]:
    """One of each sort that a filter tells from the others."""
    fields: list[dict[str, Any]] = [
        {"key": "shop.a", "subject": "kiosk"},
        {"tags": ["food"], "entities": ["Kim"]},
        {"tags": ["food", "hot"], "mcp_server": "till", "channel": Channel.TOOL_RESULT, "session_id": "s1"},
        {"channel": Channel.AGENT_INFERENCE, "kind": "inference", "task_id": "t1"},
        {"occurred_at": NOW - timedelta(days=60)},
        {"expires_at": NOW + timedelta(seconds=1)},
    ]
    said = [
        write(caller, MemoryInput(**{"value": f"Thing {number} stands at gate {number}", **some}), now=NOW).memory.id
        for number, some in enumerate(fields)
    ]
    with inside(caller.namespace_id):
        for state in State:
            pk = write(caller, MemoryInput(value=f"It is {state} at the pier", subject=state), now=NOW).memory.id
            MemoryUnit.objects.filter(pk=pk).update(state=state)
            said.append(pk)
    return said


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ASKED)
def test_what_no_filter_hides_is_just_what_the_filters_let_through(
    caller: Caller, units: list[UUID], asked: dict[str, Any]
):
    question = question_of(caller.namespace_id, SearchInput(query="gate", **asked), now=NOW + timedelta(minutes=1))
    with inside(caller.namespace_id):
        preferences = preferences_of(caller.namespace_id)
        where = where_of(question, preferences=preferences, states=states_of(question.body))
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT u.id FROM memories_memoryunit u WHERE {where.sql}", where.params)
            through = {row[0] for row in cursor.fetchall()}
        hidden = hidden_by(question, preferences, units)
    assert set(hidden) == set(units)
    assert {pk for pk, reasons in hidden.items() if not reasons} == through
    names = {name for reasons in hidden.values() for name in reasons}
    allowed = set(SearchInput.model_fields) | {"state", "expires_at", "tier"}
    assert names <= allowed


@pytest.mark.django_db
def test_a_look_finds_what_a_search_finds_and_logs_nothing(caller: Caller, units: list[UUID]):
    later = NOW + timedelta(minutes=1)
    for asked in ASKED:
        body = SearchInput(query="Which thing stands at the gate?", **asked)
        looked = look(caller, body, now=later)
        agent = search(caller, body, now=later)
        assert [hit.model_dump() for hit in looked.hits] == [hit.model_dump() for hit in agent.results]
        assert looked.missing is not None
        there = {hit.memory.id for hit in looked.hits}
        assert there.isdisjoint(one.memory.id for one in looked.missing)
        assert all(one.why.reasons for one in looked.missing)
        assert len(there) + len(looked.missing) + looked.more == len(units)
