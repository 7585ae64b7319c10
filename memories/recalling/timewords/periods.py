"""Words for a stretch of time, English and Chinese, as start and end (SPEC 4, `time_range`); pure, linear in the text.

Weeks begin on Monday. The words name the past where they could name either: March is the latest that has begun.
"""

# ruff: noqa: E501 - a pattern is read best on one line

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import Final, NamedTuple

from memories.judging.language import CJK, folded
from memories.recalling.timewords import chinese, english
from memories.recalling.timewords.calendar import At, Period, shifted
from memories.recalling.timewords.forms import Form

__all__ = ("EXAMPLES", "Asked", "Period", "asked_in", "period_in", "period_of")

EXAMPLES: Final = (
    "last_7_days, last_week, yesterday, 2024-03, 2024-01-01..2024-02-01, since_2024-01-01, before 2024-03, "
    "3 days ago, last monday, 最近7天, 上周, 去年三月"
)
"""For the answer to somebody whose words name no period."""

_FORMS: Final = (*english.FORMS, *chinese.FORMS)
_LONGEST_NAME, _LONGEST_QUESTION = 120, 2000
_SPACES: Final = re.compile(r"\s+")
_BY_CJK: Final = re.compile(f"(?<=[{CJK}]) | (?=[{CJK}])")
_DASH: Final = re.compile(r"(?<=[a-z])-(?=[a-z0-9])|(?<=[0-9])-(?=[a-z])")
_AROUND: Final = re.compile(
    r"^(?:(?:in|on|during|within|over|for|at|of|在|于) ?){0,3}(?:the (?=last|past|next|previous|weekend|[0-9]))?|(?:'s|[ ,!?。，！？的]|(?<!\.)\.(?!\.)|[之以]?内|里面?|期间|(?<!以)来)*$"
)
_EVERYTHING: Final = re.compile(
    r"all|all ?time|any ?time|ever|always|everything|全部|所有|任何时间|全部时间|所有时间|一直"
)
_FROM: Final = re.compile(
    r"(?:since|starting|from|自从?|从) ?(?P<name>.+?)(?: on(?:wards?)?|以来|开始|起)?|(?P<name2>.+?)(?:以来|开始|起|\.\.+| ?(?:onwards?))"
)
_AFTER: Final = re.compile(r"after (?P<name>.+)|(?P<name2>.+?)(?:以后|之后|后)")
_BEFORE: Final = re.compile(r"before (?P<name>.+)|(?P<name2>.+?)(?:以前|之前|前)")
_UNTIL: Final = re.compile(
    r"(?:until|till|up to|through|截[至止]到?|直到|\.\.+) ?(?P<name>.+?)(?:为止)?|(?P<name2>.+?)为止"
)
_BETWEEN: Final = re.compile(r"\.\.+| ?(?:to|until|till|through|and|-|–|—|~|到|至|/) ?")
_OPENING: Final = re.compile(r"^(?:from|between|从|自) ?")
_JOINED: Final = re.compile(r" ?(?:\.\.+|(?:to|until|till|through)\b|-|–|—|~|到|至) ?")
_AND: Final = re.compile(r" (?:and|to|until) ")
_WORDS_BEFORE: Final = re.compile(r"(?:\b(since|after|before|until|till) (?:the )?|(自从?|从))$")
_WORDS_AFTER: Final = re.compile(
    r"(以来|开始|起(?!床|飞|来|诉))|(以后|之后)|(以前|之前|前(?![端台途方面后往进言者锋]))"
)


class Asked(NamedTuple):
    """The period that a question names, and what else it says."""

    period: Period
    rest: str


class _Found(NamedTuple):
    start: int
    end: int
    form: Form
    period: Period


def period_of(words: str, now: datetime, zone: tzinfo = UTC) -> Period | None:
    """The period that a text as a whole names; None if it names none. Of "from A to B" B is the last that is meant:
    all of it belongs to the period, unless it is a time of day.

    `now` is aware; `zone` is the time zone whose days are meant.
    """
    text = _plain(words) if len(words) <= 2 * _LONGEST_NAME else ""
    if not text or len(text) > _LONGEST_NAME:
        return None
    if _EVERYTHING.fullmatch(text):
        return Period(None, None)
    at = At(now.astimezone(zone))
    return _sound(_named(text, at) or _between(text, at) or _open(text, at))


def period_in(question: str, now: datetime, zone: tzinfo = UTC) -> Period | None:
    """The first period that a question names in passing (see `asked_in`)."""
    asked = asked_in(question, now, zone)
    return asked.period if asked else None


def asked_in(question: str, now: datetime, zone: tzinfo = UTC) -> Asked | None:
    """The first period that a question names in passing, with the question around it; None where it may well mean
    something else: what lies ahead, a bare number, a name or a verb such as May and march."""
    text = _spaced(question[:_LONGEST_QUESTION])[:_LONGEST_QUESTION]
    at = At(now.astimezone(zone))
    found = _first_asked(text, at)
    if found is None:
        return None
    period, end = _with_surroundings(text, found, at)
    sound = _sound(period)
    return Asked(sound, f"{text[: found.start]} {text[end:]}") if sound else None


def _spaced(text: str) -> str:
    return _BY_CJK.sub("", _SPACES.sub(" ", folded(text).replace("〇", "零"))).strip()


def _plain(words: str) -> str:
    text = _DASH.sub(" ", _spaced(words.replace("_", " ")))
    return _bare(text)


def _bare(text: str) -> str:
    return _AROUND.sub("", text)


def _sound(period: Period | None) -> Period | None:
    if period is None or (period.start and period.end and period.start > period.end):
        return None
    return period


def _built(form: Form, match: re.Match[str], at: At) -> Period | None:
    try:
        return form.build(match, at)
    except (ValueError, OverflowError):  # no such day
        return None


def _named(text: str, at: At) -> Period | None:
    """One period by its name."""
    for form in _FORMS:
        match = form.whole.fullmatch(text)
        period = _built(form, match, at) if match else None
        if period:
            return period
    return None


def _yearless(text: str) -> bool:
    return any(form.yearless and form.whole.fullmatch(text) for form in _FORMS)


def _open(text: str, at: At) -> Period | None:
    for pattern in (_FROM, _AFTER, _BEFORE, _UNTIL):
        match = pattern.fullmatch(text)
        if not match:
            continue
        name = match["name"] or match["name2"]
        known = _named(_bare(name), at)
        if known is None:
            continue
        if pattern is _FROM:
            return Period(known.start, None)
        if pattern is _AFTER:
            return Period(known.end, None)
        return Period(None, known.start if pattern is _BEFORE else _last(name, known))
    return None


def _last(name: str, period: Period) -> datetime | None:
    """Where a period ends that ends with a named one."""
    return period.start if english.MOMENT.whole.fullmatch(_bare(name)) else period.end


def _between(text: str, at: At) -> Period | None:
    rest = _OPENING.sub("", text)
    for mark in _BETWEEN.finditer(rest):
        first, last = _bare(rest[: mark.start()]), _bare(rest[mark.end() :])
        joined = _joined(first, last, at) if first and last else None
        if joined:
            return joined
    return None


def _joined(first: str, last: str, at: At) -> Period | None:
    """From the one to the other. A month without a year takes it from the other; without any, the last is the latest
    and the first the one before it."""
    end = _named(last, at)
    start = _named(first, at)
    if start is None or end is None:
        return None
    if _yearless(first) and end.start:
        start = _named(first, replace(at, now=end.start.astimezone(at.now.tzinfo)))
    elif _yearless(last) and start.start:
        begun = start.start.astimezone(at.now.tzinfo)
        year_on = shifted(begun.date(), "year", 1)
        end = _named(last, replace(at, now=begun.replace(year=year_on.year, month=year_on.month, day=year_on.day)))
    if start is None or end is None:
        return None
    return Period(start.start, _last(last, end))


def _asked(text: str, at: At) -> Iterator[_Found]:
    for form in _FORMS:
        for pattern in form.asked:
            for match in pattern.finditer(text):
                period = _built(form, match, at)
                if period:
                    yield _Found(match.start(), match.end(), form, period)
                    break


def _first_asked(text: str, at: At) -> _Found | None:
    """The earliest, and of those the longest."""
    return min(_asked(text, at), key=lambda one: (one.start, -one.end), default=None)


def _with_surroundings(text: str, found: _Found, at: At) -> tuple[Period, int]:
    """The period, or what the words around it make of it: since, before, from … to; and where its name ends."""
    before = _WORDS_BEFORE.search(text[max(0, found.start - 12) : found.start])
    period = found.period
    joined = _JOINED.match(text, found.end)
    if joined is None and "between " in text[max(0, found.start - 12) : found.start]:
        joined = _AND.match(text, found.end)
    if joined:
        name = text[found.start : found.end]
        for end in _ends(text, joined.end()):
            whole = _sound(_joined(_bare(name), _bare(text[joined.end() : end]), at))
            if whole:
                return whole, end
    word = before[1] if before else None
    after = _WORDS_AFTER.match(text, found.end)
    if word in ("since", "after") or (after and (after[1] or after[2])):
        later = word != "since" and not (after and after[1]) and not text.startswith("'s", found.end)
        return Period(period.end if later else period.start, None), found.end
    if word or (after and after[3]):
        return Period(None, period.start if word == "before" or after else period.end), found.end
    return period, found.end


def _ends(text: str, start: int) -> list[int]:
    """Where a name that begins at `start` may end, the longest first."""
    ends = {match.end() for form in _FORMS if (match := form.whole.match(text, start))}
    return sorted(ends, reverse=True)
