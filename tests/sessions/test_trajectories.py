"""A recorded run: if it failed nothing is long-term; if it succeeded, short units with tool, arguments and result."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.callers import Caller
from memories.extracting.phases import Step
from memories.extracting.trajectory import distil, record
from memories.models import MemoryUnit, MemoryVersion, Session, Source, Turn
from memories.namespaces import ensure_namespace
from memories.recalling.search import search
from memories.shapes.searching import SearchInput
from memories.walls import inside
from sessions.recordings import TrajectoryInput
from sessions.statements import content_of, read_where
from sessions.trajectories import record_run
from tests.people import NOW

THOUGHT = "Hmm, wait. The user seems angry and I should look at the order before anything else."

RUNS: dict[str, dict[str, Any]] = {
    "en": {
        "task": "refund order 4411",
        "agent": "order_agent",
        "steps": [
            {"thought": THOUGHT, "tool": "get_order", "arguments": {"order_id": "4411"}, "result": {"paid": 30}},
            {"decision": "Refund to the card because the wallet is closed"},
            {"tool": "create_refund", "arguments": {"order_id": "4411", "amount": 50}, "error": "amount exceeds paid"},
            {
                "thought": "Okay so the amount was too high. Lesson: the refund may not exceed what was paid.",
                "tool": "create_refund",
                "arguments": {"order_id": "4411", "amount": 30},
                "result": {"status": "refunded", "refund_id": "R-9"},
            },
            {"tool": "get_order", "arguments": {"order_id": "4411"}, "observation": {"state": "refunded"}},
        ],
    },
    "zh": {
        "task": "给订单4411退款",
        "agent": "售后助手",
        "steps": [
            {
                "thought": "嗯，让我想想，先查订单。",
                "tool": "查询订单",
                "arguments": {"订单": "4411"},
                "result": {"已付": 30},
            },
            {"decision": "退到银行卡，因为钱包已关闭"},
            {"tool": "创建退款", "arguments": {"订单": "4411", "金额": 50}, "error": "金额超过已付"},
            {
                "thought": "金额太高了。教训：退款不能超过已付金额。",
                "tool": "创建退款",
                "arguments": {"订单": "4411", "金额": 30},
                "result": {"状态": "已退款", "编号": "R-9"},
            },
            {"tool": "查询订单", "arguments": {"订单": "4411"}, "observation": {"状态": "已退款"}},
        ],
    },
}


def run(caller: Caller, language: str, success: bool | None, **more: Any) -> Any:
    body = TrajectoryInput.model_validate({**RUNS[language], "success": success, **more})
    return record_run(caller, body, now=NOW)


@pytest.mark.parametrize("language", RUNS)
@pytest.mark.parametrize("success", [False, None])
def test_a_run_that_did_not_succeed_leaves_nothing(caller: Caller, language: str, success: bool | None):
    answer = run(caller, language, success)
    assert answer.memories == []
    assert sum(answer.dropped.values()) == 5
    with inside(caller.namespace_id):
        assert not MemoryUnit.objects.exists()
        assert Turn.objects.count() == 5
    assert search(caller, SearchInput(query="refund 退款 4411"), now=NOW).results == []


@pytest.mark.parametrize("language", RUNS)
def test_the_same_run_succeeding_leaves_short_units(caller: Caller, language: str):
    answer = run(caller, language, True)
    values = [one.memory.value for one in answer.memories]
    steps = RUNS[language]["steps"]
    act = next(value for value in values if value.startswith(steps[3]["tool"]) and "✗" not in value)
    for part in [*steps[3]["arguments"].values(), *steps[3]["result"].values()]:
        assert str(part) in act
    assert all(len(value) <= 200 for value in values)
    assert all(one.memory.tier == "long" and one.memory.success for one in answer.memories)
    assert steps[1]["decision"] in values
    decided = next(one.memory for one in answer.memories if one.memory.value == steps[1]["decision"])
    assert decided.decision
    assert decided.kind == "inference"
    assert any("✗" in value and steps[2]["error"] in value for value in values)
    assert [(phase.phase, phase.steps) for phase in answer.phases] == [
        ("gather", [1]),
        ("decide", [2]),
        ("act", [3, 4]),
        ("verify", [5]),
    ]
    for one in answer.memories:
        assert one.memory.key.startswith("order_agent." if language == "en" else "售后助手.")
        assert RUNS[language]["task"] in one.memory.query
    found = search(caller, SearchInput(query=RUNS[language]["task"]), now=NOW).results
    assert "4411" in found[0].memory.value


@pytest.mark.parametrize("language", RUNS)
def test_thoughts_are_stored_nowhere_but_their_lesson_is(caller: Caller, database: Any, language: str):
    answer = run(caller, language, True)
    with inside(caller.namespace_id):
        turns = {turn.number: content_of(turn) for turn in Turn.objects.all()}
        everything = json.dumps(
            [
                *turns.values(),
                *MemoryUnit.objects.values_list("value", flat=True),
                *MemoryVersion.objects.values_list("value", flat=True),
            ],
            ensure_ascii=False,
        )
    for thought in ("angry", "Okay so", "让我想想", "金额太高了"):
        assert thought not in everything
    lesson = "the refund may not exceed what was paid" if language == "en" else "退款不能超过已付金额"
    kept = [one.memory for one in answer.memories if lesson in one.memory.value]
    assert len(kept) == 1
    assert "lesson" in kept[0].tags


def test_every_unit_points_at_the_place_in_its_step(caller: Caller):
    answer = run(caller, "en", True)
    with inside(caller.namespace_id):
        turns = {turn.number: content_of(turn) for turn in Turn.objects.all()}
        for one in answer.memories:
            source = Source.objects.get(pk=one.memory.source_id)
            number, span = read_where(source.raw_ref)
            assert number is not None
            assert span is not None
            place = turns[number][slice(*span)]
            tool = source.mcp_server
            assert place.startswith(f"{tool}\narguments: ") if tool else place == one.memory.value


def test_lessons_of_a_failure_are_kept_where_the_namespace_wants_them(caller: Caller):
    space = ensure_namespace("team")
    space.preferences = {"keep_lessons": True}
    space.save()
    answer = run(caller, "en", False)
    assert [one.memory.value for one in answer.memories] == ["Lesson: the refund may not exceed what was paid"]
    assert answer.memories[0].memory.success is False


def test_the_same_key_records_once(caller: Caller):
    first = run(caller, "en", True, idempotency_key="k1")
    again = run(caller, "en", True, idempotency_key="k1")
    assert (again.id, [one.memory.id for one in again.memories]) == (
        first.id,
        [one.memory.id for one in first.memories],
    )
    with inside(caller.namespace_id):
        assert Session.objects.count() == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
STEPS = st.builds(
    Step,
    number=st.just(0),
    tool=st.sampled_from(["", "get_order", "create_refund", "验证结果", "x" * 200]) | st.text(max_size=30),
    arguments=JSON,
    result=JSON,
    error=st.sampled_from(["", "timed out"]) | st.text(max_size=300),
    decision=st.text(max_size=300),
    thought=st.sampled_from(["", THOUGHT, "I chose the card because the wallet is closed."]) | st.text(max_size=300),
)


@given(st.lists(STEPS, max_size=6), st.text(max_size=80), st.text(max_size=30))
def test_whatever_a_run_holds_its_units_are_short_and_stand_in_their_steps(steps: list[Step], task: str, agent: str):
    recorded = [record(replace(step, number=number)) for number, step in enumerate(steps, start=1)]
    distilled = distil(recorded, task=task, agent=agent)
    assert sorted(number for _, numbers in distilled.phases for number in numbers) == list(range(1, len(steps) + 1))
    for unit in distilled.units:
        content = recorded[unit.step - 1].content
        assert 0 < len(unit.text) <= 200
        assert 0 <= unit.span.start < unit.span.end <= len(content)
        assert len(unit.key) <= 200
        if unit.kind == "decision":
            assert unit.span.of(content) == unit.text.removesuffix("…")
    for one in recorded:
        assert THOUGHT not in one.content


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("Orion Ltd services the Bittern pump", "Call Orion because memory says so"),
        ("猎户座公司维护水泵", "联系猎户座，因为记忆里说由他们维护"),
    ],
)
def test_what_a_run_recalled_is_not_stored_again(caller: Caller, answer: str, why: str):
    steps = [
        {
            "tool": "memory_search",
            "arguments": {"query": "pump"},
            "result": {"results": [{"memory": {"value": answer}}]},
        },
        {"decision": why},
    ]
    body = TrajectoryInput.model_validate({"task": "pump", "success": True, "steps": steps})
    got = record_run(caller, body, now=NOW)
    assert got.memories == []
    assert got.dropped["recalled"] == 1
