"""What a caller of the REST door sees of a search: the field that is wrong, and what came of every flag."""

from __future__ import annotations

from typing import Any

import pytest

from memories.embedding import EmbedderDown
from memories.recalling import search as searching
from tests.doors.rest.conftest import Door, door

SEARCH = "memories/search"


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({"time_range": "some fine day"}, "time_range_unknown", "time_range"),
        ({"time_range": "某一天"}, "time_range_unknown", "time_range"),
        ({"time_range": "2026-13"}, "time_range_unknown", "time_range"),
        ({"time_range": "x" * 101}, "time_range_too_long", "time_range"),
        ({"time_range": {}}, "time_range_empty", "time_range"),
        ({"time_range": {"from": None, "to": None}}, "time_range_empty", "time_range"),
        ({"time_range": {"from": "2026-02-01", "to": "2026-01-31"}}, "time_range_backwards", "time_range"),
        ({"time_range": {"from": "soon"}}, "time_range_invalid", "time_range.from"),
        ({"time_range": {"since": "2026-01-01"}}, "unknown_field", "time_range.since"),
        ({"time_range": 7}, "time_range_invalid", "time_range"),
        ({"time_range": ["today"]}, "time_range_invalid", "time_range"),
        ({"weights": {"text": 0.5, "confidence": 0.4}}, "weights_sum", "weights"),
        ({"weights": {"text": 1.5, "confidence": -0.5}}, "weights_invalid", "weights.text"),
        ({"weights": {"luck": 1}}, "weights_invalid", "weights.luck"),
        ({"weights": []}, "weights_invalid", "weights"),
        ({"profile": "best"}, "profile_invalid", "profile"),
        ({"top_k": 0}, "top_k_invalid", "top_k"),
        ({"max_tokens": 0}, "max_tokens_invalid", "max_tokens"),
        ({"max_tokens": 1.5}, "max_tokens_invalid", "max_tokens"),
        ({"render": "html"}, "render_invalid", "render"),
        ({"min_confidence": 1.01}, "min_confidence_invalid", "min_confidence"),
        ({"tag_match": "some"}, "tag_match_invalid", "tag_match"),
        ({"query_time": "now"}, "query_time_invalid", "query_time"),
        ({"as_of": "2026-01-01T00:00Z", "valid_at": "2026-01-01T00:00Z"}, "as_of_and_valid_at", "as_of"),
        ({"include_general": True}, "general_without_subject", "include_general"),
        ({"include_archive": True}, "unknown_field", "include_archive"),
        ({"top_k": True}, "top_k_invalid", "top_k"),
        ({"min_confidence": False}, "min_confidence_invalid", "min_confidence"),
        ({"subject": " "}, "subject_empty", "subject"),
        ({"key": ""}, "key_empty", "key"),
        ({"tags": [""]}, "tags_empty", "tags.0"),
        ({"tags": ["red", "\u3000"]}, "tags_empty", "tags.1"),
        ({"entity_filter": ["\u200b"]}, "entity_filter_empty", "entity_filter.0"),
        ({"mcp_server": " "}, "mcp_server_empty", "mcp_server"),
        ({"session_id": " "}, "session_id_empty", "session_id"),
        ({"include_session": ""}, "include_session_empty", "include_session"),
        ({"task_id": ""}, "task_id_empty", "task_id"),
    ],
)
def test_a_refusal_names_the_field_and_never_says_what_was_in_it(
    owner: Door, asked: dict[str, Any], code: str, field: str
):
    refused = owner.post(SEARCH, {"query": "the tangerine of the vault", **asked}, expect=400)
    assert (refused["code"], refused["field"]) == (code, field)
    assert refused["detail"]
    assert "tangerine" not in str(refused)


def test_a_blank_filter_shows_nobody_the_memories_of_others(owner: Door):
    """An application whose user's id is empty by mistake must not read everybody's memories."""
    owner.write("The lighthouse keeper is called Marta", subject="marta", tags=["coast"])
    for blank in ({"subject": ""}, {"subject": " "}, {"tags": [""]}, {"entity_filter": [" "]}):
        refused = owner.post(SEARCH, {"query": "lighthouse keeper", **blank}, expect=400)
        assert "leave it out" in refused["detail"]
    nothing: list[dict[str, Any]] = [{"subject": None}, {"tags": []}, {"tags": None, "render": None}]
    for left_out in nothing:
        assert len(owner.post(SEARCH, {"query": "lighthouse keeper", **left_out})["results"]) == 1
    for name in ("subject", "key", "tag", "session_id"):
        assert owner.get(f"memories?{name}=%20", expect=400)["code"] == f"{name}_empty"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ({"subject": "Se\u00e1n O\u2019Connor"}, {"subject": "sea\u0301n  o'connor"}),
        ({"entities": ["Se\u00e1n O\u2019Connor"]}, {"entity_filter": ["sea\u0301n  o'connor"]}),
        ({"entities": ["Sea\u0301n O'Connor"]}, {"entity_filter": ["SE\u00c1N O\u2018CONNOR"]}),
        ({"tags": ["Caf\u00e9"]}, {"tags": ["CAFE\u0301"]}),
        ({"tags": ["Caf\u00e9", "\uff21\uff22"]}, {"tags": ["caf\u00e9", "ab"], "tag_match": "all"}),
        ({"tags": ["\u591c\u73ed"]}, {"tags": [" \u591c\u73ed\u3000"]}),
        ({"mcp_server": "Billing CRM"}, {"mcp_server": "billing crm"}),
        ({"key": "cafe\u0301.menu"}, {"key": "caf\u00e9"}),
    ],
)
def test_a_name_is_one_name_in_every_spelling(owner: Door, written: dict[str, Any], asked: dict[str, Any]):
    wanted = owner.write("The lighthouse keeper is called Marta", **written)["id"]
    owner.write("Nobody but the lighthouse keeper may feed the geese")
    found = owner.post(SEARCH, {"query": "lighthouse keeper", **asked})["results"]
    assert [hit["memory"]["id"] for hit in found] == [wanted]


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ({"key": "Orders.refund"}, {"key": "orders"}),
        ({"session_id": "S-1"}, {"session_id": "s-1"}),
        ({"task_id": "T"}, {"task_id": "t"}),
    ],
)
def test_ids_and_keys_are_as_they_were_written(owner: Door, written: dict[str, Any], asked: dict[str, Any]):
    owner.write("The lighthouse keeper is called Marta", **written)
    assert owner.post(SEARCH, {"query": "lighthouse keeper", **asked})["results"] == []


def test_a_list_knows_a_tag_in_every_spelling(owner: Door):
    memory = owner.write("The lighthouse keeper is called Marta", tags=["Caf\u00e9", "coast"])
    owner.write("Nobody but the lighthouse keeper may feed the geese", tags=["coast"])
    found = owner.get("memories?tag=CAF%C3%89&tag=coast")["results"]
    assert [row["id"] for row in found] == [memory["id"]]


def test_an_unknown_period_is_told_which_are_known(owner: Door):
    refused = owner.post(SEARCH, {"query": "x", "time_range": "some fine day"}, expect=400)
    assert "last_7_days" in refused["detail"]
    assert "上周" in refused["detail"]


@pytest.fixture
def three_days(owner: Door) -> list[str]:
    """Ids of what happened on the first three of March."""
    return [
        owner.write(f"Round {day}: the fence of the meadow was painted", occurred_at=f"2026-03-0{day}T00:00:00Z")["id"]
        for day in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("span", "places"),
    [
        ({"from": "2026-03-02T00:00:00Z"}, {1, 2}),
        ({"to": "2026-03-02T00:00:00Z"}, {0}),
        ({"from": "2026-03-01T00:00:00Z", "to": "2026-03-02T00:00:01Z"}, {0, 1}),
        ({"from": "2026-03-02T08:00:00+08:00", "to": "2026-03-02T08:00:01+08:00"}, {1}),
        ({"from": "2026-03-02T00:00:00Z", "to": "2026-03-02T00:00:00Z"}, set()),
        ("2026-03-02", {1}),
        ("2026-03-01..2026-03-02", {0, 1}),
        ("since_2026-03-03", {2}),
        ("before 2026-03-02", {0}),
        ("2026年3月2日", {1}),
        ("2026年3月", {0, 1, 2}),
        ("2026-02", set()),
    ],
)
def test_a_span_is_half_open_and_words_name_whole_days(owner: Door, three_days: list[str], span: Any, places: set[int]):
    found = owner.post(SEARCH, {"query": "painted fence of the meadow", "time_range": span})["results"]
    assert {hit["memory"]["id"] for hit in found} == {three_days[place] for place in places}


def test_query_time_is_the_now_of_words_and_of_freshness(owner: Door, three_days: list[str]):
    asked = {"query": "painted fence of the meadow", "query_time": "2026-03-03T12:00:00Z"}
    [hit] = owner.post(SEARCH, {**asked, "time_range": "yesterday"})["results"]
    assert hit["memory"]["id"] == three_days[1]
    freshness = {hit["memory"]["id"]: hit["scores"]["freshness"] for hit in owner.post(SEARCH, asked)["results"]}
    assert [freshness[id] for id in three_days] == pytest.approx([0.920, 0.951, 0.983], abs=0.001)


def test_both_sides_are_named_to_each_other(owner: Door):
    one = owner.write("The gateway listens on port 8080", mcp_server="consul")
    other = owner.write("The gateway listens on port 9090", mcp_server="kubernetes")
    found = owner.post(SEARCH, {"query": "which port does the gateway listen on?"})["results"]
    assert {hit["memory"]["id"]: hit["conflicts_with"] for hit in found} == {
        one["id"]: [other["id"]],
        other["id"]: [one["id"]],
    }
    text = owner.post(SEARCH, {"query": "which port does the gateway listen on?", "render": "text"})["text"]
    assert text.count("contested)") == 2


def test_text_within_so_few_tokens_that_nothing_fits_says_so(owner: Door):
    owner.write("The lighthouse keeper is called Marta")
    found = owner.post(SEARCH, {"query": "lighthouse keeper", "render": "text", "max_tokens": 5})
    assert (found["results"], found["left_out"]) == ([], 1)
    assert found["text"] == "no memory fits into max_tokens; left out for want of room: 1"
    reported = owner.post(f"recalls/{found['recall_id']}/outcome", {"success": True})
    assert reported["credited"] == 0, "what was not returned helped nobody"


def test_what_max_tokens_leaves_out_is_counted(owner: Door):
    memory = owner.write("The lighthouse keeper is called Marta")
    asked = {"query": "lighthouse keeper"}
    assert owner.post(SEARCH, asked)["left_out"] == 0
    found = owner.post(SEARCH, {**asked, "max_tokens": 2})
    assert (found["results"], found["left_out"], found["text"]) == ([], 1, None)
    assert owner.post(f"recalls/{found['recall_id']}/outcome", {"success": True})["credited"] == 0
    found = owner.post(SEARCH, {**asked, "max_tokens": 50})
    assert ([hit["memory"]["id"] for hit in found["results"]], found["left_out"]) == ([memory["id"]], 0)


def test_how_sure_it_has_to_be_is_what_is_asked_for(owner: Door):
    """min_confidence holds; include_low_confidence lifts the namespace's own threshold alone."""
    weak = owner.write("The lighthouse keeper is called Marta", confidence=0.2)["id"]

    def found(**asked: Any) -> list[str]:
        results = owner.post(SEARCH, {"query": "lighthouse keeper", **asked})["results"]
        return [hit["memory"]["id"] for hit in results]

    assert found() == []
    assert found(include_low_confidence=True) == [weak]
    assert found(min_confidence=0.1) == [weak]
    assert found(min_confidence=0.1, include_low_confidence=True) == [weak]
    assert found(min_confidence=0.3, include_low_confidence=True) == []


def test_an_embedder_that_is_down_is_told(owner: Door, monkeypatch: pytest.MonkeyPatch):
    def down(_text: str) -> None:
        raise EmbedderDown("down")

    memory = owner.write("The lighthouse keeper is called Marta")
    with monkeypatch.context() as stopped:
        stopped.setattr(searching, "embed_query", down)
        found = owner.post(SEARCH, {"query": "who keeps the lighthouse?"})
    assert (found["degraded"], found["partial"]) == (True, False)
    assert [hit["memory"]["id"] for hit in found["results"]] == [memory["id"]]
    assert owner.post(SEARCH, {"query": "who keeps the lighthouse?"})["degraded"] is False


def test_a_search_needs_the_scope_read(owner: Door):
    assert door("team", scopes=["write"]).post(SEARCH, {"query": "x"}, expect=403)["code"] == "insufficient_scope"
    assert Door("").post(SEARCH, {"query": "x"}, expect=401)["code"] == "not_authenticated"
