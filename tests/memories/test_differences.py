"""Two texts side by side: what differs is marked, and nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.differences import differences, rewritten


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
        ("ha ha ha ha!", "ha ha ha!", "ha ha ha[ ha]!", "ha ha ha!"),
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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("!" * 2000, "!?" * 1000),
        ("!" * 900 + "a" + "!?" * 500, "!" * 901 + "?!" * 500),
        ("a b " * 500, "b b a " * 333),
    ],
)
def test_texts_that_repeat_themselves_are_not_lined_up_sign_by_sign(one: str, other: str):
    """The first took a minute and a half: a memory of a hostile writer would have held a worker that long."""
    left, right = differences(one, other)
    assert [part.differs for part in (*left, *right)] == [False, False]


def test_a_long_text_that_repeats_itself_is_marked_where_it_was_changed():
    left, right = differences("! " * 900 + "port 8080" + " !" * 90, "! " * 900 + "port 9090" + " !" * 90)
    assert [part.text for part in (*left, *right) if part.differs] == ["8080", "9090"]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("The port is 8080 now", "The port is 9090 now", "The port is -8080-+9090+ now"),
        ("the port is open", "The port is open", "-the-+The+ port is open"),
        ("Ana rows on the lake", "Ana rows", "Ana rows- on the lake-"),
        ("Lamps are out", "Tickets cost nine euros", "-Lamps are out-+Tickets cost nine euros+"),
        ("预算是10万", "预算改成20万", "预算-是10-+改成20+万"),
        ("", "A word", "+A word+"),
        ("A word", "", "-A word-"),
    ],
)
def test_one_text_tells_what_became_of_it(before: str, after: str, said: str):
    signs = {"": "", "del": "-", "ins": "+"}
    told = "".join(f"{signs[part.change]}{part.text}{signs[part.change]}" for part in rewritten(before, after))
    assert told == said


@given(st.text(alphabet="ab .", max_size=60), st.text(alphabet="ab .", max_size=60))
def test_both_wordings_can_be_read_out_of_what_became_of_it(before: str, after: str):
    parts = rewritten(before, after)
    assert "".join(part.text for part in parts if part.change != "ins") == before
    assert "".join(part.text for part in parts if part.change != "del") == after
