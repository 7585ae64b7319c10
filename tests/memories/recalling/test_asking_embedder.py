"""A burst of one namespace leaves others their vectors, and what nobody waits for any more is not begun."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from memories.recalling import asking_embedder
from memories.recalling.asking_embedder import Slots, essence, vector_within

VECTOR = np.ones(3, dtype=np.float32)
BUSY, OTHER = 1, 2


@pytest.fixture
def slots(monkeypatch):
    """As of a process that has embedded nothing yet."""
    monkeypatch.setattr(asking_embedder, "_slots", Slots(8, 6))


@pytest.fixture
def stuck():
    """An embedder that does not come back until it is let go; how often it was called."""
    release, begun = threading.Event(), []

    def embed():
        begun.append(time.monotonic())
        release.wait(30)
        return VECTOR

    yield embed, begun, release
    release.set()


def test_a_burst_leaves_another_namespace_its_vectors(slots, stuck):
    embed, begun, _ = stuck
    with ThreadPoolExecutor(40) as burst:
        late = list(burst.map(lambda _: vector_within(BUSY, 0.3, embed), range(40)))
    assert late == [(None, True)] * 40
    assert len(begun) == 6, "the others were never begun"
    vector, timed_out = vector_within(OTHER, 20, lambda: VECTOR)
    assert vector is VECTOR
    assert not timed_out


def test_who_waits_gets_the_place_that_becomes_free(slots, stuck):
    embed, begun, release = stuck
    with ThreadPoolExecutor(8) as burst:
        held = [burst.submit(vector_within, BUSY, 20, embed) for _ in range(6)]
        while len(begun) < 6:
            time.sleep(0.01)
        seventh = burst.submit(vector_within, BUSY, 20, lambda: VECTOR)
        assert vector_within(BUSY, 0.05, lambda: VECTOR)[1]
        release.set()
        assert seventh.result(20)[0] is VECTOR
        assert [one.result(20)[1] for one in held] == [False] * 6


def test_a_call_that_fails_gives_its_place_back(slots):
    def fails():
        raise ValueError("no vector")

    for _ in range(20):
        with pytest.raises(ValueError, match="no vector"):
            vector_within(BUSY, 20, fails)


def test_of_a_long_text_the_beginning_and_the_end_are_embedded():
    log = "the deploy failed: " + "x" * 1_900 + " why does the gateway refuse?"
    assert len(essence(log)) <= 1_001
    assert essence(log).startswith("the deploy failed")
    assert essence(log).endswith("why does the gateway refuse?")
    assert essence("x" * 1_000) == "x" * 1_000
