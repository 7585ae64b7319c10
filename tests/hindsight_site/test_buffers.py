"""How much memory the embedded database takes for its pages."""

from __future__ import annotations

import pytest

from hindsight_site.embedded.configuration import buffers_for, comfortable_settings

GIB = 1024**3


@pytest.mark.parametrize(
    ("kept", "memory", "buffers"),
    [
        (0, 24 * GIB, None),
        (2 * GIB - 1, 24 * GIB, None),
        (6 * GIB, 24 * GIB, 3 * GIB),
        (60 * GIB, 24 * GIB, 6 * GIB),
        (60 * GIB, GIB // 2, GIB // 4),
    ],
)
def test_half_of_a_large_database_and_never_more_than_a_quarter_of_the_machine(kept, memory, buffers):
    assert buffers_for(kept, memory) == buffers


def test_a_small_database_keeps_to_what_a_laptop_has():
    assert comfortable_settings(0)["shared_buffers"] == "256MB"
    assert comfortable_settings(64 * GIB)["shared_buffers"] != "256MB"
