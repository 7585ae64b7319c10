"""Two texts side by side: what differs is marked, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.differences import differences


def marked(one: str, other: str) -> tuple[str, str]:
    return tuple(
        "".join(f"[{part.text}]" if part.differs else part.text for part in side) for side in differences(one, other)
    )  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("one", "other", "left", "right"),
    [
        ("The port is 8080", "The port is 9090", "The port is [8080]", "The port is [9090]"),
        ("预算是10万", "预算改成20万", "预算[是10]万", "预算[改成20]万"),
        ("I live in Lyon", "I live in Lyon", "I live in Lyon", "I live in Lyon"),
        ("Ana rows on the lake", "Ana rows", "Ana rows[ on the lake]", "Ana rows"),
        ("Server v2.3.1 is up", "server v2.3.2 is up", "Server [v2.3.1] is up", "server [v2.3.2] is up"),
        ("Lamps are out", "Tickets cost nine euros", "Lamps are out", "Tickets cost nine euros"),
        ("", "A word", "", "A word"),
    ],
)
def test_what_differs_is_marked(one: str, other: str, left: str, right: str):
    assert marked(one, other) == (left, right)


@given(st.text(max_size=80), st.text(max_size=80))
def test_nothing_is_lost(one: str, other: str):
    left, right = differences(one, other)
    assert ("".join(part.text for part in left), "".join(part.text for part in right)) == (one, other)


def test_two_thousand_characters_without_a_blank_take_no_time():
    left, right = differences("长" * 2000, "x" * 2000)
    assert [part.differs for part in (*left, *right)] == [False, False]
