"""Edges, sources and alerts at the REST door."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from memories.alerts import raise_alert
from memories.models import AuditEntry
from memories.walls import inside
from tests.doors.rest.conftest import Door


@pytest.fixture
def pair(owner: Door) -> tuple[str, str]:
    return owner.write("The dam was opened")["id"], owner.write("Seven cellars were flooded")["id"]


def test_an_edge_is_made_once_and_seen_from_both_ends(owner: Door, teammate: Door, pair: tuple[str, str]):
    cause, effect = pair
    body = {"from_id": effect, "to_id": cause, "type": "caused_by"}
    made = teammate.post("relations", body, expect=201)
    assert (made["type"], made["direction"], made["other_id"]) == ("caused_by", "out", cause)
    assert owner.post("relations", body) == made
    assert owner.get(f"memories/{effect}/relations")["results"] == [made]
    (seen,) = owner.get(f"memories/{cause}/relations")["results"]
    assert (seen["direction"], seen["other_id"]) == ("in", effect)


@pytest.mark.parametrize("kind", ["supersedes", "contradicts", "duplicates", "likes"])
def test_what_decisions_make_no_writer_makes(owner: Door, pair: tuple[str, str], kind: str):
    body = {"from_id": pair[0], "to_id": pair[1], "type": kind}
    assert owner.post("relations", body, expect=400)["code"] == "type_invalid"


def test_an_edge_that_is_refused(owner: Door, pair: tuple[str, str]):
    body: dict[str, Any] = {"from_id": pair[0], "to_id": pair[0], "type": "co_occurs"}
    assert owner.post("relations", body, expect=400)["code"] == "relation_to_itself"
    missing = owner.post("relations", {**body, "to_id": str(uuid4())}, expect=404)
    assert missing["field"] == "to_id"
    owner.delete(f"memories/{pair[1]}")
    refused = owner.post("relations", {**body, "to_id": pair[1]}, expect=409)
    assert (refused["code"], refused["field"]) == ("deleted", "to_id")


def test_sources_and_their_trust(owner: Door):
    memory = owner.write("The dam was opened", mcp_server="gauge", channel="tool_result")
    owner.write("Seven cellars were flooded", session_id="s1")
    page = owner.get("sources?page_size=1")
    sources = page["results"] + owner.get(page["next"])["results"]
    assert {source["mcp_server"] for source in sources} == {"gauge", ""}
    assert owner.secret not in str(sources)
    changed = owner.patch(f"sources/{memory['source_id']}", {"trust": 0.25})
    assert changed["trust"] == 0.25
    assert owner.get(f"memories/{memory['id']}/trace")["source"]["trust"] == 0.25
    with inside(owner.caller.namespace_id):
        entry = AuditEntry.objects.get(action="source_trust_set")
    assert entry.detail["after"] == 0.25
    for body in ({}, {"trust": 2}, {"trust": None}, {"trust": "high"}):
        assert owner.patch(f"sources/{memory['source_id']}", body, expect=400)["field"] == "trust"


def test_alerts_are_acknowledged_once(owner: Door, teammate: Door):
    with inside(owner.caller.namespace_id):
        for kind in ("unit_held", "unit_held", "burst"):
            raise_alert(
                namespace_id=owner.caller.namespace_id,
                kind=kind,
                object_type="unit",
                object_id="x",
                detail="Look at it.",
                now=timezone.now(),
            )
    alerts = teammate.get("alerts")["results"]
    assert {(alert["kind"], alert["times"]) for alert in alerts} == {("unit_held", 2), ("burst", 1)}
    first = owner.post(f"alerts/{alerts[0]['id']}/ack")
    assert first["acknowledged_by"].startswith("token:")
    assert owner.post(f"alerts/{alerts[0]['id']}/ack") == first
    assert [alert["id"] for alert in owner.get("alerts?open=true")["results"]] == [alerts[1]["id"]]
    assert [alert["id"] for alert in owner.get("alerts?open=false")["results"]] == [alerts[0]["id"]]
