"""Keys and queries that stand in for those a writer leaves out."""

import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.extracting import Defaults, defaults_of, entities_of
from memories.extracting.defaults import LONGEST_KEY, LONGEST_QUERY
from memories.judging.values import find_values
from tests.memories.extracting.tables import half, rows

TABLES = ("queries_en", "queries_zh", "queries_fresh_en", "queries_fresh_zh")


def _defaults(value: str = "", **given_fields: Any) -> Defaults:
    fields = {"subject": "", "attribute": "", "action_type": "", "tool": "", "task_id": "", "entities": []}
    return defaults_of(value=value, **(fields | given_fields))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_queries_are_the_questions_that_values_answer(language: str) -> None:
    """Run with -s to read the misses and the figures by half."""
    right = total = invented = 0
    report = []
    for table in (table for table in TABLES if table.endswith(language)):
        counts = {"tuning": [0, 0], "blind": [0, 0]}
        for value, subject, attribute, query in rows(table):
            got = _defaults(value, subject=subject, attribute=attribute, entities=entities_of(value)).query
            count = counts[half(value)]
            count[0], count[1] = count[0] + (got == query), count[1] + 1
            invented += bool(got) and not query
            if got != query:
                report.append(f"{table} {half(value)}: {query!r}, not {got!r}: {value}")
        report += [f"{table} {part}: {r} of {n}" for part, (r, n) in counts.items()]
        right, total = right + sum(c[0] for c in counts.values()), total + sum(c[1] for c in counts.values())
    sys.stdout.write("\n".join(["", *report, ""]))
    assert right / total >= 0.93
    assert invented == 0


def test_there_are_rows_enough() -> None:
    assert all(len(rows(table)) >= 25 for table in TABLES)


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"subject": "alice", "attribute": "preferred_test_framework"}, "alice.preferred_test_framework"),
        ({"subject": "order_agent", "action_type": "refund"}, "order_agent.refund"),
        ({"tool": "order_agent", "action_type": "refund"}, "order_agent.refund"),
        ({"task_id": "task-77", "action_type": "deploy"}, "task-77.deploy"),
        ({"subject": "张三", "attribute": "测试框架"}, "张三.测试框架"),
        ({"subject": "a.b c", "attribute": "home city"}, "a_b_c.home_city"),
        ({"subject": "alice"}, ""),
        ({"attribute": "colour"}, ""),
        ({"action_type": "refund"}, ""),
        ({"tool": "refund", "action_type": "refund"}, ""),
        ({"subject": "[PHONE#a41c09f2]", "attribute": "plan"}, ""),
        ({"subject": "...", "attribute": "plan"}, ""),
    ],
)
def test_a_key_says_whose_memory_and_which_scene(fields: dict[str, str], key: str) -> None:
    assert _defaults("anything", **fields).key == key


def test_a_failure_asks_for_what_went_wrong_with_the_tool() -> None:
    assert _defaults("It failed twice", tool="orders.refund").query == "What went wrong with orders.refund?"
    assert _defaults("连续两次超时", tool="退款接口").query == "退款接口出了什么问题？"
    assert _defaults("It failed twice").query == ""


def test_the_classic_three_words() -> None:
    assert _defaults("My name is Zhang San, I do e-commerce").query == "Who am I? What is my name?"
    assert _defaults("我叫张三，做电商").query == "我是谁？我叫什么名字？"


@pytest.mark.parametrize("table", TABLES)
def test_a_query_never_holds_the_answer(table: str) -> None:
    for value, subject, attribute, _ in rows(table):
        query = _defaults(value, subject=subject, attribute=attribute).query
        told = {found.amount for found in find_values(value.lower())}
        asked = {found.amount for found in find_values(query.lower())}
        assert not told & asked, query


TEXTS = st.one_of(
    st.text(max_size=300), st.text(alphabet="我叫住在喜欢的是预算 my name is Iliveprefor,.，。\n{}", max_size=200)
)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_any_text_gives_defaults_within_their_limits(value: str, subject: str, attribute: str, tool: str) -> None:
    found = _defaults(value, subject=subject, attribute=attribute, tool=tool, action_type="refund", entities=[tool])
    assert len(found.key) <= LONGEST_KEY
    assert len(found.query) <= LONGEST_QUERY
    assert "\n" not in found.key + found.query


def test_an_entity_without_a_name_asks_nothing() -> None:
    assert _defaults("Lesson learned", entities=[""]).query == ""
