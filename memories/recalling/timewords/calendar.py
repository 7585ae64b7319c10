"""Calendar arithmetic seen from one moment in one time zone: days, weeks from Monday, months, quarters, years."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

_MONTHS: Final = {"month": 1, "quarter": 3, "half": 6, "year": 12}
_DAYS: Final = {"day": 1, "week": 7}
_SECONDS: Final = {"minute": 60, "hour": 3600}
_AROUND: Final = {"minute": timedelta(minutes=5), "hour": timedelta(minutes=30)}
_INSTANT: Final = timedelta(microseconds=1)
"""The shortest step of a timestamp in the database."""


@dataclass(frozen=True, slots=True)
class Period:
    """From `start` on and before `end`, both aware, in UTC; None where it is open."""

    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class At:
    """Periods as somebody names them at `now`, an aware moment in the zone whose days are meant.

    Every method raises OverflowError or ValueError for what the calendar does not hold, such as the 30th of February.
    """

    now: datetime

    @property
    def today(self) -> date:
        return self.now.date()

    def days(self, first: date, after: date | None = None) -> Period:
        """Whole days from `first` until before `after`; the one day without it."""
        return Period(self._midnight(first), self._midnight(after) if after else self._midnight(_next(first)))

    def unit(self, unit: str, offset: int = 0) -> Period:
        """The calendar unit so many units away from the present one."""
        return self.holding(unit, shifted(self.today, unit, offset))

    def holding(self, unit: str, day: date) -> Period:
        """The calendar unit that holds a day."""
        first = _first(day, unit)
        return self.days(first, shifted(first, unit, 1))

    def back(self, unit: str, count: int) -> Period:
        """So many units up to now; what happens at this very moment is in it."""
        return Period(self._moved(unit, -count), self.now.astimezone(UTC) + _INSTANT)

    def ahead(self, unit: str, count: int) -> Period:
        return Period(self.now.astimezone(UTC), self._moved(unit, count))

    def ago(self, unit: str, count: int) -> Period:
        """Around so long ago: the calendar unit that holds that time; of hours and minutes, some to
        either side."""
        if unit not in _SECONDS:
            return self.unit(unit, -count)
        middle = self._moved(unit, -count)
        return Period(middle - _AROUND[unit], middle + _AROUND[unit])

    def hours(self, day: date, first: int, last: int) -> Period:
        """Hours of a day; more than 24 run into the next."""
        start = self._midnight(day)
        if start is None:
            raise OverflowError
        return Period(start + timedelta(hours=first), start + timedelta(hours=last))

    def _midnight(self, day: date | None) -> datetime | None:
        if day is None:
            return None
        try:
            return datetime(day.year, day.month, day.day, tzinfo=self.now.tzinfo).astimezone(UTC)
        except OverflowError:  # the first and the last day that a calendar holds are open to where it ends
            return None

    def _moved(self, unit: str, count: int) -> datetime:
        if unit in _SECONDS:
            return self.now.astimezone(UTC) + timedelta(seconds=count * _SECONDS[unit])
        there = shifted(self.today, unit, count)
        return self.now.replace(year=there.year, month=there.month, day=there.day).astimezone(UTC)


def shifted(day: date, unit: str, count: int) -> date:
    """The same day so many units later; the last of the month where that has no such day."""
    if unit in _DAYS:
        return day + timedelta(days=count * _DAYS[unit])
    years, month = divmod(day.month - 1 + count * _MONTHS[unit], 12)
    year = day.year + years
    if not 1 <= year <= 9999:
        raise OverflowError
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def latest(day: date, month: int, of: int = 1) -> date:
    """The latest such day of a month that has come by `day`; a 29th of February is looked for in leap years."""
    for year in range(day.year, max(0, day.year - 9), -1):
        if of <= monthrange(year, month)[1] and date(year, month, of) <= day:
            return date(year, month, of)
    raise ValueError


def _first(day: date, unit: str) -> date:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    if unit in _MONTHS:
        months = _MONTHS[unit]
        return date(day.year, (day.month - 1) // months * months + 1, 1)
    return day


def _next(day: date) -> date | None:
    return None if day == date.max else day + timedelta(days=1)
