"""Words for a stretch of time, by table in both languages, at the turns of the calendar, in zones, and by property."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.recalling.timewords.periods import EXAMPLES, Period, period_in, period_of

HERE = Path(__file__).parent
NOW = datetime(2024, 3, 13, 10, 30, tzinfo=UTC)  # a Wednesday
INSTANT = timedelta(microseconds=1)
SHANGHAI = ZoneInfo("Asia/Shanghai")


def rows(name: str) -> list[tuple[str, Period | None]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [row(*line.split("\t")) for line in lines if not line.startswith("#")]


def row(words: str, start: str, end: str) -> tuple[str, Period | None]:
    return words, None if start == "none" else Period(moment(start), moment(end))


def moment(text: str) -> datetime | None:
    if text in ("-", "now"):
        return NOW + INSTANT if text == "now" else None
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def day(text: str) -> Period:
    start = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return Period(start, start + timedelta(days=1))


@pytest.mark.parametrize(("words", "period"), rows("periods.tsv"))
def test_words_as_a_whole(words: str, period: Period | None):
    assert period_of(words, NOW) == period


@pytest.mark.parametrize(("question", "period"), rows("questions.tsv") + rows("questions_fresh.tsv"))
def test_words_inside_a_question(question: str, period: Period | None):
    assert period_in(question, NOW) == period


def test_the_examples_for_an_error_are_periods():
    assert [words for words in EXAMPLES.split(", ") if period_of(words, NOW) is None] == []


@pytest.mark.parametrize(
    ("now", "words", "start", "end"),
    [
        ("2024-03-31T12", "last_1_months", "2024-02-29T12", "now"),
        ("2023-03-31T12", "last_1_months", "2023-02-28T12", "now"),
        ("2024-02-29T12", "last_1_years", "2023-02-28T12", "now"),
        ("2024-02-29T12", "去年", "2023-01-01", "2024-01-01"),
        ("2024-02-29T12", "today", "2024-02-29", "2024-03-01"),
        ("2024-03-01T00", "yesterday", "2024-02-29", "2024-03-01"),
        ("2024-03-01T00", "上个月", "2024-02-01", "2024-03-01"),
        ("2024-05-31T12", "2_months_ago", "2024-03-01", "2024-04-01"),
        ("2024-05-31T12", "三个月前", "2024-02-01", "2024-03-01"),
        ("2024-01-01T00", "yesterday", "2023-12-31", "2024-01-01"),
        ("2024-01-01T00", "last_month", "2023-12-01", "2024-01-01"),
        ("2024-01-01T00", "this_week", "2024-01-01", "2024-01-08"),
        ("2024-01-02T12", "last_week", "2023-12-25", "2024-01-01"),
        ("2025-01-01T12", "this_week", "2024-12-30", "2025-01-06"),
        ("2025-01-01T12", "本周", "2024-12-30", "2025-01-06"),
        ("2025-01-01T12", "2024-W53", "none", "none"),
        ("2021-01-02T12", "2020-W53", "2020-12-28", "2021-01-04"),
        ("2024-01-15T12", "last_quarter", "2023-10-01", "2024-01-01"),
        ("2024-01-15T12", "last january", "2023-01-01", "2023-02-01"),
        ("2024-01-15T12", "上半年", "2024-01-01", "2024-07-01"),
        ("2023-06-01T12", "February 29", "2020-02-29", "2020-03-01"),
        ("2023-06-01T12", "2月29日", "2020-02-29", "2020-03-01"),
        ("2024-03-10T12", "weekend", "2024-03-09", "2024-03-11"),
        ("2024-03-10T12", "last weekend", "2024-03-02", "2024-03-04"),
        ("2024-03-10T12", "周末", "2024-03-09", "2024-03-11"),
        ("2024-03-11T12", "周日", "2024-03-10", "2024-03-11"),
        ("2024-03-11T12", "last monday", "2024-03-04", "2024-03-05"),
        ("2024-12-31T23", "tomorrow", "2025-01-01", "2025-01-02"),
    ],
)
def test_at_the_turns_of_the_calendar(now: str, words: str, start: str, end: str):
    here = datetime.fromisoformat(now).replace(tzinfo=UTC)
    wanted = row(words, start, "-" if end == "now" else end)[1]
    if end == "now":
        assert wanted is not None
        wanted = Period(wanted.start, here + INSTANT)
    assert period_of(words, here) == wanted


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        # At 18:00 UTC it is already the 14th in Shanghai.
        ("today", "2024-03-13T16", "2024-03-14T16"),
        ("昨天", "2024-03-12T16", "2024-03-13T16"),
        ("this_month", "2024-02-29T16", "2024-03-31T16"),
        ("2024-01-15", "2024-01-14T16", "2024-01-15T16"),
        ("2024-01-15T08:00", "2024-01-15T00:00", "2024-01-15T00:01"),
        ("last night", "2024-03-13T10", "2024-03-13T22"),
    ],
)
def test_days_are_those_of_the_zone(words: str, start: str, end: str):
    now = datetime(2024, 3, 13, 18, tzinfo=UTC)
    assert period_of(words, now, SHANGHAI) == row(words, start, end)[1]
    assert period_of(words, now.astimezone(SHANGHAI)) == period_of(words, now)


def test_a_day_has_23_hours_where_clocks_go_forward():
    now = datetime(2024, 4, 2, 12, tzinfo=UTC)
    period = period_of("2024-03-31", now, ZoneInfo("Europe/Berlin"))
    assert period == Period(datetime(2024, 3, 30, 23, tzinfo=UTC), datetime(2024, 3, 31, 22, tzinfo=UTC))


def test_what_happens_now_is_in_the_last_hour_and_what_comes_is_not():
    period = period_of("last_hour", NOW)
    assert period is not None
    assert period.start is not None
    assert period.end is not None
    assert period.start <= NOW < period.end <= NOW + INSTANT


def test_the_ends_of_the_calendar_are_open():
    assert period_of("9999-12-31", NOW) == Period(datetime(9999, 12, 31, tzinfo=UTC), None)
    assert period_of("0001-01-01", NOW, SHANGHAI) == Period(None, datetime(1, 1, 1, 15, 54, 17, tzinfo=UTC))


PIECES = st.sampled_from(
    [words for name in ("periods.tsv", "questions.tsv") for words, _ in rows(name)]
    + "last past since before to .. - / _ of the 's 年 月 日 号 周 前 以来 最近 半 个 上 十 〇 ７".split()
    + "march may 29 31 2024 9999 0001".split()
)
TEXTS = st.one_of(
    st.text(max_size=2000),
    st.lists(PIECES, max_size=60).map(" ".join),
    st.lists(PIECES, max_size=60).map("".join),
    st.tuples(PIECES, st.integers(1, 500)).map(lambda pair: pair[0] * pair[1]),
)
DAYS = st.integers(2, date.max.toordinal() - 1).map(date.fromordinal)
MOMENTS = st.builds(datetime.combine, DAYS, st.times(timezones=st.just(UTC)))
ZONES = st.sampled_from([UTC, SHANGHAI, ZoneInfo("America/New_York"), ZoneInfo("Pacific/Kiritimati")])


@given(TEXTS, MOMENTS, ZONES)
def test_any_text_at_any_time_gives_an_ordered_period_or_none(text: str, now: datetime, zone: ZoneInfo):
    for period in (period_of(text[:2000], now, zone), period_in(text[:2000], now, zone)):
        if period is not None:
            assert all(one is None or one.utcoffset() == timedelta(0) for one in (period.start, period.end))
            assert period.start is None or period.end is None or period.start <= period.end


@given(PIECES, MOMENTS)
def test_case_width_and_spelling_of_the_spaces_change_nothing(words: str, now: datetime):
    wanted = period_of(words, now)
    wide = "".join(chr(ord(one) + 0xFEE0) if one.isascii() and one.isdigit() else one for one in words)
    assert period_of(wide, now) == period_of(f"  {words.upper()} ", now) == wanted
    if "-" not in words:
        assert period_of(words.replace(" ", "_"), now) == wanted
