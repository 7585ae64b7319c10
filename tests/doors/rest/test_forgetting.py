"""Forgetting at the REST door: preview, confirm, receipt, and one memory alone."""

from __future__ import annotations

from typing import Any

import pytest

from memories.forgetting.requests import verify_receipt
from memories.models import MemoryUnit, MemoryVersion, Recall, Source, Vector
from memories.walls import inside
from tests.doors.rest.conftest import Door


def test_a_preview_then_its_confirmation(owner: Door):
    gone = owner.write("Prefers window seats", subject="ann-kovacs", session_id="s1")
    kept = owner.write("The harbour office opens at eight")
    preview = owner.post("forget-requests", {"subject": "ann-kovacs", "dry_run": True}, expect=201)
    assert (preview["state"], preview["counts"]["units"], preview["receipt"]) == ("preview", 1, {})
    assert owner.get(f"memories/{gone['id']}")["state"] == "active"
    done = owner.post(f"forget-requests/{preview['id']}/confirm")
    assert (done["state"], done["counts"]["units"]) == ("done", 1)
    assert verify_receipt(done["receipt"])
    assert "ann-kovacs" not in str(done)
    assert owner.get(f"forget-requests/{preview['id']}") == done
    owner.get(f"memories/{gone['id']}", expect=404)
    assert [memory["id"] for memory in owner.get("memories?state=all")["results"]] == [kept["id"]]
    assert owner.post(f"forget-requests/{preview['id']}/confirm") == done
    assert owner.post("forget-requests", {"subject": "ann-kovacs"}, expect=201)["counts"]["units"] == 0


def test_a_preview_asked_for_in_the_address_erases_nothing(owner: Door):
    owner.write("Prefers window seats", subject="ann-kovacs")
    preview = owner.post("forget-requests?dry_run=true", {"subject": "ann-kovacs"}, expect=201)
    assert (preview["state"], preview["counts"]["units"]) == ("preview", 1)
    owner.post("forget-requests?dryrun=true", {"subject": "ann-kovacs"}, expect=400)
    assert len(owner.get("memories")["results"]) == 1


def test_at_once_and_by_source(owner: Door):
    memory = owner.write("Prefers window seats", session_id="s1")
    other = owner.write("The harbour office opens at eight", session_id="s2")
    done = owner.post("forget-requests", {"source_id": memory["source_id"]}, expect=201)
    assert (done["state"], done["counts"]["units"], done["counts"]["sources"]) == ("done", 1, 1)
    assert [left["id"] for left in owner.get("memories")["results"]] == [other["id"]]
    again = owner.post("forget-requests", {"source_id": memory["source_id"]}, expect=404)
    assert again["field"] == "source_id"


def test_one_memory_is_erased_with_what_was_derived_from_it(owner: Door):
    memory = owner.write("Prefers window seats", session_id="s1")
    derived = owner.write("Books early to get a seat by the window every time")
    other = owner.write("The harbour office opens at eight")
    owner.post("relations", {"from_id": derived["id"], "to_id": memory["id"], "type": "derived_from"}, expect=201)
    owner.post("memories/search", {"query": "seats"})
    owner.delete(f"memories/{memory['id']}")
    done = owner.delete(f"memories/{memory['id']}?erase=true")
    assert (done["state"], done["counts"]["units"], done["receipt"]["left"]) == ("done", 2, 0)
    with inside(owner.caller.namespace_id):
        for model in (MemoryVersion, Vector):
            assert {str(row.unit_id) for row in model.objects.all()} == {other["id"]}
        assert {str(row.pk) for row in MemoryUnit.objects.all()} == {other["id"]}
        assert not Recall.objects.filter(unit_ids__contains=[memory["id"]]).exists()
        assert not Source.objects.filter(session_id="s1").exists()
    assert owner.call("DELETE", f"memories/{memory['id']}?erase=true", expect=404)["code"] == "not_found"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "forget_one"),
        ({"subject": "a", "identifier": "abc"}, "forget_one"),
        ({"subject": ""}, "subject_empty"),
        ({"identifier": ""}, "identifier_empty"),
        ({"source_id": "x"}, "source_id_invalid"),
        ({"subject": "a", "dry_run": "perhaps"}, "dry_run_invalid"),
    ],
)
def test_a_request_that_is_refused(owner: Door, body: Any, code: str):
    assert owner.post("forget-requests", body, expect=400)["code"] == code
