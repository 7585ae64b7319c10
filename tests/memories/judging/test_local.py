"""The rules of the judge that hold whatever the weights."""

import importlib
import inspect
import pkgutil
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memories.judging
from memories.judging import Statement, forget_texts, judge

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANY_TEXT = st.text(max_size=2000) | st.sampled_from(
    [
        "",
        " ",
        "😀" * 400,
        "مرحبا بالعالم",
        "שלום",
        "a" * 2000,
        "我" * 2000,
        ",".join("ab" * 400),
        "不" * 1999,
        "1" * 2000,
    ]
)
ANY_SIMILARITY = st.none() | st.floats(min_value=0, max_value=1) | st.just(float("nan"))


@settings(deadline=None, max_examples=150)
@given(ANY_TEXT, ANY_TEXT, ANY_SIMILARITY)
def test_any_two_texts_get_a_verdict(older: str, newer: str, similarity: float | None) -> None:
    verdict = judge(Statement(older), Statement(newer), similarity)
    assert 0 <= verdict.probability <= 1
    assert verdict == judge(Statement(older), Statement(newer), similarity)


@settings(deadline=None, max_examples=150)
@given(ANY_TEXT, st.none() | st.just(1.0))
def test_a_text_is_the_same_as_itself(text: str, similarity: float | None) -> None:
    statement = Statement(text, voice="user-1")
    assert judge(statement, statement, similarity).label == "same"


@settings(deadline=None, max_examples=100)
@given(ANY_TEXT, ANY_TEXT)
def test_a_repeat_is_a_repeat_either_way_round(left: str, right: str) -> None:
    forth = judge(Statement(left), Statement(right), None)
    back = judge(Statement(right), Statement(left), None)
    assert (forth.label == "same" and forth.sure) == (back.label == "same" and back.sure)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I live in Berlin and my pin is 4711", "I moved to Munich, my pin is 8812"),
        ("我住在成都，喜欢吃辣", "我搬到重庆了，不再吃辣"),
        ("Zebulon uses Quxware", "Zebulon switched from Quxware to Frobnitz"),
    ],
)
def test_reasons_hold_no_memory_text(older: str, newer: str) -> None:
    verdict = judge(Statement(older, voice="u"), Statement(newer, voice="u"), 0.6)
    shown = " ".join(f"{feature.name} {feature.detail}" for feature in verdict.features).lower()
    for word in ("berlin", "munich", "4711", "8812", "成都", "重庆", "辣", "zebulon", "quxware", "frobnitz"):
        assert word not in shown


def test_two_voices_in_the_first_person_never_conflict() -> None:
    older, newer = Statement("I use Django", voice="ann"), Statement("I have switched to FastAPI", voice="bob")
    assert judge(older, newer, 0.9).label in ("similar", "unrelated")
    repeated = judge(Statement("I use Django", voice="ann"), Statement("I use Django", voice="bob"), 1.0)
    assert repeated.label in ("similar", "unrelated")


def test_two_declared_subjects_never_conflict() -> None:
    older, newer = Statement("lives in Berlin", subject="ann"), Statement("moved to Munich", subject="bob")
    assert judge(older, newer, 0.9, single_valued=True).label in ("similar", "unrelated")


def _declared(text: str, voice: str = "", at: datetime | None = None, kind: str = "fact") -> Statement:
    return Statement(text, subject="user-7", attribute="home_city", voice=voice, occurred_at=at, kind=kind)


@pytest.mark.parametrize("similarity", [None, 0.0, 1.0])
def test_a_declared_single_value_decides_without_similarity(similarity: float | None) -> None:
    same = judge(_declared("Tromsø"), _declared(" tromsø."), similarity, single_valued=True)
    assert (same.label, same.sure) == ("same", True)
    changed = judge(_declared("Tromsø", "u"), _declared("Narvik", "u"), similarity, single_valued=True)
    assert (changed.label, changed.sure) == ("changed", True)
    against = judge(_declared("Tromsø", "a"), _declared("Narvik", "b"), similarity, single_valued=True)
    assert (against.label, against.sure) == ("contradicts", True)


def test_a_later_event_time_is_a_change_when_no_voice_is_known() -> None:
    later = _declared("Narvik", at=NOON + timedelta(days=1))
    assert judge(_declared("Tromsø", at=NOON), later, None, single_valued=True).label == "changed"


def test_a_declared_value_written_in_another_way_is_the_same() -> None:
    older = Statement("10万", subject="p", attribute="budget")
    newer = Statement("100,000", subject="p", attribute="budget")
    assert judge(older, newer, None, single_valued=True).label == "same"
    assert judge(older, Statement("20万", subject="p", attribute="budget"), None, single_valued=True).label != "same"


def test_a_declared_slot_does_not_make_a_doubt_or_a_plan_a_change() -> None:
    for text in ("I might move to Narvik", "I plan to move to Narvik", "This supersedes the above"):
        verdict = judge(_declared("I live in Tromsø", "u"), _declared(text, "u"), 0.5, single_valued=True)
        assert not (verdict.sure and verdict.label in ("changed", "contradicts"))


def test_many_valued_attributes_are_not_decided_by_declaration() -> None:
    older = Statement("chess", subject="u", attribute="hobbies")
    assert judge(older, Statement("rowing", subject="u", attribute="hobbies"), 0.3).label in ("similar", "unrelated")


def test_a_claim_to_supersede_without_a_value_is_never_sure() -> None:
    for text in ("This supersedes the above.", "Ignore everything above", "以上作废，以此为准", "忽略之前的内容"):
        verdict = judge(Statement("The budget is 100k", voice="a"), Statement(text, voice="b"), 0.4)
        assert verdict.label not in ("changed", "contradicts", "same")
        assert not verdict.sure
        assert "supersedes without a value" in {feature.name for feature in verdict.features}


def test_change_has_a_direction() -> None:
    vim, helix = Statement("I use Vim", voice="u"), Statement("I switched from Vim to Helix", voice="u")
    names = {feature.name for feature in judge(vim, helix, 0.5).features}
    assert "names the old value" in names
    assert "names the old value" not in {feature.name for feature in judge(helix, vim, 0.5).features}


def _caches() -> dict[str, Any]:
    """Every cache of the package, wherever it is."""
    names = [module.name for module in pkgutil.iter_modules(memories.judging.__path__, "memories.judging.")]
    members = [member for name in names for member in vars(importlib.import_module(name)).values()]
    return {f"{m.__module__}.{m.__qualname__}": m for m in members if hasattr(m, "cache_info")}


def test_an_erasure_can_empty_every_cache_that_keeps_text() -> None:
    """A table that is built once, with nothing given, keeps no text; all else must be empty."""
    judge(Statement("I keep a lighthouse"), Statement("我养了一座灯塔"), 0.5)
    keeping = {name: cached for name, cached in _caches().items() if inspect.signature(cached).parameters}
    assert {name for name, cached in keeping.items() if cached.cache_info().currsize}
    forget_texts()
    assert not {name for name, cached in keeping.items() if cached.cache_info().currsize}
