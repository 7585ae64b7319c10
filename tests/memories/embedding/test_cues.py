"""Cues of another model: an index of their own, and none of them is compared with those of the first space."""

from __future__ import annotations

import pytest
from django.db import connections

from memories.callers import Caller
from memories.embedding.spaces import ensure_space
from memories.jobs import embed_due
from memories.models import EmbeddingSpace, MemoryUnit, Vector
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.memories.embedding.conftest import Pin
from tests.memories.embedding.servers import Scripted
from tests.people import NOW


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_another_space_has_an_index_of_its_own(pinned_to: Pin):
    pinned_to("http://127.0.0.1:9").delete()
    ensure_space(using="owner")
    number = EmbeddingSpace.objects.get(active=True).pk
    names = [f"memories_cue_hnsw_{number}", f"memories_vector_hnsw_{number}"]
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = ANY (%s) ORDER BY indexname", [names])
        cues, values = (row[0] for row in cursor.fetchall())
        for name in names:
            cursor.execute(f"DROP INDEX {name}")
    assert f"space_id = {number}) AND (cue IS NOT NULL)" in cues
    assert f"space_id = {number})" in values


@pytest.mark.django_db
def test_another_space_has_cues_of_its_own(pinned_to: Pin, scripted: Scripted, caller: Caller):
    first = write(caller, MemoryInput(value="Ticket form B, seven days", query="customer wants money back"), now=NOW)
    space = pinned_to(scripted.url)
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=first.memory.id).update(embedding_due=True)
        Vector.objects.update(current=False)
    assert embed_due(caller.namespace_id) == 1
    with inside(caller.namespace_id):
        rows = {row.space_id: row for row in Vector.objects.all()}
    assert rows[space.pk].cue is not None
    assert rows[space.pk].current
    body = SearchInput(query="customer wants money back")
    [hit] = search(caller, body, now=NOW, arms=frozenset({"dense"})).results
    assert hit.memory.id == first.memory.id
