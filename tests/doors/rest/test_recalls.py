"""Search and outcome at the REST door."""

from __future__ import annotations

from typing import Any

import pytest

from tests.doors.rest.conftest import Door


def test_nothing_found_is_an_empty_list(owner: Door):
    owner.write("The lighthouse keeper is called Marta")
    found = owner.post("memories/search", {"query": "how do I cook risotto with saffron?"})
    assert found["results"] == []
    assert (found["degraded"], found["text"]) == (False, None)


def test_the_scores_are_between_0_and_1(owner: Door):
    owner.write("The lighthouse keeper is called Marta")
    hit = owner.post("memories/search", {"query": "who keeps the lighthouse?"})["results"][0]
    assert all(0 <= score <= 1 for score in hit["scores"].values())
    assert hit["scores"]["final"] > 0
    assert hit["memory"]["confidence"] == hit["scores"]["confidence"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "query_missing"),
        ({"query": ""}, "query_empty"),
        ({"query": "x" * 2001}, "query_too_long"),
        ({"query": "x", "top_k": 0}, "top_k_invalid"),
        ({"query": "x", "top_k": 51}, "top_k_invalid"),
        ({"query": "x", "weights": {"text": 0.5}}, "weights_sum"),
        ({"query": "x", "weights": {"luck": 1}}, "weights_invalid"),
        ({"query": "x", "kind": "rumour"}, "kind_invalid"),
        ({"query": "x", "namespace": "elsewhere"}, "unknown_field"),
        ({"query": "x", "time_range": "one fine day"}, "time_range_unknown"),
        ({"query": "x", "time_range": {"from": "2026-02-01", "to": "2026-01-01"}}, "time_range_backwards"),
        ({"query": "x", "as_of": "yesterday"}, "as_of_invalid"),
        ({"query": "x", "tags": ["x"] * 51}, "tags_too_many"),
        ({"query": "x", "entity_filter": "Ana"}, "entity_filter_invalid"),
        ({"query": "x\u0000"}, "query_nul"),
    ],
)
def test_a_search_that_is_refused(owner: Door, body: Any, code: str):
    assert owner.post("memories/search", body, expect=400)["code"] == code


def test_what_was_true_then_as_text(owner: Door):
    owner.write(
        "The lighthouse keeper is called Marta", occurred_at="2026-01-05T08:00:00Z", subject="light", attribute="keeper"
    )
    owner.write("The lighthouse keeper is called Jonas now", subject="light", attribute="keeper")
    asked = {"query": "who keeps the lighthouse?", "valid_at": "2026-02-01T00:00:00Z", "render": "text", "tags": []}
    found = owner.post("memories/search", asked)
    assert [hit["memory"]["value"] for hit in found["results"]] == ["The lighthouse keeper is called Marta"]
    assert found["text"].splitlines()[2].startswith("[2026-01-05 08:00] (fact, 0.10, superseded, true until ")


EVERY_WAY: list[dict[str, Any]] = [
    {},
    {"key": "tower"},
    {"subject": "light"},
    {"subject": "light", "include_general": True},
    {"tags": ["sea"]},
    {"entity_filter": ["Marta"]},
    {"kind": "fact"},
    {"channel": "user_statement"},
    {"mcp_server": "crm"},
    {"session_id": "s"},
    {"task_id": "t"},
    {"time_range": "today"},
    {"as_of": "2100-01-01T00:00:00Z"},
    {"valid_at": "2100-01-01T00:00:00Z"},
    {"include_superseded": True, "include_archived": True, "include_low_confidence": True},
    {"entities": ["Marta"], "action_type": "watch", "attribute": "keeper"},
    {"include_session": "s"},
]


@pytest.mark.parametrize("asked", EVERY_WAY)
def test_no_way_of_asking_reaches_another_namespace(owner: Door, outsider: Door, asked: dict[str, Any]):
    owner.write(
        "The lighthouse keeper is called Marta", key="tower", subject="light", attribute="keeper", tags=["sea"],
        entities=["Marta"], action_type="watch", mcp_server="crm", session_id="s", task_id="t", tier="long",
        channel="user_statement",
    )  # fmt: skip
    body = {"query": "who keeps the lighthouse?", **asked}
    assert len(owner.post("memories/search", body)["results"]) == 1
    assert outsider.post("memories/search", body)["results"] == []


def test_an_outcome_is_credited_once(owner: Door):
    memory = owner.write("The lighthouse keeper is called Marta", kind="inference", channel="agent_inference")
    recall = owner.post("memories/search", {"query": "who keeps the lighthouse?"})["recall_id"]
    address = f"recalls/{recall}/outcome"
    assert owner.post(address, {"success": True}) == {"recall_id": recall, "credited": 1}
    assert owner.post(address, {"success": True})["credited"] == 0
    assert owner.post(address, {"success": False}, expect=409)["code"] == "outcome_reported"
    after = owner.get(f"memories/{memory['id']}")
    assert after["confidence"] > memory["confidence"]
    assert after["success_count"] == 1


def test_an_outcome_names_only_what_came_back(owner: Door):
    owner.write("The lighthouse keeper is called Marta")
    other = owner.write("Invoices are sent on the first of the month")
    recall = owner.post("memories/search", {"query": "who keeps the lighthouse?", "top_k": 1})["recall_id"]
    refused = owner.post(f"recalls/{recall}/outcome", {"success": True, "memory_ids": [other["id"]]}, expect=400)
    assert (refused["code"], refused["field"]) == ("not_in_recall", "memory_ids")
    assert owner.post(f"recalls/{recall}/outcome", {}, expect=400)["code"] == "success_missing"


def test_a_learned_question_is_seen_in_the_trace_and_taken_away(owner: Door, outsider: Door):
    memory = owner.write("The lighthouse keeper is called Marta")
    recall = owner.post("memories/search", {"query": "灯塔由谁看守？"})
    assert [hit["memory"]["id"] for hit in recall["results"]] == [memory["id"]]
    owner.post(f"recalls/{recall['recall_id']}/outcome", {"success": True})
    [variant] = owner.get(f"memories/{memory['id']}/trace")["query_variants"]
    outsider.delete(f"query-variants/{variant['id']}", expect=404)
    assert owner.delete(f"query-variants/{variant['id']}", expect=204) is None
    assert owner.get(f"memories/{memory['id']}/trace")["query_variants"] == []
    owner.delete(f"query-variants/{variant['id']}", expect=404)


def test_a_failure_takes_a_learned_question_away(owner: Door):
    memory = owner.write("The lighthouse keeper is called Marta")
    for success, left in ((True, 1), (False, 0)):
        recall = owner.post("memories/search", {"query": "灯塔由谁看守？"})["recall_id"]
        owner.post(f"recalls/{recall}/outcome", {"success": success})
        assert len(owner.get(f"memories/{memory['id']}/trace")["query_variants"]) == left
