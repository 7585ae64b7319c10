"""A five-turn chat with a preference, a correction and small talk, in both languages: what lasts and what does not."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from memories.callers import Caller
from memories.models import MemoryUnit, Relation, Session
from memories.recalling.search import search
from memories.shapes.searching import SearchInput
from memories.walls import inside
from sessions.ending import end
from sessions.flushing import flush
from sessions.shapes import EndInput
from tests.people import NOW
from tests.sessions.conftest import Say

LATER = NOW + timedelta(minutes=5)

CHATS = {
    "en": (
        [
            "user: Hi there! My name is Zhang San, I do e-commerce.",
            "user: I prefer short answers with a table. Can you suggest a layout for my shop page?",
            "assistant: Sure! Here are some ideas for your page. I have created ticket SHOP-12 for the new layout.",
            "user: The launch meeting is on Thursday.",
            "user: No, the launch meeting is on Friday, not Thursday. Thanks a lot, you are great!",
        ],
        {
            "My name is Zhang San, I do e-commerce",
            "I prefer short answers with a table",
            "the launch meeting is on Friday, not Thursday",
        },
        "I have created ticket SHOP-12 for the new layout",
        "The launch meeting is on Thursday",
        "who am I",
    ),
    "zh": (
        [
            "user: 你好！我叫张三，做电商。",
            "user: 我更喜欢简短的回答，最好有表格。能帮我想想店铺页面怎么排吗？",
            "assistant: 当然可以。以下是几点建议。我已经为新页面建了工单SHOP-12。",
            "user: 发布会在周四。",
            "user: 不对，发布会在周五，不是周四。谢谢，你太棒了！",
        ],
        {"我叫张三，做电商", "我更喜欢简短的回答，最好有表格", "发布会在周五，不是周四"},
        "我已经为新页面建了工单SHOP-12",
        "发布会在周四",
        "我是谁",
    ),
}


def current(caller: Caller, tier: str) -> set[str]:
    with inside(caller.namespace_id):
        return set(MemoryUnit.objects.filter(state="active", tier=tier).values_list("value", flat=True))


@pytest.mark.parametrize("language", CHATS)
@pytest.mark.parametrize("success", [True, False, None])
def test_what_of_five_turns_lasts(caller: Caller, say: Say, language: str, success: bool | None):
    turns, lasting, done, outdated, question = CHATS[language]
    appended = say("chat", *turns)
    assert appended.flushed
    assert lasting | {done} == current(caller, "working")
    assert current(caller, "long") == set()
    answer = end(caller, "chat", EndInput(success=success), now=LATER)
    expected = lasting | {done} if success else lasting
    assert {one.value for one in answer.memories} == expected
    assert current(caller, "long") == expected
    assert current(caller, "working") == set()
    with inside(caller.namespace_id):
        old = MemoryUnit.objects.get(value=outdated, state="superseded")
        assert old.tier == "working"
        archived = MemoryUnit.objects.filter(value=done, state="archived")
        assert archived.count() == 1
        # Each points at the working unit that it came from.
        assert Relation.objects.filter(type="derived_from").count() == len(expected)
    found = search(caller, SearchInput(query=question), now=LATER).results
    assert "Zhang San" in found[0].memory.value or "张三" in found[0].memory.value


def test_where_each_statement_stands(caller: Caller, say: Say):
    turns, lasting, _, _, _ = CHATS["zh"]
    appended = say("chat", *turns)
    contents = [line.partition(": ")[2] for line in turns]
    for one in appended.memories:
        assert one.turn is not None
        assert one.span is not None
        assert contents[one.turn - 1][slice(*one.span)] == one.value
    ended = end(caller, "chat", EndInput(success=None), now=LATER)
    assert {contents[(one.turn or 0) - 1][slice(*(one.span or (0, 0)))] for one in ended.memories} == lasting


@pytest.mark.parametrize(
    ("turns", "kept"),
    [
        (
            ["user: The meeting is on Thursday.", "assistant: Noted!", "user: No, it's on Friday."],
            "The meeting is on Thursday; No, it's on Friday",
        ),
        (["user: 会议在周四。", "assistant: 好的。", "user: 不对，是周五。"], "会议在周四；不对，是周五"),
        (["user: 会议在周四。不对，是周五。", "user: 嗯"], "会议在周四；不对，是周五"),
    ],
)
def test_a_correction_that_says_only_what_is_right_takes_along_what_it_corrects(
    caller: Caller, say: Say, turns: list[str], kept: str
):
    say("chat", *turns)
    answer = end(caller, "chat", EndInput(), now=LATER)
    assert [one.value for one in answer.memories] == [kept]
    with inside(caller.namespace_id):
        reference = json.loads(MemoryUnit.objects.filter(tier="long").get().source.raw_ref or "")
    contents = [line.partition(": ")[2] for line in turns]
    places = [reference["corrects"], reference]
    parts = [contents[place["turn"] - 1][slice(*place["span"])] for place in places]
    assert kept in (f"{parts[0]}; {parts[1]}", f"{parts[0]}；{parts[1]}")


def test_a_correction_of_nothing_is_kept_as_it_is(caller: Caller, say: Say):
    say("chat", "user: 不对，是周五。")
    assert [one.value for one in end(caller, "chat", EndInput(), now=LATER).memories] == ["不对，是周五"]


CORRECTED = [
    ("周会在周一。", "不对，周二。", "周会在周一；不对，周二"),
    ("周会在周一。", "说错了，周二。", "周会在周一；说错了，周二"),
    ("我的预算是5万。", "哦不，8万。", "我的预算是5万；哦不，8万"),
    ("我的航班9点起飞。", "不是9点，是10点。", "我的航班9点起飞；不是9点，是10点"),
    ("My flight is at 9.", "Sorry, 10.", "My flight is at 9; Sorry, 10"),
    ("My flight is at 9.", "No wait, 10.", "My flight is at 9; No wait, 10"),
    ("The launch is on Thursday.", "No, Friday.", "The launch is on Thursday; No, Friday"),
    ("The launch is on Thursday.", "Sorry, I meant Friday.", "The launch is on Thursday; Sorry, I meant Friday"),
    (
        "The launch is on Thursday.",
        "Actually, make that Friday.",
        "The launch is on Thursday; Actually, make that Friday",
    ),
    ("My budget is 5k.", "Correction: 8k.", "My budget is 5k; Correction: 8k"),
]


@pytest.mark.parametrize(("first", "then", "kept"), CORRECTED)
@pytest.mark.parametrize("windows", [1, 2])
def test_a_bare_value_corrects_what_was_said_before_it(
    caller: Caller, say: Say, first: str, then: str, kept: str, windows: int
):
    said = say("chat", f"user: {first}")
    if windows == 2:
        with inside(caller.namespace_id):
            session = Session.objects.get(name=said.session_id)
        assert flush(caller.namespace_id, session.pk, now=NOW + timedelta(minutes=2)) is not None
    say("chat", "assistant: Noted!", f"user: {then}", now=NOW + timedelta(minutes=3))
    answer = end(caller, "chat", EndInput(), now=LATER)
    assert [one.value for one in answer.memories] == [kept]
    assert current(caller, "long") == {kept}
    assert current(caller, "working") == set()


@pytest.mark.parametrize("text", ["No, Friday.", "不对，周二。", "No, thanks.", "Sorry, what?"])
def test_a_bare_value_that_corrects_nothing_is_no_memory(caller: Caller, say: Say, text: str):
    say("chat", f"user: {text}")
    assert end(caller, "chat", EndInput(), now=LATER).memories == []
