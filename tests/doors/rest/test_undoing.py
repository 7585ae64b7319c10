"""Undoing what an origin did, and what happened in which order, through REST."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.doors.rest.conftest import Door


def test_a_source_is_undone_after_a_preview(owner: Door, teammate: Door):
    kept = teammate.write("The dam was opened")
    gone = owner.write("Seven cellars were flooded", mcp_server="gauge")
    address = f"sources/{gone['source_id']}/rollback"
    later = (timezone.now() + timedelta(hours=1)).isoformat()
    assert owner.post(address, {"since": later})["counts"]["undone"] == 0
    preview = owner.post(address, {"dry_run": True})
    assert (preview["dry_run"], preview["undone"]) == (True, [gone["id"]])
    assert owner.get(f"memories/{gone['id']}")["state"] == "active"
    done = owner.post(address)
    assert done["counts"] == preview["counts"]
    assert owner.get(f"memories/{gone['id']}")["state"] == "deleted"
    assert owner.get(f"memories/{kept['id']}")["state"] == "active"
    assert owner.post(f"memories/{gone['id']}/restore")["state"] == "active", "from the trash, one by one"


def test_a_window_of_a_source_that_ends_before_it_begins_is_refused(owner: Door):
    said = owner.write("Seven cellars were flooded", mcp_server="gauge")
    window = {"since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"}
    refused = owner.post(f"sources/{said['source_id']}/rollback", window, expect=400)
    assert (refused["code"], refused["field"]) == ("window_backwards", "until")


def test_a_token_and_a_session(owner: Door, teammate: Door):
    said = teammate.write("The dam was opened", session_id="s1")
    assert owner.post("rollbacks", {"session_id": "s1", "dry_run": True})["undone"] == [said["id"]]
    prefix = teammate.secret[:11]
    assert owner.post("rollbacks", {"token": prefix})["undone"] == [said["id"]]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "origin_one"),
        ({"token": "hs_12345678", "session_id": "s1"}, "origin_one"),
        (
            {"session_id": "s1", "since": "2026-01-02T00:00:00Z", "until": "2026-01-01T00:00:00Z"},
            "window_backwards",
        ),
    ],
)
def test_what_is_refused(owner: Door, body: dict[str, str], code: str):
    assert owner.post("rollbacks", body, expect=400)["code"] == code
    assert owner.post("rollbacks", {"session_id": "nobody's"}, expect=404)["field"] == "session_id"


def test_a_timeline_tells_what_happened_because_of_what(owner: Door, teammate: Door):
    about = {"subject": "ana", "attribute": "office"}
    old = owner.write("The desk of Ana is in room 7", occurred_at="2026-01-01T00:00:00Z", **about)
    new = owner.post(
        "memories",
        {"value": "The desk of Ana is in room 9", "occurred_at": "2026-02-01T00:00:00Z", **about},
        expect=201,
    )["memory"]
    child = teammate.write("Bring the parcels of Ana to room 9", subject="ANA")
    owner.post("relations", {"from_id": child["id"], "to_id": new["id"], "type": "derived_from"}, expect=201)
    owner.write("The dam was opened", subject="bo")
    told = owner.get("timeline?subject=Ana")["results"]
    assert [(one["memory_id"], one["action"]) for one in told] == [
        (old["id"], "created"),
        (new["id"], "created"),
        (old["id"], "superseded"),
        (child["id"], "created"),
    ]
    assert told[2]["because"] == [{"type": "supersedes", "direction": "in", "other_id": new["id"]}]
    assert told[3]["because"] == [{"type": "derived_from", "direction": "out", "other_id": new["id"]}]
    assert told[2]["decision_id"]
    page = owner.get("timeline?subject=ana&page_size=3")
    assert page["results"] == told[:3]
    assert owner.get(page["next"])["results"] == told[3:]


def test_a_timeline_of_a_session_and_of_a_task(owner: Door):
    one = owner.write("The dam was opened", session_id="s1", task_id="t1")
    two = owner.write("Seven cellars were flooded", session_id="s1")
    assert [row["memory_id"] for row in owner.get("timeline?session_id=s1")["results"]] == [one["id"], two["id"]]
    assert [row["memory_id"] for row in owner.get("timeline?session_id=s1&task_id=t1")["results"]] == [one["id"]]
    assert owner.get("timeline?task_id=t2")["results"] == []
    assert owner.get("timeline", expect=400)["code"] == "timeline_of_what"
