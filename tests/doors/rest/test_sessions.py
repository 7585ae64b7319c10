"""Sessions and trajectories at the REST door: the whole way, the shapes, and what is refused."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from tests.doors.rest.conftest import Door, door

RUN: dict[str, Any] = {
    "task": "refund order 4411",
    "agent": "order_agent",
    "steps": [{"tool": "create_refund", "arguments": {"order": "4411"}, "result": {"status": "refunded"}}],
}


def test_a_session_from_its_first_turn_to_its_end(owner: Door):
    turns = [
        {"role": "user", "content": "My name is Zhang San, I do e-commerce."},
        {"role": "assistant", "content": "Nice to meet you! What can I do for you?"},
    ]
    first = owner.post("sessions/shop-1/turns", {"turns": turns, "subject": "zhang"}, expect=201)
    assert first == {
        "session_id": "shop-1",
        "turns": 2,
        "numbers": [1, 2],
        "flushed": False,
        "memories": [],
        "dropped": {},
    }
    bare = owner.post("sessions/shop-1/turns", {"role": "user", "content": "I prefer short answers."}, expect=201)
    assert (bare["turns"], bare["numbers"]) == (3, [3])
    context = owner.get("sessions/shop-1/context?query=who%20am%20I&max_tokens=300")
    assert "Zhang San" in context["text"]
    assert context["tokens"] <= 300
    assert [turn["number"] for turn in context["hot"]] == [1, 2, 3]
    ended = owner.post("sessions/shop-1/end", {"success": True})
    assert {one["value"] for one in ended["memories"]} == {
        "My name is Zhang San, I do e-commerce",
        "I prefer short answers",
    }
    assert owner.post("sessions/shop-1/end", {"success": True}) == ended
    assert owner.post("sessions/shop-1/turns", turns[0], expect=409)["code"] == "session_ended"
    assert owner.post("sessions/shop-1/end", {"success": False}, expect=409)["code"] == "ended_otherwise"
    found = owner.post("memories/search", {"query": "who am I", "subject": "zhang"})["results"]
    assert found[0]["memory"]["value"] == "My name is Zhang San, I do e-commerce"
    trace = owner.get(f"memories/{found[0]['memory']['id']}/trace")
    assert (trace["source"]["session_id"], trace["source"]["step"]) == ("shop-1", "turn 1")
    assert [one["type"] for one in trace["relations"]] == ["derived_from"]


@pytest.mark.parametrize("name", ["a/b", "会话 7", "x?y=1", "100%", "turns", "end\n", "é" * 200])
def test_a_session_may_be_called_anything(owner: Door, name: str):
    address = f"sessions/{quote(name, safe='')}"
    assert owner.post(f"{address}/turns", {"role": "user", "content": "x"}, expect=201)["session_id"] == name
    assert owner.get(f"{address}/context")["session_id"] == name


@pytest.mark.parametrize(
    ("name", "code"), [("x" * 201, "session_too_long"), ("%00", "session_nul"), ("%20", "session_empty")]
)
def test_a_session_that_cannot_be_called_so(owner: Door, name: str, code: str):
    for refused in (
        owner.post(f"sessions/{name}/turns", {"role": "user", "content": "x"}, expect=400),
        owner.get(f"sessions/{name}/context", expect=400),
        owner.post(f"sessions/{name}/end", {}, expect=400),
    ):
        assert (refused["code"], refused["field"]) == (code, "session")


@pytest.mark.parametrize(
    ("path", "code"),
    [("max_tokens=49", "max_tokens_invalid"), ("max_tokens=x", "max_tokens_invalid"), ("tokens=9", "unknown_field")],
)
def test_a_context_that_is_refused(owner: Door, path: str, code: str):
    owner.post("sessions/s/turns", {"role": "user", "content": "I live in Porto"}, expect=201)
    assert owner.get(f"sessions/s/context?{path}", expect=400)["code"] == code


def test_a_run_is_recorded_once_a_key(owner: Door):
    first = owner.post("trajectories", {**RUN, "success": True, "idempotency_key": "r1"}, expect=201)
    assert [one["memory"]["value"] for one in first["memories"]] == ["create_refund(order=4411) → status=refunded"]
    assert first["phases"] == [{"phase": "act", "steps": [1]}]
    again = owner.post("trajectories", {**RUN, "success": True, "idempotency_key": "r1"}, expect=201)
    assert again["id"] == first["id"]
    failed = owner.post("trajectories", {**RUN, "success": False}, expect=201)
    assert (failed["memories"], failed["dropped"]) == ([], {"run_failed": 1})


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"task": " "}, "task_empty", "task"),
        ({"steps": []}, "steps_too_few", "steps"),
        ({"steps": [{"tool": "x", "arguments": {"a": "b\u0000"}}]}, "steps_nul", "steps.0.arguments"),
        ({"steps": [{"tool": "x", "result": "y" * 50_001}]}, "steps_too_long", "steps.0.result"),
        ({"steps": [{"tol": "x"}]}, "unknown_field", "steps.0.tol"),
        ({"succes": True}, "unknown_field", "succes"),
    ],
)
def test_a_run_that_is_refused(owner: Door, change: dict[str, Any], code: str, field: str):
    refused = owner.post("trajectories", {**RUN, **change}, expect=400)
    assert (refused["code"], refused["field"]) == (code, field)


def test_a_token_may_only_say_what_its_channels_allow(owner: Door):
    narrow = door("team", scopes=["write"], channels=["user_statement"])
    refused = narrow.post("sessions/s/turns", {"role": "tool", "content": "x"}, expect=403)
    assert (refused["code"], refused["field"], refused["missing"]) == (
        "channel_not_allowed",
        "turns.0.role",
        "tool_result",
    )
    refused = narrow.post("trajectories", RUN, expect=403)
    assert (refused["code"], refused["field"]) == ("channel_not_allowed", "steps.0.tool")


def test_two_namespaces_have_their_own_session_of_one_name(owner: Door, outsider: Door):
    for one, city in ((owner, "Porto"), (outsider, "Lyon")):
        one.post("sessions/same/turns", {"role": "user", "content": f"I live in {city}"}, expect=201)
    assert "Lyon" not in owner.get("sessions/same/context")["text"]
    assert "Porto" not in outsider.get("sessions/same/context")["text"]
