"""What is true now, what happened in a period, and whose days those are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memories.models import Conflict, MemoryUnit
from memories.namespaces import change_settings
from memories.recalling.search import search
from memories.recalling.timewords.periods import asked_in
from memories.recalling.timewords.rest import says_more
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW

DAY = timedelta(days=1)


def say(caller, value, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=NOW).memory.id


def ask(caller, query, **fields):
    return search(caller, SearchInput.model_validate({"query": query, **fields}), now=NOW)


def told(caller, query, **fields):
    return [(hit.memory.value, hit.validity) for hit in ask(caller, query, **fields).results]


def values(caller, query, **fields):
    return [value for value, _ in told(caller, query, **fields)]


PRICES = [
    ("The ferry to the island costs 9 crowns", {"valid_from": NOW - 99 * DAY, "valid_to": NOW - 30 * DAY}, "no_longer"),
    ("A crossing on the island ferry is 12 crowns", {"valid_from": NOW - 30 * DAY, "valid_to": NOW + 60 * DAY}, "now"),
    ("The ferry to the island costs 15 crowns", {"valid_from": NOW + 60 * DAY}, "not_yet"),
    ("去岛上的渡轮票价是九克朗", {"valid_from": NOW - 99 * DAY, "valid_to": NOW - 30 * DAY}, "no_longer"),
    ("岛上渡轮一张票现在要十二克朗", {"valid_from": NOW - 30 * DAY}, "now"),
    ("去岛上的渡轮票价是十五克朗", {"valid_from": NOW + 60 * DAY}, "not_yet"),
]


@pytest.fixture
def prices(caller):
    change_settings(caller, {"judge_on_write": False}, now=NOW)
    for value, fields, _ in PRICES:
        say(caller, value, **fields)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "of"), [("What does the ferry to the island cost?", 0), ("去岛上的渡轮票价是多少？", 3)]
)
def test_what_is_true_now_stands_first_and_the_rest_is_marked(caller, prices, query, of):
    found = told(caller, query)
    validity = {value: how for value, _, how in PRICES}
    assert len(found) >= 3
    assert all(how == validity[value] for value, how in found)
    order = [how == "now" for _, how in found]
    assert order == sorted(order, reverse=True), "what is true now before what is not"
    assert {value for value, _, _ in PRICES[of : of + 3]} <= {value for value, _ in found}


@pytest.mark.django_db
def test_of_another_moment_what_was_true_then_stands_first(caller, prices):
    query = "What does the ferry to the island cost?"
    assert told(caller, query, query_time=NOW + 90 * DAY)[0] == (PRICES[2][0], "now")
    assert told(caller, query, query_time=NOW - 60 * DAY)[0] == (PRICES[0][0], "now")
    assert {how for _, how in told(caller, query, valid_at=NOW - 20 * DAY)} == {"now"}
    # In the period that the question speaks of it was true.
    year = (NOW - 30 * DAY).year
    in_period = ask(caller, f"What did the ferry to the island cost in {year}?").results
    assert PRICES[0][0] in {hit.memory.value for hit in in_period}


@pytest.mark.django_db
def test_a_line_says_from_when_and_until_when(caller, prices):
    text = ask(caller, "What does the ferry to the island cost?", render="text").text or ""
    lines = {value: line for line in text.splitlines() for value, _, _ in PRICES if line.endswith(value)}
    assert f"true until {NOW - 30 * DAY:%Y-%m-%d})" in lines[PRICES[0][0]]
    assert f"true from {NOW + 60 * DAY:%Y-%m-%d})" in lines[PRICES[2][0]]
    assert "from" not in lines[PRICES[1][0]].split(")")[0]


LAST_WEEK = {
    "The roof of the barn was mended": NOW - 7 * DAY,
    "小李把仓库的钥匙交给了老王": NOW - 6 * DAY,
}
OTHERS = {
    "The heifer won a ribbon at the show": NOW - 60 * DAY,
    "Ana was handed the plans of the mill": NOW,
}


@pytest.fixture
def happened(caller):
    for value, moment in (LAST_WEEK | OTHERS).items():
        say(caller, value, occurred_at=moment)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        "what happened last week?",
        "上周发生了什么",
        "what did we do last week",
        "上周我们都做了些什么？",
        "summarize last week",
        "上周",
    ],
)
def test_a_question_about_a_period_alone_finds_what_happened_in_it(caller, happened, query):
    assert set(values(caller, query)) == set(LAST_WEEK)


@pytest.mark.django_db
def test_the_period_may_be_a_filter(caller, happened):
    assert set(values(caller, "what happened?", time_range="last week")) == set(LAST_WEEK)
    assert set(values(caller, "发生了什么？", time_range="上周")) == set(LAST_WEEK)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["what did the dentist say last week?", "上周的音乐会几点开始？", "what happened in 1987?"]
)
def test_a_question_that_asks_for_more_keeps_the_floor(caller, happened, query):
    assert values(caller, query) == []


@pytest.mark.parametrize(
    ("question", "more"),
    [
        ("what happened last week?", False),
        ("anything from last month?", False),
        ("最近7天的总结", False),
        ("昨天聊了什么", False),
        ("给我看看上周的记录", False),
        ("what did Ana say last week?", True),
        ("上周开会讨论了什么", True),
        ("yesterday's lunch", True),
    ],
)
def test_what_a_question_says_besides_its_period(question, more):
    asked = asked_in(question, NOW)
    assert asked is not None
    assert says_more(asked.rest) is more


# 01:00 on the second of March in Shanghai is still the first in UTC.
EARLY = "2026-03-02T01:00:00+08:00"


@pytest.fixture
def two_days(caller):
    say(caller, "The lamp of the yard was lit", occurred_at=datetime(2026, 3, 1, 3, tzinfo=UTC))
    say(caller, "The bell of the yard was rung", occurred_at=datetime(2026, 3, 1, 17, tzinfo=UTC))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("time_range", "found"),
    [
        ("today", "bell"),
        ("yesterday", "lamp"),
        ("今天", "bell"),
        ("昨天", "lamp"),
        ("2026-03-02..2026-03-02", "bell"),
        ({"from": "2026-03-02", "to": "2026-03-02"}, "bell"),
        ({"from": "2026-03-01", "to": "2026-03-01"}, "lamp"),
        ({"to": "2026-03-01"}, "lamp"),
        ({"from": "2026-03-02"}, "bell"),
        ({"from": "2026-03-01T03:00:00Z", "to": "2026-03-01T17:00:00Z"}, "lamp"),
    ],
)
def test_days_are_those_of_who_asks(caller, two_days, time_range, found):
    [value] = values(caller, "what was done in the yard?", time_range=time_range, query_time=EARLY)
    assert found in value


@pytest.mark.django_db
def test_the_words_of_a_question_mean_those_days_too(caller, two_days):
    assert "lamp" in values(caller, "what happened yesterday?", query_time=EARLY)[0]
    assert "bell" in values(caller, "今天发生了什么", query_time=EARLY)[0]


def test_a_range_of_days_that_ends_before_it_begins_is_refused():
    with pytest.raises(ValueError, match="time_range_backwards"):
        SearchInput.model_validate({"query": "x", "time_range": {"from": "2026-03-02", "to": "2026-03-01"}})


@pytest.mark.django_db
def test_what_is_contested_stands_above_what_is_beside_the_point(caller):
    say(caller, "The gateway listens on port 8080", mcp_server="consul")
    say(caller, "The gateway listens on port 9090", mcp_server="kubernetes")
    for value in ("The gateway was painted green", "The harbour office listens to the radio", "The port has a crane"):
        say(caller, value)
    with inside(caller.namespace_id):
        assert Conflict.objects.count() == 1
        MemoryUnit.objects.filter(contested=True).update(confidence=0.75)
    found = ask(caller, "which port does the gateway listen on?").results
    assert [hit.memory.contested for hit in found[:2]] == [True, True]
    assert found[0].scores.confidence > found[0].memory.confidence, "ranked without what the conflict takes"
