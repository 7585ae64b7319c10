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


def body(said: Said) -> dict[str, Any]:
    return {"value": said[0], "subject": said[1], "channel": "user_statement"}


def say(caller: Caller, said: Said, day: int = 0) -> str:
    return write(caller, MemoryInput(**body(said)), now=NOW + timedelta(days=day)).outcome


def one_by_one(caller: Caller, items: Sequence[Said]) -> None:
    for day, said in enumerate(items):
        say(caller, said, day)


def at_once(caller: Caller, items: Sequence[Said]) -> None:
    with patch.object(batching, "_WORTH_IT", 2):
        write_batch(caller, [body(said) for said in (*items[:-1], ("The lamp hums", "z"))], now=NOW)
        write_batch(caller, [body(said) for said in (items[-1], ("A door creaks", "y"))], now=NOW)


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
    say(caller, ("I live in Oslo", ""))
    for number in range(30):
        say(caller, (f"I live in Minsk {number}", f"s{number}"))
    assert say(caller, ("I live in Minsk", ""), 1) == "superseded"


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


@pytest.mark.parametrize(
    ("likes", "denial", "retired"),
    [
        (["I like coffee", "I like tea", "I like tea more than coffee"], "I no longer like coffee", "I like coffee"),
        (["我喜欢咖啡", "我喜欢茶", "我喜欢茶胜过咖啡"], "我不再喜欢咖啡了", "我喜欢咖啡"),
    ],
)
def test_a_denial_retires_no_comparison(caller: Caller, likes: list[str], denial: str, retired: str) -> None:
    one_by_one(caller, [(said, "") for said in (*likes, denial)])
    assert met(caller)["touched"] == [retired]


@pytest.mark.parametrize(
    ("compound", "newer"),
    [
        ("My name is Anna and I live in Rome and my dog is called Bo", "I live in Milan"),
        ("My name is Anna and I live in Rome and my dog is called Bo", "My dog is called Max"),
        ("我叫李雷，住在杭州，做设计师", "我住在成都"),
        ("The server has 16 GB", "The server has 32 GB of RAM"),
        ("API rate limit is 100 requests per minute", "API rate limit is 100 requests per hour"),
    ],
)
def test_a_value_that_changed_beside_others_waits_for_a_review(caller: Caller, compound: str, newer: str) -> None:
    one_by_one(caller, [(compound, ""), (newer, "")])
    with inside(caller.namespace_id):
        pair = JudgedPair.objects.get(namespace_id=caller.namespace_id)
        assert (pair.label, pair.waiting) == ("changed", True)
    assert met(caller)["touched"] == []


@pytest.mark.parametrize(
    "repeats",
    [
        ("My password manager is 1Password", "my Password manager is 1password.", "MY PASSWORD MANAGER IS 1PASSWORD!!"),
        ("公寓面积是30平方米", "公寓面积是30平米"),
    ],
)
def test_repeats_are_one_unit(caller: Caller, repeats: tuple[str, ...]) -> None:
    one_by_one(caller, [(said, "") for said in repeats])
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.filter(namespace_id=caller.namespace_id).count() == 1
