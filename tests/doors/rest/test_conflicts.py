"""Conflicts at the REST door: the inbox, decisions on what was seen, undo."""

from __future__ import annotations

from typing import Any

import pytest

from memories.models import Conflict
from memories.walls import inside
from tests.doors.rest.conftest import Door

OLD, NEW = "The payments gateway listens on port 8080", "The payments gateway listens on port 9090"


@pytest.fixture
def conflict(owner: Door) -> dict[str, Any]:
    """Two tool servers about one port, in its shape at this door."""
    owner.write(OLD, mcp_server="consul", channel="tool_result", occurred_at="2026-01-01T00:00:00Z")
    written = owner.post("memories", {"value": NEW, "mcp_server": "k8s", "channel": "tool_result"}, expect=201)
    assert written["outcome"] == "contested"
    (found,) = owner.get("conflicts")["results"]
    return dict(found)


def test_the_shape_of_a_conflict(owner: Door, teammate: Door, conflict: dict[str, Any]):
    assert set(conflict) >= {"id", "type", "state", "a", "b", "reason", "proposal", "versions"}
    assert conflict["type"] == "source"
    assert (conflict["a"]["value"], conflict["b"]["value"]) == (OLD, NEW)
    assert conflict["a"]["contested"]
    assert conflict["a"]["confidence"] < 0.9
    assert conflict["versions"] == {"a": conflict["a"]["version"], "b": conflict["b"]["version"]}
    assert teammate.get(f"conflicts/{conflict['id']}") == owner.get(f"conflicts/{conflict['id']}")


def test_the_list_is_filtered(owner: Door, conflict: dict[str, Any]):
    state = conflict["state"]
    assert owner.get(f"conflicts?state={state}&type=source")["results"] != []
    assert owner.get("conflicts?state=undone")["results"] == []
    assert owner.get("conflicts?type=temporal")["results"] == []


def test_the_inbox_comes_in_pages_by_risk_then_age(owner: Door, conflict: dict[str, Any]):
    for number in (7000, 7100, 7200):
        owner.write(f"The metrics collector of site {number} listens on port {number}", mcp_server="consul")
    space = owner.caller.namespace_id
    units = [memory["id"] for memory in owner.get("memories")["results"]]
    with inside(space):
        first = Conflict.objects.get()
        for number, pair in enumerate([(0, 1), (1, 2), (2, 3)]):
            Conflict.objects.create(
                namespace_id=space,
                a_id=units[pair[0]],
                b_id=units[pair[1]],
                type="undetermined",
                proposal="keep_both",
                a_version=1,
                b_version=1,
                risk=number / 3,
                opened_at=first.opened_at,
            )
    everything = owner.get("conflicts")["results"]
    assert len(everything) == 4
    paged, address = [], "conflicts?page_size=1"
    while address:
        page = owner.get(address)
        paged += page["results"]
        address = page["next"]
    assert paged == everything


@pytest.mark.parametrize(
    ("decision", "states"),
    [
        ("keep_a", {OLD: "active", NEW: "falsified"}),
        ("keep_b", {OLD: "superseded", NEW: "active"}),
        ("keep_both", {OLD: "active", NEW: "active"}),
        ("reject", {OLD: "active", NEW: "active"}),
        ("reject_both", {OLD: "falsified", NEW: "falsified"}),
    ],
)
def test_a_decision_and_its_undo(owner: Door, conflict: dict[str, Any], decision: str, states: dict[str, str]):
    address = f"conflicts/{conflict['id']}"
    body = {"decision": decision, "note": "asked ops", "versions": conflict["versions"]}
    settled = owner.post(f"{address}/resolve", body)
    assert (settled["state"], settled["resolution"]) == ("settled", decision)
    assert {settled[side]["value"]: settled[side]["state"] for side in "ab"} == states
    assert not settled["a"]["contested"]
    again = owner.post(f"{address}/resolve", body, expect=409)
    assert (again["code"], again["resolution"]) == ("already_settled", decision)
    undone = owner.post(f"{address}/undo")
    assert {undone[side]["state"] for side in "ab"} == {"active"}
    assert owner.get(address) == undone
    assert owner.post(f"{address}/undo", expect=409)["code"] == "nothing_to_undo"


def test_a_merge(owner: Door, conflict: dict[str, Any]):
    address = f"conflicts/{conflict['id']}/resolve"
    assert owner.post(address, {"decision": "merge"}, expect=400)["code"] == "merged_value"
    text = "The payments gateway listens on 9090 in production, 8080 in staging"
    owner.post(address, {"decision": "merge", "merged_value": text})
    found = owner.post("memories/search", {"query": "port of the payments gateway"})["results"]
    assert [hit["memory"]["value"] for hit in found] == [text]


def test_a_decision_on_versions_that_moved_is_refused_with_what_moved(owner: Door, conflict: dict[str, Any]):
    owner.post(f"memories/{conflict['b']['id']}/critical", {"critical": True})
    body = {"decision": "keep_a", "versions": conflict["versions"]}
    refused = owner.post(f"conflicts/{conflict['id']}/resolve", body, expect=409)
    assert (refused["code"], refused["moved"]) == ("moved", {"b": conflict["versions"]["b"] + 1})
    assert owner.get(f"conflicts/{conflict['id']}")["state"] == conflict["state"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "decision_missing"),
        ({"decision": "maybe"}, "decision_invalid"),
        ({"decision": "keep_a", "merged_value": "x"}, "merged_value"),
        ({"decision": "keep_a", "versions": {"c": 1}}, "versions_invalid"),
        ({"decision": "keep_a", "note": "n" * 1001}, "note_too_long"),
    ],
)
def test_a_decision_that_is_refused(owner: Door, conflict: dict[str, Any], body: Any, code: str):
    assert owner.post(f"conflicts/{conflict['id']}/resolve", body, expect=400)["code"] == code
