"""Which words gather, which only weigh; pure."""

from __future__ import annotations

import pytest

from memories.recalling.plan import _drivers, exact_limit, probe_limit

EVERY = 1.0


def drivers(**frequencies: int) -> set[str]:
    names = list(frequencies)
    chosen = _drivers(dict.fromkeys(range(len(names)), EVERY), dict(enumerate(frequencies.values())))
    return {names[number] for number in chosen}


def test_words_that_are_not_common_gather_all_but_the_last_of_very_many():
    words = {f"word{number}": -1 for number in range(24)}
    assert drivers(**words) == {f"word{number}" for number in range(20)}


@pytest.mark.parametrize(
    ("frequencies", "gathering"),
    [
        ({"rare": -1, "common": 5_000}, {"rare"}),
        ({"rare": -1, "middling": 300, "common": 5_000}, {"rare", "middling"}),
        ({"rare": -1, "middling": 900, "common": 5_000}, {"rare"}),
        ({"absent": 0, "common": 5_000}, {"absent", "common"}),
        ({"absent": 0, "everywhere": 90_000}, {"absent"}),
        ({"common": 3_000, "commoner": 4_000}, {"common"}),
        ({"middling": 600, "other": 700}, {"middling"}),
        ({}, set()),
    ],
)
def test_common_words_gather_while_they_stand_in_few_units(frequencies, gathering):
    assert drivers(**frequencies) == gathering


def test_limits_grow_with_the_index():
    assert exact_limit(0) == exact_limit(100_000) == 20_000
    assert exact_limit(1_000_000) == 50_000
    assert probe_limit(0) == 2_000
    assert probe_limit(1_000_000) == 17_320
