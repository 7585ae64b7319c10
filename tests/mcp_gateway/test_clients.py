"""Real clients of both SDK generations over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from memories.models import MemoryUnit
from tests.mcp_gateway.conftest import Client, Unreached

pytestmark = pytest.mark.django_db(transaction=True, databases="__all__")
Make = Callable[..., str]

TOOLS = {
    "memory_write", "memory_search", "memory_get", "memory_update", "memory_delete", "memory_feedback",
    "memory_review", "memory_resolve_conflict", "memory_trace", "memory_forget",
    "session_append", "session_context", "session_end",
}  # fmt: skip


def test_it_lists_every_tool_with_schemas_and_hints(client_of: Client, make_token: Make):
    listed = client_of.tools(make_token())
    assert "SEARCH FIRST" in listed["instructions"]
    tools = {tool["name"]: tool for tool in listed["tools"]}
    assert set(tools) == TOOLS
    for tool in tools.values():
        assert tool["title"]
        assert "Call this" in tool["description"]
        assert tool["inputSchema"]["additionalProperties"] is False
        assert "namespace" in tool["inputSchema"]["properties"]
        assert tool["outputSchema"]["type"] == "object"
        assert tool["annotations"]["openWorldHint"] is False
    readers = {name for name, tool in tools.items() if tool["annotations"]["readOnlyHint"]}
    assert readers == {"memory_search", "memory_get", "memory_trace", "session_context"}
    destroyers = {name for name, tool in tools.items() if tool["annotations"]["destructiveHint"]}
    assert destroyers == {"memory_update", "memory_delete", "memory_resolve_conflict", "memory_forget"}


def test_it_calls_every_tool(client_of: Client, make_token: Make):
    seen = client_of.every_tool(make_token())
    first = seen["write"]["memory"]["id"]
    assert seen["write"]["outcome"] == "created"
    assert [hit["memory"]["id"] for hit in seen["search"]["results"]] == [first]
    assert seen["feedback"] == {"recall_id": seen["search"]["recall_id"], "success": True, "credited": 1}
    assert seen["get"]["value"] == "I use Django for the web service"
    assert seen["update"]["memory"]["tags"] == ["web"]
    assert seen["change"]["outcome"] == "superseded"
    assert [hit["memory"]["id"] for hit in seen["search again"]["results"]] == [seen["change"]["memory"]["id"]]
    assert seen["trace"]["memory"]["state"] == "superseded"
    assert seen["trace"]["relations"][0]["other_id"] == seen["change"]["memory"]["id"]
    assert seen["review"]["state"] == "queued"
    assert seen["review state"]["id"] == seen["review"]["id"]
    assert seen["review"]["conflicts_open"] == 1
    assert seen["resolve"]["state"] == "settled"
    assert seen["resolve"]["resolution"] == "keep_b"
    assert seen["delete"]["state"] == "deleted"
    assert seen["preview"]["state"] == "preview"
    assert seen["preview"]["counts"]["units"] == 2
    assert seen["forget"]["state"] == "done"
    assert seen["append"]["numbers"] == [1, 2]
    assert "Bergen" in seen["context"]["text"]
    assert [one["value"] for one in seen["end"]["memories"]] == ["The depot is in Bergen"]
    assert seen["forget"]["receipt"]["left"] == 0
    assert all("Django" not in json.dumps(hit) for hit in seen["search after"]["results"])
    assert not MemoryUnit.objects.filter(subject="ada").exists()


def test_it_gets_nowhere_without_a_token(client_of: Client, make_token: Make):
    make_token()
    for token in ("", "hs_" + "x" * 43):
        with pytest.raises(Unreached, match=r"401|token"):
            client_of.tools(token)


def test_it_is_told_which_scope_is_missing(client_of: Client, make_token: Make):
    reader = make_token(scopes=["read"])
    *refusals, (error, structured, _) = client_of.calls(
        reader,
        ("memory_write", {"value": "x"}),
        ("memory_review", {}),
        ("memory_forget", {"subject": "ada"}),
        ("session_append", {"session_id": "s", "turns": [{"role": "user", "content": "x"}]}),
        ("session_end", {"session_id": "s"}),
        ("memory_search", {"query": "anything"}),
    )
    needed = ("write", "review", "forget", "write", "write")
    for (refused, nothing, text), scope in zip(refusals, needed, strict=True):
        assert refused
        assert nothing is None
        said = json.loads(text)
        assert (said["code"], said["missing"]) == ("insufficient_scope", scope)
        assert f"'{scope}'" in said["detail"]
    assert not error
    assert structured["results"] == []


def test_it_can_act_on_its_mistakes(client_of: Client, make_token: Make):
    said = {label: json.loads(text) for label, text in client_of.mistakes(make_token()).items()}
    assert {label: (error["code"], error["field"]) for label, error in said.items()} == {
        "unknown field": ("unknown_field", "colour"),
        "missing": ("value_missing", "value"),
        "too long": ("value_too_long", "value"),
        "bad enum": ("channel_invalid", "channel"),
        "bad id": ("id_invalid", "id"),
        "no such memory": ("not_found", "id"),
        "nothing to change": ("nothing_to_change", None),
        "forget nobody": ("forget_one", "subject"),
        "bad role": ("turns_invalid", "turns.0.role"),
        "no such session": ("not_found", "session_id"),
    }
    assert "user_statement" in said["bad enum"]["detail"]


def test_it_names_the_namespace_per_call(client_of: Client, make_token: Make):
    both, outsider = make_token("north", "south"), make_token("elsewhere")
    depot = {"value": "The depot is in Oslo"}
    where = {"query": "where is the depot?"}
    unnamed, written, north, south, _ = client_of.calls(
        both,
        ("memory_write", depot),
        ("memory_write", {**depot, "namespace": "north"}),
        ("memory_search", {**where, "namespace": "north"}),
        ("memory_search", {**where, "namespace": "south"}),
        (
            "session_append",
            {"session_id": "north-chat", "turns": [{"role": "user", "content": "x"}], "namespace": "north"},
        ),
    )
    assert unnamed[0]
    assert json.loads(unnamed[2])["code"] == "namespace_needed"
    assert json.loads(unnamed[2])["namespaces"] == ["north", "south"]
    assert not written[0]
    assert [len(found["results"]) for _, found, _ in (north, south)] == [1, 0]

    for refused, _, text in client_of.calls(
        outsider,
        ("memory_search", {**where, "namespace": "north"}),
        ("memory_search", {**where, "namespace": "nowhere"}),
        ("memory_get", {"id": written[1]["memory"]["id"]}),
        ("session_context", {"session_id": "north-chat"}),
        ("session_end", {"session_id": "north-chat"}),
    ):
        assert refused
        assert json.loads(text)["code"] == "not_found"
