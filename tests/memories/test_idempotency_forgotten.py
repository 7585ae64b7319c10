"""Idempotency keys and forget requests: an answer that points at what was erased says so, and keeps nothing of it."""

from __future__ import annotations

import pytest

from memories.asking.batches import accept
from memories.callers import Caller
from memories.forgetting.requests import erase_unit, request_forgetting
from memories.models import Evidence, IdempotencyKey, MemoryUnit, MemoryVersion
from memories.preparing import Failed
from memories.shapes.inputs import BatchInput, ForgetInput
from memories.shapes.reading import read
from memories.walls import inside
from memories.writing import write_batch
from tests.memories.test_idempotency import DJANGO, FASTAPI, POOL, SOON, refused_with, rows, say
from tests.people import NOW

pytestmark = pytest.mark.django_db


def test_an_erased_answer_says_so_and_keeps_nothing(caller: Caller):
    first = say(caller)
    request = erase_unit(caller, first.memory.id, now=SOON)
    assert request.counts["idempotency_keys"] == 1
    assert request.receipt is not None
    assert request.receipt["left"] == 0
    error = refused_with("erased", lambda: say(caller, at=SOON))
    assert error.status == 409
    assert rows(caller)[0] == 0, "a retry on its way does not bring it back"
    with inside(caller.namespace_id):
        row = IdempotencyKey.objects.get()
    assert str(first.memory.id) not in str(row.answer)
    assert row.request_digest == ""
    refused_with("erased", lambda: write_batch(caller, [{"value": POOL}], key="k", now=SOON))
    refused_with("erased", lambda: accept(caller, read(BatchInput, {"items": [1], "idempotency_key": "k"}), now=SOON))
    assert say(caller, key="new", at=SOON).outcome == "created"


def test_of_a_batchs_answer_only_what_was_erased_goes(caller: Caller):
    items = [{"value": POOL}, {"value": "Lunch with Alice is on Tuesday"}]
    first = write_batch(caller, items, key="whole", now=NOW)
    request = request_forgetting(caller, ForgetInput(identifier="alice"), now=SOON)
    assert request.counts["idempotency_keys"] == 1
    again = write_batch(caller, items, key="whole", now=SOON)
    assert again[0] == first[0]
    assert isinstance(again[1], Failed)
    assert (again[1].error.code, rows(caller)[0]) == ("erased", 1)
    assert request_forgetting(caller, ForgetInput(identifier="alice"), now=SOON).counts["idempotency_keys"] == 0


def test_an_erased_unit_that_a_write_only_touched_goes_from_its_answer(caller: Caller):
    old = say(caller, key=None, **DJANGO).memory
    first = say(caller, **FASTAPI)
    assert erase_unit(caller, old.id, now=SOON).counts["idempotency_keys"] == 1
    again = say(caller, at=SOON, **FASTAPI)
    assert (again.memory.id, again.touched, again.outcome) == (first.memory.id, [], first.outcome)


def test_a_unit_that_upkeep_purged_is_gone(caller: Caller):
    say(caller)
    with inside(caller.namespace_id):
        for model in (Evidence, MemoryVersion, MemoryUnit):
            model._default_manager.all()._raw_delete("default")
    refused_with("erased", lambda: say(caller, at=SOON))
