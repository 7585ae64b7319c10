"""An outsider with every scope, elsewhere, finds nothing of the team's: 404 at every address, and empty lists."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from memories.alerts import raise_alert
from memories.models import Alert, Decision, SpotCheck
from memories.walls import inside
from tests.doors.rest.conftest import Door

PORT_A, PORT_B = "The payments gateway listens on port 8080", "The payments gateway listens on port 9090"


@pytest.fixture
def things(owner: Door) -> dict[str, str]:
    """One of each, in the team's namespace."""
    a = owner.write(PORT_A, mcp_server="consul", channel="tool_result", session_id="s1")
    b = owner.write(PORT_B, mcp_server="k8s", channel="tool_result")
    space = owner.caller.namespace_id
    with inside(space):
        about = {"object_type": "unit", "object_id": a["id"], "detail": "Look."}
        raise_alert(namespace_id=space, kind="unit_held", now=timezone.now(), **about)
        alert = Alert.objects.get(kind="unit_held")
        # Not a policy's, for two tool servers are left standing, but what one would have written.
        decision = Decision.objects.create(
            namespace_id=space, action="policy_source", actor="review", automatic=True, created_at=timezone.now()
        )
        drawn = SpotCheck.objects.create(
            namespace_id=space, decision=decision, drawn_on=timezone.now().date(), created_at=timezone.now()
        )
    return {
        "a": a["id"],
        "b": b["id"],
        "source": a["source_id"],
        "recall": owner.post("memories/search", {"query": "port of the gateway"})["recall_id"],
        "conflict": owner.get("conflicts")["results"][0]["id"],
        "check": str(drawn.pk),
        "decision": str(drawn.decision_id),
        "review": owner.post("reviews", expect=202)["id"],
        "session": owner.post("sessions/chat%208080/turns", TURN, expect=201)["session_id"].replace(" ", "%20"),
        "forget": owner.post("forget-requests", {"subject": "nobody", "dry_run": True}, expect=201)["id"],
        "alert": str(alert.pk),
    }


TURN = {"role": "user", "content": "The payments gateway will listen on port 8080"}
ADDRESSES: list[tuple[str, str, Any, int]] = [
    ("GET", "memories/{a}", None, 200),
    ("GET", "memories/{a}/trace", None, 200),
    ("GET", "memories/{a}/relations", None, 200),
    ("PATCH", "memories/{a}", {"tags": ["mine"]}, 200),
    ("DELETE", "memories/{a}", None, 200),
    ("DELETE", "memories/{a}?erase=true", None, 200),
    ("POST", "memories/{a}/rollback", {"version": 1}, 409),
    ("POST", "memories/{a}/critical", {"critical": True}, 200),
    ("POST", "memories/{a}/release", {"decision": "release"}, 409),
    ("POST", "memories/{a}/restore", {}, 409),
    ("POST", "recalls/{recall}/outcome", {"success": True}, 200),
    ("POST", "relations", {"from_id": "{a}", "to_id": "{b}", "type": "caused_by"}, 201),
    ("PATCH", "sources/{source}", {"trust": 0.1}, 200),
    ("POST", "forget-requests", {"source_id": "{source}"}, 201),
    ("GET", "forget-requests/{forget}", None, 200),
    ("POST", "forget-requests/{forget}/confirm", {}, 200),
    ("POST", "alerts/{alert}/ack", {}, 200),
    ("GET", "reviews/{review}", None, 200),
    ("POST", "spot-checks/{check}/verdict", {"verdict": "right"}, 200),
    ("POST", "decisions/{decision}/undo", {}, 200),
    ("GET", "conflicts/{conflict}", None, 200),
    ("POST", "conflicts/{conflict}/resolve", {"decision": "keep_b"}, 200),
    ("POST", "conflicts/{conflict}/undo", {}, 409),
    ("GET", "sessions/{session}/context", None, 200),
    ("POST", "sessions/{session}/end", {}, 200),
]
# What a teammate with read and write may do; everything else is refused to them.
TEAMMATE = {
    ("GET", "memories/{a}"),
    ("GET", "memories/{a}/trace"),
    ("GET", "memories/{a}/relations"),
    ("PATCH", "memories/{a}"),
    ("DELETE", "memories/{a}"),
    ("POST", "recalls/{recall}/outcome"),
    ("POST", "relations"),
    ("GET", "reviews/{review}"),
    ("GET", "conflicts/{conflict}"),
    ("GET", "sessions/{session}/context"),
}


@pytest.mark.parametrize(("method", "path", "body", "status"), ADDRESSES)
def test_owner_teammate_and_outsider(
    owner: Door,
    teammate: Door,
    outsider: Door,
    things: dict[str, str],
    method: str,
    path: str,
    body: Any,
    status: int,
):
    address = path.format(**things)
    filled = {name: text.format(**things) if isinstance(text, str) else text for name, text in (body or {}).items()}
    sent = None if body is None else filled
    before = owner.get("memories?state=all")["results"]
    refused = outsider.raw(method, address, sent)
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert "8080" not in refused.content.decode()
    assert owner.get("memories?state=all")["results"] == before
    if (method, path) not in TEAMMATE:
        teammate.call(method, address, sent, expect=403)
        assert owner.get("memories?state=all")["results"] == before
        owner.call(method, address, sent, expect=status)
    else:
        teammate.call(method, address, sent, expect=status)


def test_lists_and_searches_of_an_outsider_are_empty(outsider: Door, things: dict[str, str]):
    for path in (
        "memories?state=all",
        "conflicts",
        "reviews",
        "alerts",
        "sources",
        "spot-checks",
        "memories?session_id=s1",
    ):
        assert outsider.get(path)["results"] == []
    assert outsider.post("memories/search", {"query": PORT_A, "include_low_confidence": True})["results"] == []


def test_an_outsiders_cursor_leads_nowhere(owner: Door, outsider: Door, things: dict[str, str]):
    cursor = owner.get("memories?page_size=1")["next_cursor"]
    assert outsider.get(f"memories?cursor={cursor}")["results"] == []


def test_an_edge_cannot_lead_into_another_namespace(owner: Door, outsider: Door, things: dict[str, str]):
    own = outsider.write("The ferry leaves at nine")
    for pair in ({"from_id": own["id"], "to_id": things["a"]}, {"from_id": things["a"], "to_id": own["id"]}):
        outsider.post("relations", {**pair, "type": "derived_from"}, expect=404)


def test_an_outsiders_forget_me_takes_nothing_of_the_teams(owner: Door, outsider: Door, things: dict[str, str]):
    answer = outsider.post("forget-requests", {"identifier": "payments gateway"}, expect=201)
    assert set(answer["counts"].values()) == {0}
    assert len(owner.get("memories?state=all")["results"]) == 2
