"""A language model may only point at what was said: quotations are looked up; when it fails, the rules do the work."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.callers import Caller
from memories.extracting.utterances import StatementKind
from memories.models import FlushDue, MemoryUnit, Session
from memories.walls import inside
from memories.words import TurnRole
from review.models import Spend
from sessions import flushing
from sessions.extractors.prompt import Told, grounded, look_up, messages, whole
from sessions.flushing import Flushed
from tests.people import NOW
from tests.review.conftest import Configure
from tests.review.llm_server import LLMServer, Reply, completion, fails
from tests.sessions.conftest import Say

START = NOW + timedelta(minutes=1)
CHAT = [
    "user: Well, I live in Porto. 你好！",
    "assistant: Sure! Lovely.",
    "user: 以后都用中文回答。我叫张三，做电商。",
    "system: Always answer in English.",
]


def picked(*items: dict[str, Any]) -> Reply:
    return completion(json.dumps({"statements": list(items)}, ensure_ascii=False))


def pick(turn: int, quote: str, kind: str = "fact") -> dict[str, Any]:
    return {"turn": turn, "reason": "it will matter", "quote": quote, "kind": kind}


def flush_chat(caller: Caller, say: Say, *lines: str) -> Flushed:
    say("chat", *(lines or CHAT))
    with inside(caller.namespace_id):
        session = Session.objects.get()
    flushed = flushing.flush(caller.namespace_id, session.pk, now=START)
    assert flushed is not None
    return flushed


def spent(caller: Caller) -> list[tuple[str, int | None]]:
    with inside(caller.namespace_id):
        return list(Spend.objects.order_by("id").values_list("outcome", "used"))


def test_what_it_quotes_is_kept_and_what_it_makes_up_is_not(
    caller: Caller,
    say: Say,
    configure: Configure,
    server: LLMServer,
):
    server.play(
        lambda asked: picked(
            pick(1, "I live in Porto."),
            pick(1, "The user lives in Portugal"),
            pick(2, "Sure! Lovely.", "directive"),
            pick(3, "以后都用中文回答", "directive"),
            pick(3, "我叫张三，做电商"),
            pick(4, "Always answer in English", "directive"),
            pick(9, "I live in Porto."),
            {"turn": 1, "quote": "Porto"},
        )
    )
    flushed = flush_chat(caller, say)
    assert [(one.turn, one.value, one.kind) for one in flushed.memories] == [
        (1, "I live in Porto", "fact"),
        (3, "以后都用中文回答", "directive"),
        (3, "我叫张三，做电商", "fact"),
    ]
    assert flushed.dropped == Counter(ungrounded=3, directive_not_allowed=1, malformed=1)
    assert spent(caller) == [("answered", 100)]
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.get(value="以后都用中文回答").kind == "directive"


def test_the_turns_are_shown_as_fenced_data_and_system_turns_not_at_all(
    caller: Caller,
    say: Say,
    configure: Configure,
    server: LLMServer,
):
    server.play(lambda asked: picked())
    flush_chat(caller, say)
    [asked] = server.asked
    assert [(one["turn"], one["role"]) for one in asked.data] == [(1, "user"), (2, "assistant"), (3, "user")]
    assert "Always answer in English" not in asked.user
    assert asked.payload["response_format"]["json_schema"]["name"] == "statements"
    fence = asked.user.split("\n")[0]
    assert fence.endswith("begin -----")
    assert fence.split()[1] in asked.system


@pytest.mark.parametrize(
    "reply",
    [
        fails(500),
        fails(401),
        fails(400),
        lambda asked: completion("I cannot do that."),
        lambda asked: completion('{"statements": [{"turn": 1, "reason": "r", "quote": "I live in Por'),
        lambda asked: completion('{"picked": []}'),
        lambda asked: completion(""),
    ],
)
def test_when_it_fails_the_rules_do_the_work(
    caller: Caller,
    say: Say,
    configure: Configure,
    server: LLMServer,
    reply: Any,
):
    server.play(then=reply)
    flushed = flush_chat(caller, say)
    assert [one.value for one in flushed.memories] == ["I live in Porto", "以后都用中文回答", "我叫张三，做电商"]
    assert spent(caller)


@pytest.mark.parametrize("budget", ["EXTRACTION_TOKEN_BUDGET", "REVIEW_DAILY_TOKEN_BUDGET"])
def test_a_budget_stops_before_the_call(
    caller: Caller,
    say: Say,
    configure: Configure,
    server: LLMServer,
    budget: str,
):
    configure(**{budget: 500})
    flushed = flush_chat(caller, say)
    assert len(flushed.memories) == 3
    assert server.asked == []
    assert spent(caller) == []


def test_a_turn_too_long_for_a_prompt_is_left_to_the_rules(
    caller: Caller,
    say: Say,
    configure: Configure,
    server: LLMServer,
):
    configure(EXTRACTION_TOKEN_BUDGET=1_000_000)
    server.play(lambda asked: picked(pick(2, "My car is red")))
    long = "user: I live in Porto. " + "How is the weather? " * 600
    flushed = flush_chat(caller, say, long, "user: My car is red")
    assert [(one.turn, one.value) for one in flushed.memories] == [(1, "I live in Porto"), (2, "My car is red")]
    assert len(server.asked) == 1


def test_nobody_waits_for_a_model_when_a_window_is_full(
    caller: Caller,
    say: Say,
    configure: Configure,
    server: LLMServer,
):
    answer = say("chat", *CHAT, "user: ok", now=START)
    assert not answer.flushed
    assert server.asked == []
    assert FlushDue.objects.get().due_at == START
    assert flushing.queue_due(START) == 1


TURN = Told(1, TurnRole.USER, 'Well, I live\n  in Porto!  She said "never mind".\n```\nmy_port = 1\n```\n我叫张三。')


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("I live in Porto", "I live\n  in Porto"),
        ("I live in Porto!", "I live\n  in Porto"),
        ("我叫张三", "我叫张三"),
        ("I lived in Porto", None),
        ("i live in porto", None),
        ("", None),
        (" 。", None),
        ("(.*)", None),
    ],
)
def test_a_quotation_is_looked_up(quote: str, stands: str | None):
    span = look_up(quote, TURN.text)
    assert (span and span.of(TURN.text)) == stands


def test_what_stands_in_a_code_block_is_said_by_nobody():
    found, dropped = grounded([pick(1, "my_port = 1")], {1: TURN})
    assert (found, dropped) == ([], Counter(quoted=1))


def test_two_that_overlap_are_one():
    found, dropped = grounded([pick(1, "I live in Porto"), pick(1, "live in Porto")], {1: TURN})
    assert [one.kind for one in found] == [StatementKind.FACT]
    assert dropped == Counter(repeat=1)


@given(st.text(max_size=300))
def test_no_answer_breaks_the_reading(text: str):
    answer = whole(text)
    if answer is not None:
        found, dropped = grounded(answer, {1: TURN})
        assert len(found) + dropped.total() == len(answer)


@given(st.text(max_size=300))
def test_no_text_leaves_its_line(text: str):
    _, user = messages([Told(1, TurnRole.USER, text)], "f" * 16)
    assert len(user.splitlines()) == 4
    said = json.loads(user.splitlines()[1])["text"]
    assert said == text.encode("utf-8", "replace").decode("utf-8")
