"""A search looks among cues beside values, whatever way it takes; where there are none it does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memories.callers import Caller
from memories.jobs import embed_due
from memories.namespaces import change_settings
from memories.nearest import STEER_BACK, STEER_TO_INDEX
from memories.ranking import CUE_COUNTS_FROM, with_cue
from memories.recalling import plan as planning
from memories.recalling import search as searching
from memories.recalling.gathering import gather
from memories.recalling.plan import Plan, Way
from memories.recalling.search import search
from memories.recalling.statement import statement_of
from memories.searchable import vector_literal
from memories.shapes.outputs import WriteOut
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput
from memories.writing import write_batch
from tests.memories.recalling.looking_back import DAY, at, change, say
from tests.memories.test_cues import ASKED, ASKED_OTHERWISE, OTHER_QUERY, QUERY, VALUE, asked
from tests.people import NOW

pytestmark = pytest.mark.django_db
DECOYS = 12
MINE = {"tags": ["desk"], "key": "desk.refund", "occurred_at": (NOW - 3 * DAY).isoformat()}


@pytest.fixture
def among_others(caller: Caller, settings: Any) -> Any:
    """The id of one unit that its cue alone finds, among units whose values are nearer to what is asked than its own,
    and more of them than an arm fetches; others have its question, and do not pass the filters."""
    settings.HINDSIGHT = settings.HINDSIGHT.model_copy(update={"SEARCH_CANDIDATES": 6, "SEARCH_DEADLINE_MS": 60_000})
    change_settings(caller, {"min_similarity": 0.0, "judge_on_write": False}, now=NOW)
    items: list[dict[str, Any]] = [
        {"value": f"The clerk at desk {number} is on leave", **MINE} for number in range(DECOYS)
    ]
    items += [{"value": VALUE, "query": QUERY, **MINE}]
    items += [{"value": f"Ticket form {letter}", "query": QUERY, "kind": "inference", "confidence": 0.35,
               "tags": ["else"]} for letter in "XYZ"]  # fmt: skip
    results = write_batch(caller, items, now=NOW)
    target = results[DECOYS]
    assert isinstance(target, WriteOut)
    return target.memory.id


def found(caller: Caller, **more: Any) -> list[Any]:
    body = read(SearchInput, {"query": ASKED, "top_k": 4, **more})
    answer = search(caller, body, now=NOW, arms=frozenset({"dense"}))
    return [hit.memory.id for hit in answer.results]


WAYS: list[tuple[Way, dict[str, Any]]] = [
    (Way.ALL, {}),
    (Way.INDEX, {}),
    (Way.FILTERED, {"kind": "fact"}),
    (Way.FILTERED_ALL, {"kind": "fact"}),
    (Way.HAVING, {"tags": ["desk"]}),
    (Way.HAVING_FILTERED, {"tags": ["desk"]}),
    (Way.RANGE, {"time_range": {"from": (NOW - 4 * DAY).isoformat(), "to": (NOW - 2 * DAY).isoformat()}}),
    (Way.RANGE, {"key": "desk"}),
]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("way", "filters"), WAYS)
def test_each_way_looks_among_cues(
    caller: Caller, among_others: Any, monkeypatch: pytest.MonkeyPatch, way: Way, filters: dict[str, Any], large: bool
):
    if large:
        monkeypatch.setattr(planning, "EXACT_UP_TO", 1)
        monkeypatch.setattr(planning, "probe_limit", lambda _: 2)
    real = planning.plan_of

    def chosen(question: Any, *args: Any, **kwargs: Any) -> Plan:
        plan = real(question, *args, **kwargs)
        rare = question.facets.sets[0] if question.facets.sets else ()
        return replace(plan, way=way, rare=rare)

    monkeypatch.setattr(searching, "plan_of", chosen)
    monkeypatch.setattr(searching, "after_coming_back_short", lambda first: first)
    with CaptureQueriesContext(connection) as queries:
        ids = found(caller, **filters)
    assert among_others in ids
    if filters:
        assert len(set(ids)) <= DECOYS + 1, "none that only has the question"
    [statement] = [
        one["sql"] for one in queries.captured_queries if "WITH dense" in one["sql"] or "dense AS" in one["sql"]
    ]
    by_index = large and way in (Way.INDEX, Way.FILTERED, Way.RANGE)
    assert ("v.cue::halfvec(384)" in statement) == by_index


def test_the_index_of_cues_is_taken(caller: Caller, among_others: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(planning, "EXACT_UP_TO", 1)
    monkeypatch.setattr(planning, "exact_limit", lambda _: 1)
    plans: list[str] = []
    real = gather

    def explained(question: Any, plan: Plan, where: Any, vector: Any, **kwargs: Any) -> Any:
        kept = {name: value for name, value in kwargs.items() if name != "wanted"}
        sql = statement_of(question, plan, where, vector_literal(vector), **kept)
        with connection.cursor() as cursor:
            cursor.execute(STEER_TO_INDEX)
            cursor.execute("EXPLAIN " + "".join(sql.parts), sql.params)
            plans.append("\n".join(row[0] for row in cursor.fetchall()))
            cursor.execute(STEER_BACK)
        return real(question, plan, where, vector, **kwargs)

    monkeypatch.setattr(searching, "gather", explained)
    assert among_others in found(caller)
    assert "memories_cue_hnsw" in plans[0]
    assert "memories_vector_hnsw" in plans[0]


def kinds(queries: CaptureQueriesContext) -> list[str]:
    words = [query["sql"].split()[0] for query in queries.captured_queries]
    return [word for word in words if word not in ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")]


def test_no_more_queries_with_cues_and_nothing_of_them_without(caller: Caller):
    bare = say(caller, VALUE)
    assert asked(caller, "ticket form") == [bare.id]
    with CaptureQueriesContext(connection) as without:
        asked(caller, "ticket form")
    gathering = [one["sql"] for one in without.captured_queries if "dense AS" in one["sql"]]
    assert [sql for sql in gathering if "v.cue" in sql] == []
    change(caller, bare, 0, query=QUERY)
    embed_due(caller.namespace_id)
    assert asked(caller, ASKED) == [bare.id], "sizes are looked at once a minute; the first cue is found at once"
    with CaptureQueriesContext(connection) as with_one:
        asked(caller, "ticket form")
    assert [one["sql"] for one in with_one.captured_queries if "v.cue <#>" in one["sql"]]
    assert kinds(with_one) == kinds(without)


def test_a_question_in_another_language_than_the_value(caller: Caller):
    memory = say(caller, "填乙类工单，三天内原路返还", query=QUERY)
    assert asked(caller, ASKED) == [memory.id]


def test_as_of_finds_by_the_question_that_the_content_of_then_had(caller: Caller):
    memory = say(caller, VALUE, query=QUERY)
    change(caller, memory, 10, value="Take the badge, keep the mailbox", query=OTHER_QUERY)
    embed_due(caller.namespace_id)
    then, later = at(5), at(15)
    for question, moment, ids in (
        (ASKED, then, [memory.id]),
        (ASKED_OTHERWISE, then, []),
        (ASKED, later, []),
        (ASKED_OTHERWISE, later, [memory.id]),
    ):
        body = SearchInput(query=question, as_of=moment)
        hits = search(caller, body, now=at(20), arms=frozenset({"dense"})).results
        assert [hit.memory.id for hit in hits] == ids, (question, moment)


def test_as_of_a_question_that_was_edited_since_counts_for_no_other_time(caller: Caller):
    memory = say(caller, VALUE, query=QUERY)
    change(caller, memory, 10, query=OTHER_QUERY)
    embed_due(caller.namespace_id)
    body = SearchInput(query=ASKED_OTHERWISE, as_of=at(5))
    assert search(caller, body, now=at(20), arms=frozenset({"dense"})).results == []
    body = SearchInput(query=ASKED_OTHERWISE, as_of=at(10) + timedelta(hours=1))
    assert [hit.memory.id for hit in search(caller, body, now=at(20), arms=frozenset({"dense"})).results] == [memory.id]


def test_a_cue_counts_from_a_likeness_on():
    assert with_cue(0.1, CUE_COUNTS_FROM) == CUE_COUNTS_FROM
    assert with_cue(0.1, CUE_COUNTS_FROM - 0.01) == 0.1
    assert with_cue(0.9, 0.5) == 0.9
    assert with_cue(0.0, 1.0) == 1.0
