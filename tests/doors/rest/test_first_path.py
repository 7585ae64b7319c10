"""Write, change, search, trace: the main path through the REST door."""

from __future__ import annotations

from tests.doors.rest.conftest import Door


def test_write_search_trace(owner: Door):
    written = owner.post("memories", {"value": "I use Django for the web service"}, expect=201)
    assert written["outcome"] == "created"
    assert written["touched"] == []
    memory = written["memory"]
    assert (memory["state"], memory["version"], memory["contested"]) == ("active", 1, False)
    changed = owner.post("memories", {"value": "I have switched to FastAPI"}, expect=201)
    assert changed["outcome"] == "superseded"
    assert changed["touched"][0]["id"] == memory["id"]
    assert changed["touched"][0]["what"] == "superseded"
    found = owner.post("memories/search", {"query": "which web framework do I use?"})
    assert [hit["memory"]["value"] for hit in found["results"]] == ["I have switched to FastAPI"]
    assert set(found) >= {"recall_id", "degraded", "results", "text"}
    assert set(found["results"][0]["scores"]) == {
        "similarity",
        "lexical",
        "text",
        "structural",
        "confidence",
        "freshness",
        "final",
    }
    trace = owner.get(f"memories/{memory['id']}/trace")
    assert set(trace) >= {
        "memory",
        "source",
        "versions",
        "confidence_events",
        "relations",
        "conflicts",
        "recalls",
    }
    assert trace["relations"][0]["other_id"] == changed["memory"]["id"]
