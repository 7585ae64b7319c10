"""The gate and the search on vectors that come over HTTP from a server as they are on those of the local provider."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from memories.embedding import embed_passages, embed_query, geometry, providers, service
from memories.embedding.geometry import Direction, document_of
from memories.judging.language import language_of
from memories.models import MemoryUnit, Vector
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.memories.embedding.conftest import Measured, Pin
from tests.people import NOW

pytestmark = pytest.mark.django_db

# Written for this test: (direction, what it shows, one, other).
PAIRS: list[tuple[Direction, str, str, str]] = [
    ("passage", "equal", "The lobby fern needs water twice a week", "The lobby fern needs water twice a week"),
    ("passage", "equal", "每周四下午打扫鱼缸", "每周四下午打扫鱼缸"),
    ("passage", "said again", "Ines cannot drink milk", "Ines is not able to drink milk"),
    ("passage", "said again", "会议室在三楼", "会议室位于三层"),
    ("passage", "said again", "The kiln reaches 1,200 degrees", "Up to 1,200 degrees are reached by the kiln"),
    ("passage", "changed", "The budget is 40k", "The budget is now 90k"),
    ("passage", "changed", "预算10万", "预算改成20万"),
    ("passage", "changed", "I use Django for the web service", "I have switched to FastAPI"),
    ("passage", "unrelated", "The lobby fern needs water twice a week", "Chess club meets on Monday"),
    ("passage", "unrelated", "Ines cannot drink milk", "The van is at the garage until noon"),
    ("passage", "unrelated", "The kiln reaches 1,200 degrees", "My sister writes crime novels"),
    ("passage", "unrelated", "每周四下午打扫鱼缸", "他的护照明年到期"),
    ("passage", "unrelated", "会议室在三楼", "小林喜欢吃辣"),
    ("passage", "unrelated", "预算10万", "外婆每天早上练太极"),
    ("passage", "unrelated", "The van is at the garage until noon", "小林喜欢吃辣"),
    ("passage", "said again", "Ines cannot drink milk", "伊内斯不能喝牛奶"),
    ("query", "answers", "how hot does the kiln get", "The kiln reaches 1,200 degrees"),
    ("query", "answers", "会议室在哪一层", "会议室在三楼"),
    ("query", "unrelated", "how hot does the kiln get", "Chess club meets on Monday"),
    ("query", "unrelated", "会议室在哪一层", "外婆每天早上练太极"),
]
EXPECTED = {"equal": (0.99, 1.0), "said again": (0.5, 1.0), "changed": (0.25, 0.95), "answers": (0.3, 1.0)}


@pytest.fixture
def over_http(pinned_to: Pin, peer: str, measured: Measured) -> None:
    pinned_to(peer, document_of(measured.calibration))


def near(direction: Direction, one: str, other: str) -> float:
    """Calibrated similarity, as the gate and the search compute it."""
    first = embed_query(one) if direction == "query" else embed_passages([one])[0]
    languages = (language_of(one), language_of(other))
    return service.similarity(float(first @ embed_passages([other])[0]), languages=languages, direction=direction)


def all_near() -> np.ndarray[Any, Any]:
    return np.array([near(direction, one, other) for direction, _, one, other in PAIRS])


def test_similarities_are_those_of_the_local_provider(request: pytest.FixtureRequest):
    local = all_near()
    request.getfixturevalue("over_http")
    remote = all_near()
    # The same model, so all that may differ is rounding: means to 5e-6 a component, scales to 5e-5.
    assert np.abs(local - remote).max() < 0.001
    for (_, shows, one, other), found in zip(PAIRS, remote, strict=True):
        low, high = EXPECTED.get(shows, (0.0, 0.25))
        assert low <= found <= high, (shows, one, other, found)
    unrelated = [found for (_, shows, _, _), found in zip(PAIRS, remote, strict=True) if shows == "unrelated"]
    assert np.median(unrelated) < 0.1


@pytest.mark.usefixtures("over_http")
def test_a_raw_cosine_would_have_called_everything_near():
    """What this is for: without a calibration each of these pairs is over every threshold."""
    raw = geometry.calibration_of({"raw": True})
    for _, shows, one, other in PAIRS:
        if shows == "unrelated":
            vectors = providers.embedder().embed([one, other], "passage")
            assert geometry.calibrate(float(vectors[0] @ vectors[1]), "en", "passage", raw) > 0.7


def say(caller: Any, value: str, days_ago: int = 0) -> Any:
    return write(caller, MemoryInput(value=value), now=NOW - timedelta(days=days_ago))


@pytest.mark.usefixtures("over_http")
@pytest.mark.parametrize(
    ("said", "asked", "unrelated"),
    [
        ("The kiln reaches 1,200 degrees", "how hot does the oven for pottery get", "who feeds the parrot"),
        ("会议室在三楼", "开会的房间在几层", "谁的护照快到期了"),
    ],
)
def test_a_question_finds_its_answer_and_another_finds_nothing(caller: Any, said: str, asked: str, unrelated: str):
    written = say(caller, said)
    found = search(caller, SearchInput(query=asked), now=NOW)
    assert [hit.memory.id for hit in found.results] == [written.memory.id]
    assert not found.degraded
    nothing = search(caller, SearchInput(query=unrelated), now=NOW)
    assert (nothing.results, nothing.degraded) == ([], False)


@pytest.mark.usefixtures("over_http")
@pytest.mark.parametrize(
    ("before", "after"),
    [("I use Django for the web service", "I have switched to FastAPI"), ("预算10万", "预算改成20万")],
)
def test_a_change_supersedes_and_what_is_unrelated_is_left_alone(caller: Any, before: str, after: str):
    old = say(caller, before, days_ago=21)
    other = say(caller, "The lobby fern needs water twice a week", days_ago=20)
    assert say(caller, after).outcome == "superseded"
    with inside(caller.namespace_id):
        states = dict(MemoryUnit.objects.values_list("id", "state"))
    assert (states[old.memory.id], states[other.memory.id]) == ("superseded", "active")


def test_a_space_with_uncentred_vectors_stays_as_it_was(pinned_to: Pin, peer: str, caller: Any):
    """Its vectors and similarities are those of before, until it is embedded anew."""
    pinned_to(peer, {"raw": True})
    written = say(caller, "The kiln reaches 1,200 degrees")
    plain = providers.embedder().embed(["The kiln reaches 1,200 degrees"], "passage")[0]
    with inside(caller.namespace_id):
        stored = np.asarray(Vector.objects.get(unit_id=written.memory.id).embedding, dtype=np.float32)
    assert np.allclose(stored, plain, atol=1e-3)  # half precision
    assert service.similarity(0.77, languages=("en", "en"), direction="passage") == 0.77
