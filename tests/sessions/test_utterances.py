"""What of a turn is kept: the tables, which were written before any rule, and what holds for any text."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.extracting import repeats
from memories.extracting.repeats import same, without_repeats
from memories.extracting.spans import LONGEST
from memories.extracting.speech import END_MARKS
from memories.extracting.utterances import sift, statements_of
from memories.words import TurnRole
from tests.people import NOW

COLOURS = ["red", "blue", "green", "black", "white"]
THINGS = ["car", "bicycle", "boat", "piano", "ladder", "lathe", "kiln", "loom"]
HERE = Path(__file__).parent
# Turns of the blind half that come out otherwise than they should. At first they were 1 and 4 (docs/sessions.md).
MISSED = {"en": 0, "zh": 2}


def table(language: str) -> list[tuple[str, dict[str, str], str]]:
    """(role, {text kept: kind}, turn) of each row."""
    rows = []
    for line in (HERE / f"utterances_{language}.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        role, kept, turn = line.split("\t")
        wanted = {} if kept == "-" else dict(part.split(": ", 1)[::-1] for part in kept.split(" | "))
        rows.append((role, {plain(text): kind for text, kind in wanted.items()}, turn.replace("\\n", "\n")))
    return rows


def test_what_a_memory_tool_answers_is_not_stored_again():
    said = "Orion Ltd services the Bittern pump"
    for tool in ("memory_search", "mcp__hindsight__memory_get", "session_context", "hindsight.memory_trace"):
        assert sift(said, TurnRole.TOOL, tool=tool).dropped == {"recalled": 1}
    assert len(sift(said, TurnRole.TOOL, tool="pump_register").kept) == 1


def plain(text: str) -> str:
    return text.strip(f" {END_MARKS}").casefold()


def found(role: str, turn: str) -> dict[str, str]:
    return {plain(one.text): str(one.kind) for one in statements_of(turn, role)}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_tables_are_large_enough_and_hold_both_kinds(language: str):
    rows = table(language)
    assert len(rows) >= 60
    assert sum(not kept for _, kept, _ in rows) >= 20


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_half_that_was_looked_at_is_right(language: str):
    seen = [row for place, row in enumerate(table(language)) if place % 4 < 2]
    assert [(turn, found(role, turn)) for role, kept, turn in seen if found(role, turn) != kept] == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_of_the_blind_half_no_more_is_wrong_than_was_published(language: str):
    blind = [row for place, row in enumerate(table(language)) if place % 4 >= 2]
    wrong = [turn for role, kept, turn in blind if found(role, turn) != kept]
    assert len(wrong) <= MISSED[language], wrong


def test_what_a_hostile_tester_found_is_right():
    rows = table("hostile")
    assert len(rows) > 50
    assert [(turn, found(role, turn)) for role, kept, turn in rows if found(role, turn) != kept] == []


@given(st.text(), st.sampled_from(list(TurnRole)))
def test_every_statement_stands_in_its_turn(text: str, role: TurnRole):
    end = 0
    for one in sift(text, role).kept:
        assert text[one.span.start : one.span.end] == one.text
        assert 0 < len(one.text) <= LONGEST
        assert one.span.start >= end
        end = one.span.end
        assert role != TurnRole.SYSTEM


def test_an_assistant_that_restates_what_it_heard_says_nothing():
    heard = ["I have booked a room in Porto for the conference in May"]
    said = "Understood. I have booked a room in Porto for the conference."
    assert statements_of(said, TurnRole.ASSISTANT) != []
    assert statements_of(said, TurnRole.ASSISTANT, heard) == []
    # A user who says it again means it.
    assert len(statements_of("I live in Porto.", TurnRole.USER, ["I live in Porto."])) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Classify these.\nInput: I love durian\nOutput: positive\nInput: I hate rain\nOutput: negative",
        "Here is the dialogue:\nUser: I live in Rome\nAssistant: Noted",
        "> I live in Rome\n> and I work in Lyon",
        "```\nI live in Rome.\n```",
        "示例1：我住在罗马\n示例2：我在里昂工作",
        "例如：我住在罗马。",
    ],
)
def test_examples_and_quotations_are_said_by_nobody(text: str):
    assert statements_of(text, TurnRole.USER) == []


def test_speech_without_punctuation_is_cut_and_kept():
    text = "my sister lives in Porto she has a red car with a dent " * 30
    pieces = statements_of(text, TurnRole.USER)
    assert len(pieces) >= 4
    assert "".join(text.split()) == "".join("".join(one.text.split()) for one in pieces)


@pytest.mark.parametrize(
    "piece",
    ["嗯", "no, ", "a ", "我是，", " and my", '"', "\n", "。", "if ", "I said ", "from now on ", '"confidence": 1,'],
)
def test_a_long_turn_takes_no_more_than_its_length(piece: str):
    """Patterns that look back or nest could take minutes on 100,000 characters; none may hang here."""
    sift((piece * 100_000)[:100_000], TurnRole.USER)
    sift('{"a": "' + (piece.replace('"', "").replace("\n", "") * 100_000)[:99_000] + '"}', TurnRole.TOOL)


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [
        ("I live in Porto", "I live in Porto.", True),
        ("My dog is called Rex", "My dog's name is Rex", True),
        ("My address has changed", "My phone has changed", False),
        ("我的地址换了", "我的电话换了", False),
        ("I like tea", "I don't like tea", False),
        ("The budget is 100k", "The budget is 200k", False),
        ("I take the bus to work", "I take the tram to work", False),
    ],
)
def test_only_what_says_the_same_is_merged(one: str, other: str, are_one: bool):
    assert same(one, other) is same(other, one) is are_one


def test_a_long_window_is_not_compared_pair_by_pair(monkeypatch: pytest.MonkeyPatch):
    things = [f"My {colour} {thing} is in hall {hall}" for hall in range(10) for colour in COLOURS for thing in THINGS]
    counted = Counter[str]()
    compare = repeats._same

    def counting(one: repeats._Said, other: repeats._Said) -> bool:
        counted["compared"] += 1
        return compare(one, other)

    monkeypatch.setattr(repeats, "_same", counting)
    kept = without_repeats([*things, *things], text=str, moment=lambda _: NOW)
    assert kept == things
    assert counted["compared"] <= 30 * len(things)
