"""What is read from one text: language, terms, normal form, values, cues."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memories.judging import language_of, normalise, terms
from memories.judging.cues import find_cues, negations
from memories.judging.kinds import excludes, kinds_in
from memories.judging.language import folded
from memories.judging.values import find_values


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I live in Oslo", "en"),
        ("我住在厦门", "zh"),
        ("我在用 Django", "zh"),
        ("deploy 部署 the new gateway 网关 today", "mixed"),
        ("Привет, мир", "other"),
        ("東京へ行きました", "other"),
        ("12345", "other"),
        ("", "other"),
    ],
)
def test_language_by_script(text: str, language: str) -> None:
    assert language_of(text) == language


def test_terms_are_stems_whole_codes_and_chinese_words() -> None:
    assert terms("Retries failed with ERR-4312 on v2.3") == ["retri", "fail", "with", "err-4312", "on", "v2.3"]
    assert terms("端口8080") == ["端口", "8080"]
    assert terms("退款申请") == ["退款", "款申", "申请"]
    assert terms("茶") == ["茶"]
    assert terms("Ｄｊａｎｇｏ café") == ["django", "cafe"]
    assert terms("100,000 c++ a@b.example") == ["100000", "c++", "a@b.example"]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("I use Django.", "i use  DJANGO"),
        ("我在用 Django。", "我在用Django"),
        ("Ｐｏｒｔ：８０８０", "port:8080"),
        ("Done!!", "done"),
    ],
)
def test_normal_form_folds_case_space_width_and_final_marks(left: str, right: str) -> None:
    assert normalise(left) == normalise(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("10²", "102"),
        ("not now", "now"),
        ("budget 10", "budget 100"),
        ("喜欢", "不喜欢"),
        ("Is it?", "Is it"),
        ("a b", "ab"),
    ],
)
def test_normal_form_keeps_numbers_denials_and_words(left: str, right: str) -> None:
    assert normalise(left) != normalise(right)


@settings(deadline=None)
@given(st.text(max_size=300))
def test_reading_never_fails_and_normal_form_is_stable(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)
    assert all(terms(text)) or terms(text) == []
    found = find_values(folded(text))
    assert all(0 <= value.start < value.end <= len(folded(text)) for value in found)
    find_cues(folded(text))


def _one(text: str) -> tuple[str, str]:
    (value,) = find_values(folded(text))
    return value.dimension, value.amount


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("10万", "100,000"),
        ("100k", "100000"),
        ("$1.2m", "1,200,000 dollars"),
        ("三个月", "3 months"),
        ("二十天", "20 days"),
        ("3pm", "15:00"),
        ("下午三点", "15:00"),
        ("九点半", "9:30"),
        ("2024-01-15", "January 15, 2024"),
        ("2024年1月15日", "15 Jan 2024"),
        ("1月15号", "2024-01-15"),
        ("5%", "5 percent"),
        ("两周", "14 days"),
        ("2 TB", "2tb"),
        ("10万元", "100000元"),
        ("周三", "Wednesday"),
    ],
)
def test_equal_values_are_equal(left: str, right: str) -> None:
    (first,), (second,) = find_values(folded(left)), find_values(folded(right))
    assert first.equals(second)
    assert second.equals(first)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("10万", "20万"),
        ("3pm", "3am"),
        ("2024-01-15", "2025-01-15"),
        ("v2.3", "v2.5"),
        ("周三", "Thursday"),
        ("5%", "5 kg"),
    ],
)
def test_different_values_are_not(left: str, right: str) -> None:
    (first,), (second,) = find_values(folded(left)), find_values(folded(right))
    assert not first.equals(second)


def test_masked_identifiers_are_values() -> None:
    assert _one("my phone is [PHONE#a41c]") == ("mask:phone", "a41c")
    assert _one("端口8080") == ("number", "8080")


@pytest.mark.parametrize("text", ["百度", "一起去", "万一", "I have one dog", "一个人", "特别"])
def test_words_that_look_like_numbers_are_none(text: str) -> None:
    assert find_values(folded(text)) == ()


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("change", "I switched the team over to Linear"),
        ("change", "预算调整为20万"),
        ("additive", "我也喜欢茶"),
        ("hedge", "也许会换"),
        ("plan", "我打算搬去昆明"),
        ("former", "I used to live there"),
        ("correction", "其实是周五"),
        ("supersede", "this supersedes the above"),
        ("question", "你住在哪里呢？"),
        ("first_person", "my address"),
    ],
)
def test_cues_are_found(family: str, text: str) -> None:
    assert getattr(find_cues(folded(text)), family)


@pytest.mark.parametrize(
    ("text", "count"), [("不错", 0), ("特别好", 0), ("性别", 0), ("不喜欢", 1), ("I don't", 1), ("没错", 0)]
)
def test_denials_are_counted(text: str, count: int) -> None:
    assert negations(folded(text)) == count


def test_a_city_and_its_country_do_not_exclude_each_other() -> None:
    assert not excludes("place", "berlin", "germany")
    assert excludes("place", "berlin", "munich")
    assert kinds_in("住在深圳") == (("place", "shenzhen"),)
    assert kinds_in("let us go and express it") == ()
