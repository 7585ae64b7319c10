"""Idempotency keys at the doors: in the body, in the header, over MCP."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.doors.rest.conftest import Door, door

POOL = {"value": "The pool on the roof opens at six"}


def test_the_status_and_the_answer_are_those_of_the_first_time(owner: Door, teammate: Door):
    first = owner.raw("POST", "memories", POOL, Idempotency_Key="k")
    again = owner.raw("POST", "memories", POOL, Idempotency_Key="k")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again.headers["ETag"] == first.headers["ETag"]
    for _ in range(2):
        assert teammate.post("memories", POOL, expect=200, Idempotency_Key="k")["outcome"] == "reinforced"


@pytest.mark.parametrize("path", ["memories", "memories/batch"])
def test_the_header_is_the_same_as_the_field(owner: Door, path: str):
    body: dict[str, Any] = POOL if path == "memories" else {"items": [POOL]}
    expect = 201 if path == "memories" else 200
    first = owner.post(path, {**body, "idempotency_key": "k"}, expect=expect)
    assert owner.post(path, body, expect=expect, Idempotency_Key="k") == first
    assert owner.post(path, body, expect=expect, Idempotency_Key='"k"') == first, "quoted, as the draft standard has it"
    assert owner.post(path, {**body, "idempotency_key": "k"}, expect=expect, Idempotency_Key="k") == first
    twice = owner.post(path, {**body, "idempotency_key": "k"}, expect=400, Idempotency_Key="other")
    assert (twice["code"], twice["field"]) == ("idempotency_key_twice", "idempotency_key")
    reused = owner.post(path, {**body, "idempotency_key": "k", **_changed(path)}, expect=409)
    assert (reused["code"], reused["field"]) == ("idempotency_key_reused", "idempotency_key")
    assert len(owner.get("memories?state=all")["results"]) == 1


def _changed(path: str) -> dict[str, Any]:
    return {"value": "Something else"} if path == "memories" else {"items": [POOL, POOL]}


@pytest.mark.parametrize(("header", "code"), [("", "idempotency_key_empty"), ("k" * 201, "idempotency_key_too_long")])
def test_a_header_that_cannot_be_a_key(owner: Door, header: str, code: str):
    for path, body in (("memories", POOL), ("memories/batch", {"items": [POOL]})):
        assert owner.post(path, body, expect=400, Idempotency_Key=header)["code"] == code


def test_a_batch_in_the_background_is_accepted_once(owner: Door):
    body = {"items": [POOL], "async": True, "idempotency_key": "k"}
    first = owner.post("memories/batch", body, expect=202)
    assert owner.post("memories/batch", body, expect=202) == first
    for other in ({"items": [POOL, POOL]}, {"async": False}):
        assert owner.post("memories/batch", {**body, **other}, expect=409)["code"] == "idempotency_key_reused"


def test_an_erased_answer(owner: Door):
    memory = owner.post("memories", POOL, expect=201, Idempotency_Key="k")["memory"]
    erased = owner.delete(f"memories/{memory['id']}?erase=true")
    assert erased["receipt"]["erased"]["idempotency_keys"] == 1
    refused = owner.post("memories", POOL, expect=409, Idempotency_Key="k")
    assert refused["code"] == "erased"
    assert owner.get("memories?state=all")["results"] == []


def test_over_mcp_it_is_the_same_key(transactional_db: None, live_server: Any):
    import httpx

    writer = door("team")

    def tool(**arguments: Any) -> Any:
        response = httpx.post(
            f"{live_server.url}/mcp",
            json={
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "memory_write", "arguments": arguments},
            },
            headers={"Authorization": f"Bearer {writer.secret}", "Accept": "application/json, text/event-stream"},
            timeout=30,
        )
        text = response.text
        return json.loads(text[text.index("{") :].splitlines()[0])["result"]

    first = tool(**POOL, idempotency_key="k", namespace="team")
    assert first["structuredContent"]["outcome"] == "created"
    assert tool(**POOL, idempotency_key="k")["structuredContent"] == first["structuredContent"]
    assert writer.post("memories", POOL, expect=201, Idempotency_Key="k")["memory"]["version"] == 1
    refused = tool(value="Something else", idempotency_key="k")
    assert refused["isError"]
    assert "idempotency_key_reused" in refused["content"][0]["text"]
