"""Names, people and actions in a text, in both languages: precision before recall."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.extracting import action_of, entities_of, participants_of
from memories.extracting.entities import LONGEST_ENTITY, MOST_ENTITIES
from tests.memories.extracting.tables import half, rows

TABLES = ("entities_en", "entities_zh", "entities_fresh_en", "entities_fresh_zh")
NAMEFUL = st.text(alphabet="AbŻé张三李和、，,. 公司在@#/_-:1.v[]\"《》‘'\n\x00\ud800😀", max_size=200)


def _names(cell: str) -> set[str]:
    return {name for name in cell.split("; ") if name}


@pytest.mark.parametrize(
    ("language", "precision", "recall"),
    [("en", 0.93, 0.90), ("zh", 0.93, 0.88)],
)
def test_it_finds_the_names_and_little_else(language: str, precision: float, recall: float) -> None:
    """Run with -s to read the misses and the figures by half."""
    found = wanted = right = 0
    report = []
    for table in (table for table in TABLES if table.endswith(language)):
        counts = {"tuning": [0, 0, 0], "blind": [0, 0, 0]}
        for text, cell in rows(table):
            want, got = _names(cell), set(entities_of(text))
            count = counts[half(text)]
            count[0], count[1], count[2] = count[0] + len(want & got), count[1] + len(got), count[2] + len(want)
            if want != got:
                report.append(f"{table} {half(text)}: {sorted(want)}, not {sorted(got)}: {text}")
        report += [f"{table} {part}: precision {r}/{f}, recall {r}/{w}" for part, (r, f, w) in counts.items()]
        right += sum(count[0] for count in counts.values())
        found += sum(count[1] for count in counts.values())
        wanted += sum(count[2] for count in counts.values())
    sys.stdout.write("\n".join(["", *report, ""]))
    assert right / found >= precision
    assert right / wanted >= recall


def test_there_are_rows_enough() -> None:
    assert all(len(rows(table)) >= 40 for table in TABLES[:2])


def test_people_who_take_part() -> None:
    missed = [text for text, cell in rows("participants") if set(participants_of(text)) != _names(cell)]
    assert len(missed) <= 1, missed


def test_actions() -> None:
    missed = [text for text, tool, action in rows("actions") if action_of(text, tool) != action]
    assert len(missed) <= 1, missed


@pytest.mark.parametrize(
    "text", ["Ask [PHONE#a41c09f2] or [EMAIL#00ff00ff] about it", "联系[PHONE#a41c09f2]和[ID_CARD#12ab34cd]"]
)
def test_a_mask_is_no_name(text: str) -> None:
    assert entities_of(text) == []
    assert participants_of(text) == []


def test_a_path_that_a_mask_cuts_is_none_and_a_name_beside_one_is() -> None:
    assert entities_of("GET /api/[API_KEY#12ab34cd] failed") == []
    assert entities_of("请联系李雷[PHONE#a41c09f2]") == ["李雷"]


@pytest.mark.parametrize(
    "text",
    ["On Monday we rest", "I am here", "Everything works. Nothing else.", "In May it rains", "今天周一", "我们都很好"],
)
def test_ordinary_words_are_no_names(text: str) -> None:
    assert entities_of(text) == []


def test_names_keep_their_order_and_come_once() -> None:
    assert entities_of("We moved from Redis to Valkey, since Redis changed its licence") == ["Redis", "Valkey"]
    assert entities_of("从Redis换到Valkey，因为Redis改了许可") == ["Redis", "Valkey"]
    assert len(entities_of(" ".join(f"x{n}_y" for n in range(40)))) == MOST_ENTITIES


def test_a_tool_tells_the_action_before_the_text() -> None:
    assert action_of("searched for the order", "refund_payment") == "refund"
    assert action_of("searched for the order", "toolbox") == "search"


@given(st.one_of(st.text(max_size=300), NAMEFUL))
def test_what_is_found_stands_in_the_text(text: str) -> None:
    for found in (entities_of(text), participants_of(text)):
        assert len(found) <= MOST_ENTITIES
        assert len(set(found)) == len(found)
        assert all(name and name in text and len(name) <= LONGEST_ENTITY for name in found)


@given(st.text(max_size=300), st.text(max_size=60))
def test_an_action_is_one_word_or_none(text: str, tool: str) -> None:
    action = action_of(text, tool)
    assert action == "" or (action.isascii() and action.isalpha() and action.islower())
