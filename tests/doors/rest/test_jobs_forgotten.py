"""Batches in the background and forget requests: what waits, what is on its way, what is done."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone

from memories.asking import running
from memories.asking.batches import request_of
from memories.models import IdempotencyKey, Job
from memories.walls import inside
from tests.doors.rest.conftest import Door
from tests.doors.rest.test_jobs import FERRY, LIGHT, ask, row, units, work


@pytest.mark.parametrize("target", [{"subject": "Alice"}, {"identifier": "alice"}])
def test_forgetting_takes_the_items_of_a_waiting_batch(owner: Door, target: dict[str, str]):
    job = ask(
        owner,
        {"value": "I live in Lyon", "subject": "alice"},
        {"value": FERRY},
        {"value": "Lunch is with ALICE, on Tuesday"},
        {"value": LIGHT, "raw_ref": "mail of alice"},
        {"value": "malice"},
        {"alice": [{"deep": "in it"}]},
        idempotency_key="k",
    )
    assert owner.post("forget-requests", {**target, "dry_run": True}, expect=201)["counts"]["jobs"] == 1
    assert "Lyon" in (row(owner, job).request or "")
    forgotten = owner.post("forget-requests", target, expect=201)
    assert forgotten["state"] == "done"
    assert forgotten["counts"]["jobs"] == 1
    assert forgotten["receipt"]["erased"] == {"jobs": 1}
    assert forgotten["receipt"]["left"] == 0
    left = (row(owner, job).request or "").lower()
    assert "lyon" not in left
    assert '"alice"' not in left
    assert "lunch" not in left
    work()
    results = owner.get(f"jobs/{job['id']}")["results"]
    assert [one.get("error", {}).get("code") for one in results] == ["erased", None, "erased", "erased", None, "erased"]
    assert units(owner) == sorted([FERRY, "malice"])
    assert owner.post("forget-requests", target, expect=201)["receipt"]["erased"] == {}


def test_what_is_prepared_already_when_it_is_forgotten_is_not_written(owner: Door):
    job = ask(owner, {"value": "I live in Lyon", "subject": "alice"}, {"value": FERRY})
    claimed = running._claim(owner.caller.namespace_id, row(owner, job).pk, now=timezone.now())
    assert claimed is not None
    prepared = running._prepared(claimed, request_of(claimed))
    owner.post("forget-requests", {"subject": "alice"}, expect=201)
    assert running._write(claimed, prepared) is True
    assert units(owner) == [FERRY]


def test_the_ledger_stops_a_batch_that_was_accepted_before_the_erasure(owner: Door):
    """As if the forget request had run between the acceptance and its commit, unseen by it."""
    job = ask(owner, {"value": "I live in Lyon", "subject": "alice"}, {"value": FERRY})
    before = row(owner, job).request
    owner.post("forget-requests", {"subject": "alice"}, expect=201)
    unseen = row(owner, job)
    unseen.request = before
    with inside(owner.caller.namespace_id):
        unseen.save()
    work()
    first, second = owner.get(f"jobs/{job['id']}")["results"]
    assert (first["error"]["code"], second["outcome"]) == ("erased", "created")
    assert units(owner) == [FERRY]


def test_an_erased_unit_or_source_takes_what_says_the_same_on_its_way(owner: Door):
    memory = owner.write(FERRY)
    other = owner.write("The canary deploys at noon", session_id="poisoned")
    job = ask(owner, {"value": FERRY.upper()}, {"value": LIGHT}, {"value": "New", "session_id": "poisoned"})
    assert owner.delete(f"memories/{memory['id']}?erase=true")["counts"]["jobs"] == 1
    assert owner.post("forget-requests", {"source_id": other["source_id"]}, expect=201)["counts"]["jobs"] == 1
    work()
    results = owner.get(f"jobs/{job['id']}")["results"]
    assert [one.get("error", {}).get("code") for one in results] == ["erased", None, "erased"]
    assert units(owner) == [LIGHT]


def test_a_finished_batch_forgets_the_memory_and_says_so(owner: Door):
    old = owner.write("The budget of project Ash is now 100 dollars", subject="Ash", attribute="budget")
    job = ask(owner, {"value": "The budget of project Ash is now 200 dollars", "subject": "Ash", "attribute": "budget"})
    work()
    (first,) = owner.get(f"jobs/{job['id']}")["results"]
    assert first["touched"][0]["id"] == old["id"]
    assert owner.delete(f"memories/{old['id']}?erase=true")["counts"]["jobs"] == 1
    (second,) = owner.get(f"jobs/{job['id']}")["results"]
    assert (second["outcome"], second["touched"]) == ("superseded", [])
    erased = owner.delete(f"memories/{first['memory']['id']}?erase=true")
    assert erased["receipt"]["erased"]["jobs"] == 1
    (third,) = owner.get(f"jobs/{job['id']}")["results"]
    assert third["error"]["code"] == "erased"
    assert first["memory"]["id"] not in json.dumps(row(owner, job).results)


def test_another_namespaces_batch_is_not_touched(owner: Door, outsider: Door):
    job = ask(outsider, {"value": "I live in Lyon", "subject": "alice"})
    assert owner.post("forget-requests", {"subject": "alice"}, expect=201)["counts"]["jobs"] == 0
    work()
    assert outsider.get(f"jobs/{job['id']}")["results"][0]["outcome"] == "created"
    with inside(owner.caller.namespace_id):
        assert not Job.objects.exists()
        assert not IdempotencyKey.objects.exists()
