"""Reading what a model said, without a network."""

from __future__ import annotations

import json
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.judges.answer import SCHEMA, read_verdicts
from review.llm.completions import read_completion
from tests.review.llm_server import one

A, B = uuid4(), uuid4()
IDS = {"1aa": A, "2bb": B}


def read(value: object) -> dict[UUID, tuple[str, float]]:
    text = value if isinstance(value, str) else json.dumps(value)
    return {pair: (opinion.label, opinion.confidence) for pair, opinion in read_verdicts(text, IDS).items()}


def test_the_reason_comes_before_the_label():
    wanted = SCHEMA["properties"]["verdicts"]["items"]["required"]
    assert wanted.index("reason") < wanted.index("label") < wanted.index("confidence")


@pytest.mark.parametrize(
    "value",
    [
        {"verdicts": [one("1aa", "same", 0.8)]},
        [one("1aa", "same", 0.8)],
        one("1aa", "same", 0.8),
        {"verdicts": one("1aa", "same", 0.8)},
        {"verdicts": [one(" 1AA", " Same ", "0.8")], "note": "more"},
        '<think>{"verdicts": ['
        + json.dumps(one("1aa", "changed"))
        + "]} no</think>"
        + json.dumps(one("1aa", "same", 0.8)),
        "```json\n" + json.dumps({"verdicts": [one("1aa", "same", 0.8)]}) + "\n```",
        "{{ } {" + json.dumps(one("1aa", "same", 0.8)) + "} {",
        "[" + json.dumps(one("1aa", "same", 0.8)) + ", {",
    ],
)
def test_shapes_that_hold_a_verdict(value: object):
    assert read(value) == {A: ("same", 0.8)}


@pytest.mark.parametrize(
    "broken",
    [
        one("1aa", "maybe"),
        one("1aa", confidence=1.2),
        one("1aa", confidence=-0.1),
        one("1aa", confidence=True),
        one("1aa", confidence=None),
        one("1aa", confidence=float("nan")),
        one("1aa", reason=""),
        {"id": "1aa", "label": "same", "confidence": 0.9},
        {"id": 1, "reason": "x", "label": "same", "confidence": 0.9},
        one("3cc"),
        "same",
        None,
        7,
        [[one("1aa")]],
    ],
)
def test_one_broken_verdict_does_not_spoil_the_next(broken: object):
    assert read({"verdicts": [broken, one("2bb", "changed", 0.75)]}) == {B: ("changed", 0.75)}


def test_a_repeated_verdict_counts_once_and_a_torn_one_not_at_all():
    assert read([one("1aa", "same", 0.9), one("1aa", "same", 0.8)]) == {A: ("same", 0.9)}
    assert read([one("1aa", "same"), one("1aa", "changed"), one("1aa", "same"), one("2bb", "same", 1)]) == {
        B: ("same", 1.0)
    }


def test_a_reason_can_be_stored():
    text = '{"id": "1aa", "reason": "a\\u0000b \\ud800 ' + "x" * 5000 + '", "label": "same", "confidence": 1}'
    reason = read_verdicts(text, IDS)[A].reason
    assert reason.startswith("ab ? xx")
    assert len(reason) == 600
    assert reason.encode()


@given(st.text() | st.text(alphabet='{}[]",:\\ 1aabel'))
def test_anything_may_be_said(text: str):
    assert read_verdicts(text, IDS) == {}


@given(st.integers(min_value=0, max_value=200))
def test_an_answer_may_be_cut_anywhere(kept: int):
    text = json.dumps({"verdicts": [one("1aa", "same"), one("2bb", "same")]})
    found = read_verdicts(text[:kept], IDS)
    assert set(found) <= {A, B}
    assert (A in found) is (kept >= text.index("}") + 1)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, '{"verdicts":' * 3000, "{" * 100_000])
def test_deep_nesting_ends(deep: str):
    assert read_verdicts(deep, IDS) == {}
    assert read_completion(deep.encode()).used is None


@pytest.mark.parametrize(
    ("usage", "used"),
    [
        ({"total_tokens": 12}, 12),
        ({"prompt_tokens": 5, "completion_tokens": 4}, 9),
        ({"total_tokens": 3, "prompt_tokens": 5, "completion_tokens": 4}, 9),
        ({"total_tokens": 10**15}, 2**31 - 1),
        ({"total_tokens": True}, None),
        ({"total_tokens": 1.5}, None),
        (None, None),
        ("many", None),
    ],
)
def test_usage(usage: object, used: int | None):
    assert read_completion(json.dumps({"choices": [], "usage": usage}).encode()).used == used


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"", ""),
        (b"<html>", ""),
        (b"\xff\xfe\x00", ""),
        (b"[]", ""),
        (b'{"choices": {}}', ""),
        (b'{"choices": [{"message": {"content": null, "refusal": "no"}}]}', ""),
        (b'{"choices": [{"message": {"content": "yes"}}]}', "yes"),
        (b'{"choices": [{"message": {"content": [{"type": "text", "text": "y"}, {"text": "es"}, 1]}}]}', "yes"),
    ],
)
def test_completions(body: bytes, text: str):
    assert read_completion(body).text == text
