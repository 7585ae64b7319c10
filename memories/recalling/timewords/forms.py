"""What a form of naming a period is, and what English and Chinese forms share."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from memories.judging.numerals import number
from memories.recalling.timewords.calendar import At, Period, latest

Build = Callable[[re.Match[str], At], Period]
"""Raises OverflowError or ValueError for what the calendar does not hold."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way to name a period. `whole` is the form as a text of its own; `asked` are those found inside a question,
    where some would be mistaken. What is `yearless` means the latest such time."""

    whole: re.Pattern[str]
    asked: tuple[re.Pattern[str], ...]
    build: Build
    yearless: bool = False


def count_of(text: str) -> int:
    """A number in digits or words, at least 1.

    Raises:
        ValueError: it is none, or 0.
    """
    value = 1.0 if text in ("a", "an") else 2.0 if "couple" in text else number(text)
    if value is None or value < 1:
        raise ValueError
    return int(value)


def weekday_back(at: At, weekday: int, *, today_too: bool) -> date:
    """The latest such day of the week, 0 for Monday."""
    days = (at.today.weekday() - weekday) % 7
    return at.today - timedelta(days=days or (0 if today_too else 7))


def weekday_of(at: At, week: int, weekday: int) -> date:
    """A day of the week that is so many weeks from this one."""
    return at.today + timedelta(days=7 * week + weekday - at.today.weekday())


def weekend(at: At, week: int | None) -> Period:
    """Saturday and Sunday of a week, counted from this one; without a week the latest that have begun."""
    if week is None:
        week = 0 if at.today.weekday() >= 5 else -1
    first = weekday_of(at, week, 5)
    return at.days(first, first + timedelta(days=2))


def in_year(at: At, year: int, month: int | None, day: int | None) -> Period:
    """A year, a month of it, or a day of that."""
    if month is None:
        return at.holding("year", date(year, 1, 1))
    return at.holding("month", date(year, month, 1)) if day is None else at.days(date(year, month, day))


def in_month(at: At, month: int, day: int | None) -> Period:
    """The latest such month that has begun, or such a day that has come."""
    return at.holding("month", latest(at.today, month)) if day is None else at.days(latest(at.today, month, day))


def part_of_year(at: At, unit: str, place: int, year: int | None) -> Period:
    """A quarter (1 to 4) or a half (1 or 2); without a year the latest that has begun."""
    first = {"quarter": 3, "half": 6}[unit] * (place - 1) + 1
    return at.holding(unit, date(year, first, 1) if year else latest(at.today, first))


def moment(at: At, stamp: str, length: timedelta) -> Period:
    """From an ISO 8601 timestamp on; in the zone of `at` where it names none."""
    start = datetime.fromisoformat(stamp.upper())
    start = (start if start.tzinfo else start.replace(tzinfo=at.now.tzinfo)).astimezone(UTC)
    return Period(start, start + length)
