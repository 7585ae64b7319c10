"""Reading every vector of a namespace in blocks finds what a search for each statement finds."""

from __future__ import annotations

import itertools
import random
from datetime import timedelta
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memories.gate import batching, scanning, surroundings
from memories.gate.scanning import nearest_to_each, sides_of
from memories.nearest import nearest
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.writing import write, write_batch
from tests.memories.test_batches import CITIES, NAMES, everything, some, writer
from tests.people import NOW

pytestmark = pytest.mark.django_db
NUMBERS = itertools.count()
LATER = NOW + timedelta(days=40)


def wanted(count: int, dimensions: int = 384) -> np.ndarray:
    """Unit vectors as they are stored."""
    made = np.random.default_rng(2).normal(size=(count, dimensions)).astype(np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made.astype(np.float16).astype(np.float32)


@pytest.fixture
def filled():
    caller = writer("scanned")
    dice = random.Random(8)
    for number in range(60):
        body: dict[str, object] = {"value": f"{dice.choice(NAMES)} bought {number} lamps in {dice.choice(CITIES)}"}
        if number % 3 == 0:
            body |= {"subject": dice.choice(NAMES), "attribute": f"lamps {number}"}
        if number % 5 == 0:
            body |= {"tier": "working", "session_id": f"s{number % 2}"}
        if number % 7 == 0:
            body |= {"expires_at": NOW + timedelta(days=3)}
        write(caller, MemoryInput(**body), now=NOW)
    return caller


@pytest.mark.parametrize("block", [7, 60, 61, 4096])
@pytest.mark.parametrize("now", [NOW, LATER], ids=["all there", "some expired"])
def test_each_statement_gets_what_a_search_for_it_would_get(filled, block, now):
    space, vectors = filled.namespace_id, wanted(12)
    subjects = ["", "ana", "bo", "nobody"] * 3
    naming = ["", "", "", "", "anabo saw a lamp", "", "", "", "bo", "", "", ""]
    named = [["", *([subject] if subject else [])] for subject in subjects]
    named[4], named[8] = ["", "ana", "bo"], ["", "bo"]
    working = [False] * 8 + [True] * 4
    sessions = [""] * 8 + ["s0", "s1", "s1", "elsewhere"]
    with inside(space), patch.object(scanning, "_BLOCK", block):
        found = nearest_to_each(space, vectors, sides_of(space, subjects, working, sessions, naming), most=10, now=now)
        for number, vector in enumerate(vectors):
            where = "(u.expires_at IS NULL OR u.expires_at > %s) AND u.subject_key = ANY(%s)"
            where += " AND s.session_id = %s" if working[number] else " AND u.tier <> 'working'"
            where += " AND u.tier = 'working'" if working[number] else ""
            params = [now, named[number], *([sessions[number]] if working[number] else [])]
            expected = nearest(space, vector, limit=10, where=where, params=params, narrow=True)
            assert [pk for pk, _ in found[number]] == [pk for pk, _ in expected]
            assert [cosine for _, cosine in found[number]] == pytest.approx(
                [cosine for _, cosine in expected], abs=1e-3
            )


def test_an_empty_namespace_has_no_neighbours(db):
    caller = writer("empty")
    with inside(caller.namespace_id):
        sides = sides_of(caller.namespace_id, ["", "ana"], [False, True], ["", "s"], ["", ""])
        assert nearest_to_each(caller.namespace_id, wanted(2), sides, most=5, now=NOW) == [[], []]


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), spare=st.sampled_from([1, 2]), block=st.sampled_from([5, 4096]))
def test_any_batch_is_what_its_items_are_one_after_the_other(db: None, seed: int, spare: int, block: int):
    """With little to spare, so that what the batch retires leaves too few at hand and the others are looked for."""
    dice = random.Random(seed)
    items = [some(dice, number // 3) for number in range(24)]
    told = []
    for worth_it in (10**6, 2):
        caller = writer(f"n{next(NUMBERS)}")
        with (
            patch.object(batching, "_WORTH_IT", worth_it),
            patch.object(surroundings, "_SPARE", spare),
            patch.object(scanning, "_BLOCK", block),
        ):
            write_batch(caller, items[:8], now=NOW - timedelta(days=1))
            results = write_batch(caller, items[8:], now=NOW)
        told.append(everything(caller, results))
    for what, expected in told[0].items():
        assert told[1][what] == expected, what
