"""What a hostile tester found: facts of other people made contested, a comparison retired, values left side by side,
repeats in another case kept apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest

from memories.callers import Caller
from memories.gate import batching
from memories.models import Conflict, JudgedPair, MemoryUnit
from memories.overlap import naming_text
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.writing import write, write_batch
from review.candidates import drop_stale
from tests.people import NOW

Said = tuple[str, str]


def _input(said: Said) -> MemoryInput:
    return MemoryInput(value=said[0], subject=said[1], channel="user_statement")


def one_by_one(caller: Caller, items: Sequence[Said]) -> None:
    for day, said in enumerate(items):
        write(caller, _input(said), now=NOW + timedelta(days=day))


def at_once(caller: Caller, items: Sequence[Said]) -> None:
    with patch.object(batching, "_WORTH_IT", 2):
        write_batch(caller, [_input(said) for said in (*items[:-1], ("The lamp hums", "z"))], now=NOW)
        write_batch(caller, [_input(said) for said in (items[-1], ("A door creaks", "y"))], now=NOW)


def met(caller: Caller) -> dict[str, Any]:
    """How many pairs were judged or came to a conflict, and what is not as it was written."""
    with inside(caller.namespace_id):
        units = MemoryUnit.objects.filter(namespace_id=caller.namespace_id)
        return {
            "pairs": JudgedPair.objects.filter(namespace_id=caller.namespace_id).count(),
            "conflicts": Conflict.objects.filter(namespace_id=caller.namespace_id).count(),
            "touched": [unit.value for unit in units if unit.state != "active" or unit.contested],
        }


@pytest.mark.parametrize("writing", [one_by_one, at_once])
@pytest.mark.parametrize(
    "items",
    [
        (("I live in Rome", "a"), ("I live in Oslo", "b"), ("我住在北京", "c"), ("I live in Minsk", "")),
        (("I live in Minsk", ""), ("I live in Rome", "a")),
        (("My cat is called Momo", ""), ("我现在在北京工作", "lei")),
        (("The budget is 10k", "apollo"), ("The budget is now 20k", "")),
        (("预算是10万", "阿波罗"), ("预算改成20万了", "")),
        (("Ann lives in Rome", "ann"), ("We planned to live in Oslo", "")),
    ],
)
def test_a_statement_without_a_subject_meets_none_that_declares_one(
    caller: Caller, writing: Callable[[Caller, Sequence[Said]], None], items: Sequence[Said]
) -> None:
    writing(caller, items)
    assert met(caller) == {"pairs": 0, "conflicts": 0, "touched": []}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Dana works at Bosch", "dana"), ("Dana now works at Siemens", "")),
        (("Dana works at Bosch", ""), ("Dana now works at Siemens", "Dana")),
        (("支付网关监听8080端口", "支付网关"), ("支付网关现在监听9090端口", "")),
    ],
)
def test_unless_its_text_names_the_subject(caller: Caller, first: Said, second: Said) -> None:
    one_by_one(caller, [first, second])
    assert met(caller)["pairs"] == 1


def test_subjects_do_not_crowd_out_what_a_statement_without_one_changes(caller: Caller) -> None:
    write(caller, _input(("I live in Oslo", "")), now=NOW)
    for number in range(30):
        write(caller, _input((f"I live in Minsk {number}", f"s{number}")), now=NOW)
    assert write(caller, _input(("I live in Minsk", "")), now=NOW + timedelta(days=1)).outcome == "superseded"


def test_pairs_of_two_subjects_that_wait_from_before_wait_no_longer(caller: Caller) -> None:
    one_by_one(caller, [("I live in Rome", "a"), ("I live in Minsk", "")])
    with inside(caller.namespace_id):
        a, b = MemoryUnit.objects.filter(namespace_id=caller.namespace_id).order_by("pk")
        JudgedPair.objects.create(
            namespace_id=caller.namespace_id, a=a, b=b, a_content=1, b_content=1, label="changed", probability=0.7,
            judge="local", features=[], waiting=True, created_at=NOW,
        )  # fmt: skip
        assert drop_stale(caller.namespace_id) == 1
        assert not JudgedPair.objects.filter(waiting=True).exists()


def test_only_a_statement_about_somebody_else_names_a_subject() -> None:
    assert naming_text(MemoryUnit(value="Dana  works with ANA", subject_key="")) == "dana works with ana"
    assert naming_text(MemoryUnit(value="I work with Ana", subject_key="")) == ""
    assert naming_text(MemoryUnit(value="Works with Ana", subject_key="dana")) == ""
