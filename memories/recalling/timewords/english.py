"""How English names a period: last week, the last 7 days, three days ago, March 2024, 2024-Q1.

Texts come folded: lower case, one space between words, none beside Chinese.
"""

# ruff: noqa: E501 - a pattern is read best on one line

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from memories.judging.language import LATIN
from memories.judging.numerals import WORD_NUMBERS
from memories.recalling.timewords.calendar import At, Period, latest
from memories.recalling.timewords.forms import (
    Build,
    Form,
    count_of,
    in_month,
    in_year,
    moment,
    part_of_year,
    weekday_back,
    weekday_of,
    weekend,
)

_LETTER: Final = f"0-9_{LATIN}"


def _form(whole: str, build: Build, *asked: str, yearless: bool = False) -> Form:
    """In a question a form stands between what is neither a letter nor part of a code."""
    inside = (rf"(?<![{_LETTER}./:#@-])(?:{one})(?![{_LETTER}/:#@]|[-.][{_LETTER}])" for one in asked)
    return Form(re.compile(whole), tuple(re.compile(one) for one in inside), build, yearless)


_WORDS: Final = "|".join(sorted(WORD_NUMBERS, key=len, reverse=True))
_N: Final = rf"(?P<n>[0-9]{{1,5}}|(?:a )?couple(?: of)?|{_WORDS})"
_FEW: Final = rf"(?P<n>[0-9]{{1,3}}|a couple(?: of)?|an?|{_WORDS})"
_UNITS: Final = {
    "mo": "month", "m": "minute", "h": "hour", "d": "day", "w": "week", "q": "quarter", "y": "year",
    "分": "minute", "小": "hour", "天": "day", "周": "week", "月": "month", "年": "year",
}  # fmt: skip
_UNIT: Final = r"(?P<unit>minutes?|mins?|hours?|hrs?|days?|weeks?|months?|quarters?|years?)"
_ONE: Final = r"(?P<unit>hour|day|week|month|quarter|year)"
_CHINESE: Final = r"个?(?P<unit>分钟|小时|天|周|月|年)"
_NOT_OF: Final = r"(?! of\b)"  # "the last week of the trip" is no week of the calendar
_WHICH: Final = {"this": 0, "current": 0, "last": -1, "previous": -1, "past": -1, "next": 1}
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY: Final = rf"(?P<day>{'|'.join(_WEEKDAYS)})"
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CLEAR: Final = "january|jan|february|feb|april|apr|june|jun|july|jul|august|aug|september|sept?|october|oct|november|nov|december|dec"
_MONTH: Final = rf"(?P<month>(?:{_CLEAR}|march|mar|may)\b)\.?"
_CLEAR_MONTH: Final = rf"(?P<month>(?:{_CLEAR})\b)\.?"  # march and may are verbs as well
_YEAR: Final = "(?P<year>(?:19|20|21)[0-9]{2})"
_NTH: Final = "(?P<date>[0-9]{1,2})(?:st|nd|rd|th)"
_DATE: Final = f"{_NTH}?"
_PARTS: Final = {"morning": (0, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
_DAYS: Final = {"today": 0, "yesterday": -1, "tomorrow": 1, "day before yesterday": -2, "day after tomorrow": 2}
# What follows "in 2024" where it is a year; "in 2024 words" it is none.
_AFTER_YEAR: Final = r"(?= ?(?:$|[^\sa-z0-9'%$€£-])| (?:about|and|at|before|by|did|do|for|from|how|i|my|on|or|our|that|the|to|was|we|were|what|when|where|which|who|with|you)\b)"
_IN: Final = r"(?:(?<=\bin )|(?<=\bduring )|(?<=\bsince )|(?<=\bbefore )|(?<=\buntil )|(?<=\bthroughout ))"


def _much(match: re.Match[str]) -> tuple[str, int]:
    name = match["unit"]
    return _UNITS["mo" if name.startswith("mo") else name[0]], count_of(match["n"])


def _rolling(match: re.Match[str], at: At) -> Period:
    return at.back(*_much(match))


def _weekday(match: re.Match[str], at: At) -> Period:
    weekday = next(place for place, name in enumerate(_WEEKDAYS) if name.startswith(match["day"][:3]))
    which = match.groupdict().get("which")
    if which in ("this", "next"):
        return at.days(weekday_of(at, _WHICH[which], weekday))
    return at.days(weekday_back(at, weekday, today_too=which is None))


def _weekend(match: re.Match[str], at: At) -> Period:
    return weekend(at, _WHICH[match["which"]] if match["which"] else None)


def _month_of(match: re.Match[str]) -> int:
    name = match["month"]
    return int(name) if name.isdigit() else _MONTHS.index(name[:3]) + 1


def _date_of(match: re.Match[str]) -> int | None:
    day = match.groupdict().get("date")
    return int(day) if day else None


def _dated(match: re.Match[str], at: At) -> Period:
    return in_year(at, int(match["year"]), _month_of(match), _date_of(match))


def _month(match: re.Match[str], at: At) -> Period:
    which, month = match.groupdict().get("which"), _month_of(match)
    if which in ("this", "next"):
        return in_year(at, at.today.year + _WHICH[which], month, None)
    if which:  # the last one has ended
        return at.holding("month", latest(at.today.replace(day=1) - timedelta(days=1), month))
    return in_month(at, month, _date_of(match))


def _month_of_year(match: re.Match[str], at: At) -> Period:
    return in_year(at, at.today.year + _WHICH[match["which"]], _month_of(match), None)


def _part_of_day(match: re.Match[str], at: At) -> Period:
    day = {"this": 0, "today": 0, "yesterday": -1, "last": -1}[match["when"]]
    return at.hours(at.today + timedelta(days=day), *_PARTS[match["part"]])


def _part_of_year(match: re.Match[str], at: At) -> Period:
    unit = "quarter" if match["kind"] == "q" else "half"
    return part_of_year(at, unit, int(match["place"]), int(match["year"]) if match["year"] else None)


MOMENT: Final = _form(
    r"(?P<stamp>[0-9]{4}-[0-9]{2}-[0-9]{2}[t ][0-9]{2}:[0-9]{2}(?P<second>:[0-9]{2}(?:\.[0-9]{1,6})?)?(?:z|[+-][0-9]{2}:?[0-9]{2})?)",
    lambda m, at: moment(at, m["stamp"], timedelta(seconds=1 if m["second"] else 60)),
)
FORMS: Final = (
    MOMENT,
    _form(rf"(?:last|past|previous) ?{_N} ?{_UNIT}", _rolling, rf"(?:last|past|previous) {_N} {_UNIT}{_NOT_OF}"),
    _form(rf"(?:last|past) ?{_N} ?{_CHINESE}", _rolling, rf"(?:last|past) {_N} ?{_CHINESE}"),
    _form(r"(?:(?:last|past) ?)?(?P<n>[0-9]{1,5}) ?(?P<unit>h|d|w|mo|y)", _rolling),
    _form(rf"past {_ONE}", lambda m, at: at.back(m["unit"], 1), rf"(?:the|this) past {_ONE}{_NOT_OF}"),
    _form(r"last (?P<unit>minute|hour|day)", lambda m, at: at.back(m["unit"], 1), rf"the last (?P<unit>hour){_NOT_OF}"),
    _form(rf"next ?{_N} ?{_ONE}s?", lambda m, at: at.ahead(m["unit"], count_of(m["n"]))),
    _form(
        r"(?P<which>this|current|last|previous|next) (?P<unit>day|week|month|quarter|year)",
        lambda m, at: at.unit(m["unit"], _WHICH[m["which"]]),
        rf"(?P<which>this|last|previous) (?P<unit>week|month|quarter|year){_NOT_OF}",
    ),
    _form(
        rf"(?:the )?(?P<name>{'|'.join(_DAYS)})",
        lambda m, at: at.days(at.today + timedelta(days=_DAYS[m["name"]])),
        r"(?P<name>today|yesterday|day before yesterday)",
    ),
    _form(
        rf"(?P<when>this|today|yesterday|last) (?P<part>{'|'.join(_PARTS)})",
        _part_of_day,
        rf"(?P<when>this|yesterday|last) (?P<part>{'|'.join(_PARTS)})",
    ),
    _form(rf"{_FEW} {_UNIT} ago", lambda m, at: at.ago(*_much(m)), rf"{_FEW} {_UNIT} ago"),
    _form(rf"(?:(?P<which>this|last|past|next) )?{_WEEKDAY}", _weekday, rf"(?P<which>this|last|past) {_WEEKDAY}"),
    _form(r"(?P<day>mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)", _weekday),
    _form(r"(?:(?P<which>this|last|past|next) )?weekend", _weekend, r"(?P<which>this|last|past) weekend"),
    _form(
        r"(?P<year>[0-9]{4})(?P<mark>[-/. ])(?P<month>[0-9]{1,2})(?P=mark)(?P<date>[0-9]{1,2})",
        _dated,
        rf"{_YEAR}(?P<mark>[-/])(?P<month>[0-9]{{1,2}})(?P=mark)(?P<date>[0-9]{{1,2}})",
    ),
    _form(rf"{_YEAR}(?P<month>[0-9]{{2}})(?P<date>[0-9]{{2}})", _dated),
    _form(rf"{_YEAR}[-/ ](?P<month>[0-9]{{1,2}})", _dated, rf"{_YEAR}-(?P<month>[0-9]{{2}})"),
    _form(
        _YEAR,
        lambda m, at: in_year(at, int(m["year"]), None, None),
        rf"(?:{_IN}|(?<=\bafter )){_YEAR}{_AFTER_YEAR}",
    ),
    _form(
        rf"{_YEAR}[- ]?w(?P<week>[0-9]{{1,2}})",
        lambda m, at: at.holding("week", date.fromisocalendar(int(m["year"]), int(m["week"]), 1)),
        rf"{_YEAR}-w(?P<week>[0-9]{{2}})",
    ),
    _form(rf"{_YEAR}[- ]?(?P<kind>[qh])(?P<place>[1-4])", _part_of_year, rf"{_YEAR}[- ]?(?P<kind>q)(?P<place>[1-4])"),
    _form(rf"(?P<kind>[qh])(?P<place>[1-4]),? ?{_YEAR}", _part_of_year, rf"(?P<kind>q)(?P<place>[1-4]),? ?{_YEAR}"),
    _form(r"(?P<kind>[qh])(?P<place>[1-4])(?P<year>)", _part_of_year, yearless=True),
    _form(rf"{_MONTH},? (?:of )?{_YEAR}", _dated, rf"{_MONTH},? (?:of )?{_YEAR}"),
    _form(rf"{_YEAR} {_MONTH}", _dated),
    _form(rf"{_MONTH} {_DATE},? {_YEAR}", _dated, rf"{_MONTH} {_DATE},? {_YEAR}"),
    _form(rf"{_DATE} (?:of )?{_MONTH},? {_YEAR}", _dated, rf"{_DATE} (?:of )?{_MONTH},? {_YEAR}"),
    _form(
        rf"{_MONTH} {_DATE}",
        _month,
        *(rf"{_MONTH} {_NTH}", rf"{_CLEAR_MONTH} {_DATE}", rf"(?<=\bon ){_MONTH} {_DATE}"),
        yearless=True,
    ),
    _form(
        rf"{_DATE} (?:of )?{_MONTH}",
        _month,
        *(rf"{_NTH} (?:of )?{_MONTH}", rf"{_DATE} (?:of )?{_CLEAR_MONTH}"),
        yearless=True,
    ),
    _form(rf"{_MONTH} (?P<which>this|last|next) year", _month_of_year, rf"{_MONTH} (?P<which>this|last) year"),
    _form(rf"(?P<which>this|last|next) year {_MONTH}", _month_of_year),
    _form(rf"(?P<which>this|last|next) {_MONTH}", _month, rf"(?P<which>last) {_MONTH}"),
    _form(
        _MONTH,
        _month,
        *(
            rf"{_IN}{_MONTH}(?!'| [0-9])",
            rf"(?:(?<=\bfrom )|(?<=\bbetween )){_MONTH}(?= (?:to|and|until) {_MONTH.replace('month>', 'other>')})",
        ),
        yearless=True,
    ),
)
