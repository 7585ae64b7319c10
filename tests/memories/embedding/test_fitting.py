"""The rule that measures a calibration, on vectors that need no model, and on those that came over HTTP."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from memories.embedding.fitting import CannotCalibrate, fit
from memories.embedding.geometry import (
    CALIBRATION_FILE,
    Direction,
    Scale,
    Vectors,
    calibrate,
    calibration_of,
    centre,
    document_of,
    load_calibration,
)
from memories.judging.language import terms
from tests.memories.embedding.conftest import Measured

NAME = "openai:somebody/e5:384"


def test_the_local_model_is_measured_to_the_file_that_ships(measured: Measured):
    """Over HTTP, from the model's own server, by the rule that wrote the file: but for what another processor rounds
    otherwise in the model's four bits (0.0015 of a scale, 0.0001 of a mean on one that differed)."""
    document = document_of(measured.calibration)
    shipped = json.loads(CALIBRATION_FILE.read_text(encoding="utf-8"))
    assert document["model"] == NAME
    found, wanted = dict(numbers(document)), dict(numbers(shipped))
    assert found.keys() == wanted.keys()
    assert found == pytest.approx(wanted, abs=0.004)


def numbers(document: Any, place: str = "") -> Iterator[tuple[str, float]]:
    """Every number of a document with where it stands."""
    if isinstance(document, float | int):
        yield place, float(document)
    elif isinstance(document, dict):
        for name, part in document.items():
            yield from numbers(part, f"{place}/{name}")
    elif isinstance(document, list):
        for number, part in enumerate(document):
            yield from numbers(part, f"{place}/{number}")


def test_what_is_stored_is_what_was_measured(measured: Measured):
    read = calibration_of(json.loads(json.dumps(document_of(measured.calibration))))
    assert (read.model, read.dimension, read.scales) == (NAME, 384, measured.calibration.scales)
    assert read.means.keys() == measured.calibration.means.keys()
    for key, mean in read.means.items():
        assert np.array_equal(mean, measured.calibration.means[key]), key


def _unit(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def _hashed(word: str) -> Vectors:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).normal(0, 1, 64).astype(np.float32)


def bag_of_words(texts: Sequence[str], direction: Direction) -> Vectors:
    """Not a good model, yet one: a random vector a term, in a narrow cone, and a prefix that moves them all."""
    cone = 12 * _hashed("cone") + 6 * _hashed(direction)
    return _unit(np.stack([np.sum([_hashed(term) for term in terms(text)], axis=0) + cone for text in texts]))


def only_english(texts: Sequence[str], direction: Direction) -> Vectors:
    """A model to which every Chinese character is the same unknown word."""
    found = bag_of_words(texts, direction)
    return _unit(
        np.stack(
            [
                vector if text.isascii() else _hashed("?") * len(text) + _hashed("cone")
                for text, vector in zip(texts, found, strict=True)
            ]
        )
    )


def test_a_model_in_a_narrow_cone_is_opened_up():
    calibration = fit(bag_of_words, model="words")
    one, other = bag_of_words(["The lobby fern needs water", "Chess club meets on Monday"], "passage")
    assert float(one @ other) > 0.8
    scale = calibration.scales["en", "passage"]
    assert abs(scale.unrelated) < 0.05
    assert scale.unrelated < scale.unrelated_p99 < (scale.paraphrase or 0) < scale.equal
    moved = [centre(vector, "en", "passage", calibration) for vector in (one, other)]
    assert calibrate(float(moved[0] @ moved[1]), "en", "passage", calibration) < 0.2
    assert calibrate(1.0, "en", "passage", calibration) == 1.0


def test_in_a_language_that_a_model_does_not_know_everything_is_unrelated():
    calibration = fit(only_english, model="words")
    assert calibration.scales["en", "passage"].tells_apart
    for language in ("zh", "mixed"):
        assert [calibrate(cosine, language, "passage", calibration) for cosine in (0.2, 0.9, 1.0)] == [0.0] * 3


def constant(texts: Sequence[str], _direction: Direction) -> Vectors:
    return _unit(np.ones((len(texts), 16), dtype=np.float32))


def noise() -> Callable[[Sequence[str], Direction], Vectors]:
    random = np.random.default_rng(1)
    return lambda texts, _direction: _unit(random.normal(0, 1, (len(texts), 64)).astype(np.float32))


def nothing(texts: Sequence[str], _direction: Direction) -> Vectors:
    return np.zeros((len(texts), 16), dtype=np.float32)


@pytest.mark.parametrize("embed", [constant, noise(), nothing], ids=["constant", "noise", "zeros"])
def test_vectors_that_tell_nothing_are_refused(embed: Callable[[Sequence[str], Direction], Vectors]):
    with pytest.raises(CannotCalibrate, match="words do not tell equal texts"):
        fit(embed, model="words")


@pytest.mark.parametrize(
    ("unrelated", "p99", "equal", "tells"),
    [
        (0.0, 0.3, 1.0, True),
        (0.0, 0.51, 1.0, False),
        (0.0, 0.0, 0.0, False),
        (0.1, 0.3, 0.05, False),
        (0.0, float("nan"), 1.0, False),
    ],
)
def test_a_scale_with_too_little_room_is_not_used(unrelated: float, p99: float, equal: float, tells: bool):
    assert Scale(unrelated=unrelated, unrelated_p99=p99, equal=equal).tells_apart is tells


def test_every_scale_of_the_local_model_is_used():
    assert all(scale.tells_apart for scale in load_calibration().scales.values())


def test_raw_vectors_are_left_as_they_are():
    raw = calibration_of({"raw": True})
    vector = _unit(np.arange(1, 9, dtype=np.float32)[None, :])[0]
    assert np.allclose(centre(vector, "zh", "query", raw), vector, atol=1e-7)
    cosines = (-0.4, 0.0, 0.77, 1.0)
    assert [calibrate(cosine, "en", "passage", raw) for cosine in cosines] == [0.0, 0.0, 0.77, 1.0]
