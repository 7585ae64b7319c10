"""The three classic tests of a memory: who am I, across sessions, and a value that changed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memories.callers import Caller
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.writing import write
from tests.people import NOW

EARLIER = NOW - timedelta(days=14)
SMALL_TALK = {
    "en": ("The weather has been lovely all week", "The train was late again this morning"),
    "zh": ("这一周天气都很好", "今天早上地铁又晚点了"),
}


def say(caller: Caller, value: str, days: int = 0, session: str = "monday") -> str:
    fields = {"channel": "user_statement", "session_id": session, "tier": "long"}
    return write(caller, MemoryInput(value=value, **fields), now=EARLIER + timedelta(days=days)).outcome


def found(caller: Caller, query: str) -> list[str]:
    return [hit.memory.value for hit in search(caller, SearchInput(query=query), now=NOW).results]


@pytest.mark.parametrize(
    ("language", "statement", "question"),
    [
        ("en", "My name is Zhang San, I do e-commerce", "who am I"),
        ("zh", "我叫张三，做电商", "我是谁"),
        ("en", "My name is Zhang San, I do e-commerce", "what do I do for a living?"),
        ("zh", "我叫张三，做电商", "我是做什么的"),
    ],
)
def test_who_i_am_is_remembered_across_turns(caller: Caller, language: str, statement: str, question: str) -> None:
    say(caller, statement)
    for day, turn in enumerate(SMALL_TALK[language], start=1):
        say(caller, turn, day)
    assert found(caller, question)[:1] == [statement]


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("I am vegetarian and allergic to nuts", "what can I not eat?"),
        ("我吃素，对坚果过敏", "我有什么不能吃"),
        ("My name is Zhang San, I do e-commerce", "who am I"),
        ("我叫张三，做电商", "我是谁"),
    ],
)
def test_another_session_knows_it(caller: Caller, statement: str, question: str) -> None:
    say(caller, statement, session="monday")
    say(caller, "This is a new conversation", 3, session="thursday")
    assert found(caller, question)[:1] == [statement]


@pytest.mark.parametrize(
    ("values", "question"),
    [
        (("My budget is $5,000", "My budget is now $8,000", "I raised my budget to $9,500"), "what is my budget?"),
        (("我的预算是5万", "预算改成8万了", "预算涨到9万5了"), "我的预算是多少"),
        (("My budget is 50k yuan", "预算改成8万了"), "我的预算是多少"),
    ],
)
def test_a_changed_budget_answers_with_the_newest_value_alone(
    caller: Caller, values: tuple[str, ...], question: str
) -> None:
    outcomes = [say(caller, value, day, session=f"day-{day}") for day, value in enumerate(values)]
    assert outcomes == ["created", *["superseded"] * (len(values) - 1)]
    assert found(caller, question) == [values[-1]]
