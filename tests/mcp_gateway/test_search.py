"""What a model gets of `memory_search`, and how it sends what it asks for."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from memories.embedding import EmbedderDown
from memories.recalling import search as searching

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")
Use = Callable[..., Any]
LAMP = "The lamp of the porch is broken"


@pytest.fixture
def use(post: Callable[..., httpx.Response], make_token: Callable[..., str]) -> Use:
    """Call a tool with a token that may do everything: its structured answer, or its error."""
    token = make_token()

    def send(tool: str, **arguments: Any) -> Any:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        result = post(message, token=token).json()["result"]
        return json.loads(result["content"][0]["text"]) if result["isError"] else result["structuredContent"]

    return send


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({}, "query_missing", "query"),
        ({"query": "x", "time_range": "some day"}, "time_range_unknown", "time_range"),
        ({"query": "x", "time_range": {"from": "soon"}}, "time_range_invalid", "time_range.from"),
        ({"query": "x", "time_range": '{"from": "soon"}'}, "time_range_invalid", "time_range.from"),
        ({"query": "x", "time_range": '{"from": '}, "time_range_unknown", "time_range"),
        ({"query": "x", "top_k": True}, "top_k_invalid", "top_k"),
        ({"query": "x", "subject": " "}, "subject_empty", "subject"),
        ({"query": "x", "tags": [""]}, "tags_empty", "tags.0"),
        ({"query": "x", "tags": '[""]'}, "tags_empty", "tags.0"),
        ({"query": "x", "entity_filter": ["\u200b"]}, "entity_filter_empty", "entity_filter.0"),
        ({"query": "x", "session_id": ""}, "session_id_empty", "session_id"),
        ({"query": "x", "weights": {"text": 0.5}}, "weights_sum", "weights"),
        ({"query": "x", "weights": {"luck": 1}}, "weights_invalid", "weights.luck"),
        ({"query": "x", "profile": "best"}, "profile_invalid", "profile"),
        ({"query": "x", "top_k": 51}, "top_k_invalid", "top_k"),
        ({"query": "x", "include_general": True}, "general_without_subject", "include_general"),
        (
            {"query": "x", "as_of": "2026-01-01T00:00Z", "valid_at": "2026-01-01T00:00Z"},
            "as_of_and_valid_at",
            "as_of",
        ),
        ({"query": "x", "limit": 5}, "unknown_field", "limit"),
    ],
)
def test_a_wrong_argument_is_named(use: Use, asked: dict[str, Any], code: str, field: str):
    error = use("memory_search", **asked)
    assert (error["code"], error["field"]) == (code, field)
    assert error["detail"]


def test_what_came_back_can_be_reported(use: Use):
    memory = use("memory_write", value=LAMP)["memory"]
    found = use("memory_search", query="what is wrong with the porch lamp?", render="text")
    assert [hit["memory"]["id"] for hit in found["results"]] == [memory["id"]]
    assert LAMP in found["text"]
    assert use("memory_feedback", recall_id=found["recall_id"], success=True)["credited"] == 1


def test_hints_and_lists_may_come_as_text(use: Use):
    use("memory_write", value=LAMP, key="house.porch", tags=["repairs"], entities=["porch"])
    asked = {"query": "porch lamp", "entities": '["porch"]', "tags": '["repairs"]', "key": "house", "time_range": None}
    [hit] = use("memory_search", **asked)["results"]
    assert hit["scores"]["structural"] > 0.5
    assert use("memory_search", query="porch lamp", tags='["garden"]')["results"] == []


def test_nothing_found_degraded_and_both_sides(use: Use, monkeypatch: pytest.MonkeyPatch):
    use("memory_write", value="The gateway listens on port 8080", mcp_server="consul")
    use("memory_write", value="The gateway listens on port 9090", mcp_server="kubernetes")
    assert use("memory_search", query="how is sourdough bread baked?")["results"] == []
    found = use("memory_search", query="which port does the gateway listen on?")["results"]
    assert [hit["conflicts_with"] for hit in found] == [[found[1]["memory"]["id"]], [found[0]["memory"]["id"]]]

    def down(_text: str) -> None:
        raise EmbedderDown("down")

    monkeypatch.setattr(searching, "embed_query", down)
    found = use("memory_search", query="which port does the gateway listen on?")
    assert (found["degraded"], len(found["results"])) == (True, 2)


@pytest.mark.parametrize("span", [{"from": "2026-03-01"}, '{"from": "2026-03-01", "to": "2026-04-01"}'])
def test_the_object_that_an_error_advises_is_taken(use: Use, span: Any):
    """The error of an unknown period names an object as a way out; it may come as one, or as its text."""
    inside = use("memory_write", value=LAMP, occurred_at="2026-03-05T08:00:00Z")["memory"]
    use("memory_write", value="The lamp of the porch was new", occurred_at="2026-01-05T08:00:00Z")
    assert "object with from and to" in use("memory_search", query="porch lamp", time_range="some day")["detail"]
    found = use("memory_search", query="porch lamp", time_range=span)["results"]
    assert [hit["memory"]["id"] for hit in found] == [inside["id"]]


@pytest.mark.parametrize("words", ["2026-03", "2026年3月", "2026-03-01..2026-03-31", "since_2026-03-01"])
def test_a_period_in_words_of_two_languages(use: Use, words: str):
    inside = use("memory_write", value="门廊的灯坏了", occurred_at="2026-03-05T08:00:00Z")["memory"]
    use("memory_write", value="门廊的灯修好了", occurred_at="2026-01-05T08:00:00Z")
    found = use("memory_search", query="门廊的灯", time_range=words)["results"]
    assert [hit["memory"]["id"] for hit in found] == [inside["id"]]
