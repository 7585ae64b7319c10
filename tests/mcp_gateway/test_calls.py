"""One tool call from raw arguments to a result: what models send, namespaces, and what reaches the log."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from django.db import IntegrityError

from mcp_gateway import tools
from memories.models import MemoryUnit

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")
Call = Callable[..., dict[str, Any]]
Make = Callable[..., str]
NOWHERE = "00000000-0000-4000-8000-000000000000"
SECRET = "The vault code is tangerine-4711"


@pytest.fixture
def call(post: Callable[..., httpx.Response]) -> Call:
    """Call a tool and return the result; `headers` are the request's."""

    def send(token: str, tool: str, arguments: dict[str, Any], **headers: str) -> dict[str, Any]:
        params = {"name": tool, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        result: dict[str, Any] = post(message, token=token, **headers).json()["result"]
        return result

    return send


def error_of(result: dict[str, Any]) -> dict[str, Any]:
    assert result["isError"]
    assert "structuredContent" not in result
    error: dict[str, Any] = json.loads(result["content"][0]["text"])
    return error


def test_the_text_says_what_the_structured_content_says(call: Call, make_token: Make):
    result = call(make_token(), "memory_write", {"value": "北京的仓库在三楼"})
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    assert "北京" in result["content"][0]["text"]


def test_it_takes_what_models_send(call: Call, make_token: Make):
    token = make_token()
    sent = {"content": "Ada likes tea", "key": None, "tags": '["drinks", "ada"]', "entities": ["Ada"], "tier": None}
    memory = call(token, "memory_write", sent)["structuredContent"]["memory"]
    assert (memory["value"], memory["tags"], memory["key"]) == ("Ada likes tea", ["drinks", "ada"], "")
    assert call(token, "memory_get", {"memory_id": memory["id"]})["structuredContent"]["id"] == memory["id"]
    assert error_of(call(token, "memory_get", {"id": memory["id"], "memory_id": memory["id"]}))["field"] == "memory_id"
    quoted = call(token, "memory_write", {"value": '["not", "a list"]'})["structuredContent"]["memory"]
    assert quoted["value"] == '["not", "a list"]'


def test_an_update_changes_what_it_names_and_no_more(call: Call, make_token: Make):
    token = make_token()
    before = call(token, "memory_write", {"value": "Ada likes tea", "subject": "ada", "tags": ["drinks"]})
    id = before["structuredContent"]["memory"]["id"]
    after = call(token, "memory_update", {"id": id, "key": "ada.kitchen", "tags": None})["structuredContent"]["memory"]
    assert (after["key"], after["subject"], after["tags"], after["version"]) == ("ada.kitchen", "ada", ["drinks"], 2)
    error = error_of(call(token, "memory_update", {"id": id, "key": "x", "if_version": 1}))
    assert (error["code"], error["version"]) == ("moved", 2)


def test_an_unknown_tool_is_told_the_known_ones(call: Call, make_token: Make):
    error = error_of(call(make_token(), "memory_steal", {}))
    assert error["code"] == "unknown_tool"
    assert "memory_search" in error["detail"]


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        ({"value": "a\x00b"}, "value_nul", "value"),
        ({"value": "half \ud83d"}, "value_surrogate", "value"),
        ({"value": "   "}, "value_empty", "value"),
        ({"value": "x", "state": "active"}, "state_not_writable", "state"),
        ({"value": "x", "confidence": 2}, "confidence_invalid", "confidence"),
        ({"value": "x", "tags": ["a" * 300]}, "tags_too_long", "tags.0"),
        ({"value": "x", "namespace": "n" * 300}, "namespace_too_long", "namespace"),
    ],
)
def test_a_wrong_argument_is_named(call: Call, make_token: Make, arguments: dict[str, Any], code: str, field: str):
    error = error_of(call(make_token(), "memory_write", arguments))
    assert (error["code"], error["field"]) == (code, field)


def test_the_argument_wins_over_the_header(call: Call, make_token: Make):
    token = make_token("north", "south")
    for namespace, headers in (("", {"X_Hindsight_Namespace": "north"}), ("south", {"X_Hindsight_Namespace": "north"})):
        arguments = {"value": "The depot is in Oslo", **({"namespace": namespace} if namespace else {})}
        assert not call(token, "memory_write", arguments, **headers)["isError"]
    assert set(MemoryUnit.objects.values_list("namespace__name", flat=True)) == set()  # the wall, seen from outside
    for namespace in ("north", "south"):
        found = call(token, "memory_search", {"query": "where is the depot?", "namespace": namespace})
        assert len(found["structuredContent"]["results"]) == 1
    strange = call(token, "memory_search", {"query": "depot"}, X_Hindsight_Namespace="nowhere")
    assert error_of(strange)["code"] == "not_found"


def test_a_search_narrowed_by_time_and_told_as_text(call: Call, make_token: Make):
    token = make_token()
    call(token, "memory_write", {"value": "The depot is in Oslo", "occurred_at": "2026-03-05T08:00:00Z"})
    asked = {"query": "where is the depot?", "time_range": "2026-03-01..2026-03-31", "render": "text"}
    found = call(token, "memory_search", asked)["structuredContent"]
    assert len(found["results"]) == 1
    assert "[2026-03-05 08:00] (fact, " in found["text"]
    assert call(token, "memory_search", asked | {"time_range": "2025"})["structuredContent"]["results"] == []
    error = error_of(call(token, "memory_search", asked | {"time_range": "whenever"}))
    assert (error["code"], error["field"]) == ("time_range_unknown", "time_range")


def test_a_channel_that_the_token_may_not_claim(call: Call, make_token: Make):
    token = make_token(channels=["agent_inference"])
    error = error_of(call(token, "memory_write", {"value": "x", "channel": "user_statement"}))
    assert (error["code"], error["field"], error["missing"]) == ("channel_not_allowed", "channel", "user_statement")


@pytest.fixture
def everything_logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    for name in ("httpcore", "asyncio"):
        caplog.set_level(logging.WARNING, name)
    return caplog


def test_refusals_leave_nothing_in_the_log(call: Call, make_token: Make, everything_logged: pytest.LogCaptureFixture):
    token = make_token()
    written = call(token, "memory_write", {"value": SECRET})["structuredContent"]["memory"]
    call(token, "memory_search", {"query": "tangerine?"})
    wrong: list[tuple[str, Any]] = [
        ("memory_write", {"value": SECRET, "tangerine": SECRET}),
        ("memory_write", {"value": [SECRET]}),
        ("memory_write", {"value": SECRET, "kind": SECRET, "tags": {"tangerine": 1}}),
        ("memory_update", {"id": written["id"], "value": SECRET, "if_version": 99}),
        ("memory_search", {"query": "tangerine" * 300}),
        ("memory_get", {"id": SECRET}),
        (SECRET, {}),
    ]
    for tool, arguments in wrong:
        error = error_of(call(token, tool, arguments))
        assert "tangerine-4711" not in json.dumps(error)
    assert [record for record in everything_logged.records if record.levelno >= logging.WARNING] == []
    assert "tangerine" not in everything_logged.text


def test_a_malformed_message_leaves_nothing_in_the_log(
    post: Callable[..., httpx.Response], make_token: Make, everything_logged: pytest.LogCaptureFixture
):
    token = make_token()
    for message in (
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "memory_write", "arguments": [SECRET]}},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": SECRET},
        {"jsonrpc": "2.0", "id": 1, "method": SECRET, "params": {}},
        {"jsonrpc": "2.0", "method": SECRET, "params": [SECRET]},
        {"jsonrpc": SECRET, "id": {"tangerine": 1}},
        [SECRET],
    ):
        assert "tangerine" not in post(message, token=token).text
    assert "tangerine" not in everything_logged.text


def test_an_unforeseen_error_gives_a_reference_and_nothing_else(
    call: Call, make_token: Make, everything_logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    def breaks(caller: Any, body: Any, now: Any) -> Any:
        try:
            raise IntegrityError(f"Failing row contains ({body.value})")
        except IntegrityError as error:
            raise RuntimeError(f"could not write {body.value}") from error

    monkeypatch.setitem(tools.TOOLS, "memory_write", tools.TOOLS["memory_write"]._replace(run=breaks))
    error = error_of(call(make_token(), "memory_write", {"value": SECRET}))
    assert set(error) == {"code", "detail", "field", "reference"}
    assert error["code"] == "internal_error"
    assert "tangerine" not in json.dumps(error)
    [record] = [record for record in everything_logged.records if record.levelno >= logging.ERROR]
    assert error["reference"] in record.getMessage()
    assert "RuntimeError" in record.getMessage()
    assert "IntegrityError" in record.getMessage()
    assert record.exc_info is None
    assert "tangerine" not in everything_logged.text


def test_an_error_outside_the_tools_does_the_same(
    post: Callable[..., httpx.Response],
    make_token: Make,
    everything_logged: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
):
    def breaks(*_: Any) -> Any:
        raise RuntimeError(SECRET)

    monkeypatch.setattr("mcp_gateway.views.OneMessage", breaks)
    response = post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, token=make_token())
    assert (response.status_code, response.json()["code"]) == (500, "internal_error")
    assert response.json()["reference"] in everything_logged.text
    assert "tangerine" not in everything_logged.text + response.text


@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        ("session_context", {"session_id": "nowhere"}, "session_id"),
        ("session_end", {"session_id": "nowhere"}, "session_id"),
        ("memory_resolve_conflict", {"conflict_id": NOWHERE, "decision": "keep_a"}, "conflict_id"),
        ("memory_review", {"review_id": NOWHERE}, "review_id"),
        ("memory_get", {"id": NOWHERE}, "id"),
        ("memory_feedback", {"recall_id": NOWHERE, "success": True}, "recall_id"),
        ("memory_forget", {"source_id": NOWHERE}, "source_id"),
    ],
)
def test_a_refusal_names_an_argument_that_the_tool_takes(
    call: Call, make_token: Make, tool: str, arguments: dict[str, Any], field: str
):
    error = error_of(call(make_token(), tool, arguments))
    assert (error["code"], error["field"]) == ("not_found", field)
