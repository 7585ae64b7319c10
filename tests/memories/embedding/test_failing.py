"""What is said and done while a space cannot be measured, and of spaces from before there were calibrations."""

from __future__ import annotations

import importlib
import threading
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from django.apps import apps
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from hindsight_site import beat
from memories.embedding import EmbedderDown, calibration_state, embed_passages, embed_query, measure_space, service
from memories.errors import Unready
from memories.jobs import embed_due
from memories.models import EmbeddingSpace, MemoryUnit, Vector
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.memories.embedding.conftest import Pin, forget
from tests.memories.embedding.servers import Scripted
from tests.people import NOW

FERN, CHESS = "The lobby fern needs water twice a week", "Chess club meets on Monday"


def stored(space: EmbeddingSpace) -> Any:
    space.refresh_from_db()
    return space.calibration


@pytest.mark.django_db
def test_the_first_vector_waits_for_the_measuring_and_the_next_does_not(pinned_to: Pin, scripted: Scripted):
    space = pinned_to(scripted.url)
    assert calibration_state() == "to be measured before the first vector"
    with pytest.raises(Unready, match="no calibration") as refused:
        service.similarity(0.8, languages=("en", "en"), direction="passage")
    assert refused.value.code == "not_calibrated"
    one, other = embed_passages([FERN, CHESS])
    assert len(scripted.asked) > 500
    assert abs(float(one @ other)) < 0.3
    assert stored(space)["model"] == str(space)
    assert calibration_state() == "measured"
    scripted.asked.clear()
    with CaptureQueriesContext(connections["default"]) as queries:
        embed_query("where is the fern")
        service.similarity(0.5, languages=("en", "en"), direction="query")
    assert len(queries) == 0
    assert scripted.asked == [("query", "where is the fern")]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_threads_of_one_process_measure_once(pinned_to: Pin, scripted: Scripted):
    pinned_to(scripted.url)
    together = threading.Barrier(3)
    made: list[Any] = []

    def run() -> None:
        together.wait()
        made.append(embed_passages([FERN])[0])
        connections["default"].close()

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 3
    assert all(np.array_equal(made[0], one) for one in made)
    assert scripted.asked.count(("passage", FERN)) == 3
    assert len(scripted.asked) - 2 == len(set(scripted.asked))


@pytest.mark.django_db
def test_a_server_that_stops_halfway_is_asked_only_for_the_rest(pinned_to: Pin, scripted: Scripted, caller: Any):
    space = pinned_to(scripted.url)
    scripted.texts_left = 100
    written = write(caller, MemoryInput(value=FERN), now=NOW)
    assert written.outcome == "created"
    before = len(scripted.asked)
    assert 80 < before <= 100
    assert stored(space) is None
    answer = search(caller, SearchInput(query="the fern of the lobby"), now=NOW)  # by its words
    assert ([hit.memory.id for hit in answer.results], answer.degraded) == ([written.memory.id], True)
    scripted.texts_left = None
    service.resume()
    assert embed_due(caller.namespace_id) == 1
    assert len(scripted.asked) == len(set(scripted.asked))
    assert stored(space) is not None
    with inside(caller.namespace_id):
        assert not MemoryUnit.objects.filter(embedding_due=True).exists()
        assert Vector.objects.get(unit_id=written.memory.id).space_id == space.pk


@pytest.mark.django_db
def test_a_wrong_dimension_is_named(pinned_to: Pin, scripted: Scripted):
    space = pinned_to(scripted.url)
    scripted.dimensions = 200
    with pytest.raises(EmbedderDown, match=r"expected 16 vectors of 384, got \(16, 200\)"):
        embed_query("anything")
    assert stored(space) is None


@pytest.mark.django_db
def test_a_server_that_is_not_there_is_down(pinned_to: Pin, scripted: Scripted):
    pinned_to("http://127.0.0.1:9/v1")
    with pytest.raises(EmbedderDown, match="APIConnectionError"):
        embed_passages([FERN])
    with pytest.raises(EmbedderDown, match="paused"):
        embed_passages([FERN])


@pytest.mark.django_db
def test_a_model_that_tells_nothing_apart_is_named_and_asked_no_more(pinned_to: Pin, scripted: Scripted):
    space = pinned_to(scripted.url)
    same = np.ones(384, dtype=np.float32)
    scripted.known = dict.fromkeys(scripted.known, same)
    for _ in range(2):
        service.resume()
        with pytest.raises(EmbedderDown, match="do not tell equal texts from unrelated ones"):
            embed_query("anything")
    assert len(scripted.asked) == len(set(scripted.asked))
    assert "do not tell" in calibration_state()
    assert stored(space) is None


@pytest.mark.django_db
def test_numbers_that_are_none_are_refused(pinned_to: Pin, scripted: Scripted):
    pinned_to(scripted.url)
    scripted.noise = float("nan")
    with pytest.raises(EmbedderDown, match="no number"):
        embed_query("anything")


@pytest.mark.django_db
def test_no_texts_ask_nobody(pinned_to: Pin, scripted: Scripted):
    pinned_to(scripted.url)
    assert embed_passages([]).shape == (0, 384)
    assert scripted.asked == []


@pytest.mark.django_db
def test_another_model_than_the_pinned_one_is_refused_before_anything_is_embedded(
    pinned_to: Pin, scripted: Scripted, settings: Any
):
    pinned_to(scripted.url)
    settings.HINDSIGHT = settings.HINDSIGHT.model_copy(update={"EMBEDDING_MODEL": "somebody/else"})
    forget()
    with pytest.raises(Unready, match="reembed") as refused:
        embed_passages([FERN])
    assert refused.value.code == "embedding_mismatch"
    assert scripted.asked == []


def ready() -> dict[str, Any]:
    part: dict[str, Any] = Client().get("/ready").json()["parts"]["embedder"]
    return part


@pytest.mark.django_db
def test_ready_says_whether_the_space_is_calibrated(pinned_to: Pin, scripted: Scripted, settings: Any):
    beat.declare(timezone.now())
    assert ready()["calibration"] == "shipped with the model"
    pinned_to(scripted.url)
    assert ready() == {
        "ok": True,
        "provider": "openai",
        "model": "somebody/e5",
        "dimensions": 384,
        "calibration": "to be measured before the first vector",
    }
    measure_space()
    assert ready()["calibration"] == "measured"
    space = EmbeddingSpace.objects.get(active=True)
    document = stored(space)
    document["scales"]["zh"]["query"]["unrelated_p99"] = 0.9
    EmbeddingSpace.objects.filter(active=True).update(calibration=document)
    forget()
    assert ready()["calibration"] == "measured; of no use in: zh"
    EmbeddingSpace.objects.filter(active=True).update(calibration={"raw": True})
    forget()
    assert ready()["calibration"] == "none: vectors from before calibrations existed"
    settings.HINDSIGHT = settings.HINDSIGHT.model_copy(update={"EMBEDDING_MODEL": "somebody/else"})
    forget()
    part = ready()
    assert not part["ok"]
    assert "EMBEDDING_MODEL" in part["detail"]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_the_migration_marks_a_space_whose_vectors_were_never_centred(pinned_to: Pin, caller: Any):
    """As the owner, who alone sees the vectors of all namespaces."""
    local = EmbeddingSpace.objects.get(active=True)
    write(caller, MemoryInput(value=CHESS), now=NOW)
    empty = pinned_to("http://127.0.0.1:9/v1")
    filled = EmbeddingSpace.objects.create(
        pk=empty.pk + 1, provider="openai", model="older", dimensions=384, active=False
    )
    with inside(caller.namespace_id):
        unit = MemoryUnit.objects.get()
        Vector.objects.create(
            namespace_id=caller.namespace_id,
            unit_id=unit.pk,
            content_version=1,
            space=filled,
            embedding=np.ones(384) / np.sqrt(384),
            current=False,
        )
    mark = importlib.import_module("memories.migrations.0006_space_calibration").mark_what_was_never_centred
    mark(apps, SimpleNamespace(connection=connections["owner"]))
    assert [stored(space) for space in (local, empty, filled)] == [None, None, {"raw": True}]
