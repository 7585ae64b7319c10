"""Numbers, money, dates, times, durations and codes in a text, in a form in which equal things are equal."""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from dataclasses import dataclass
from functools import lru_cache
from math import isclose
from typing import Final

from memories.judging.numerals import (
    MAGNITUDES,
    NUMERAL,
    UNITS,
    WEEKDAYS,
    WORD_NUMBERS,
    chinese_number,
    number,
)
from memories.judging.rates import rate_at
from memories.judging.sieve import ByScript, Sieved, any_of

MONTHS: Final = {
    name: place // 2 + 1
    for place, name in enumerate(
        [
            "january",
            "jan",
            "february",
            "feb",
            "march",
            "mar",
            "april",
            "apr",
            "may",
            "_",
            "june",
            "jun",
            "july",
            "jul",
            "august",
            "aug",
            "september",
            "sep",
            "october",
            "oct",
            "november",
            "nov",
            "december",
            "dec",
        ]
    )
    if name != "_"
} | {"sept": 9}


@dataclass(frozen=True, slots=True)
class Value:
    """One value: what it measures, how much in that measure's base unit, where it stands in the folded text, and in
    how many seconds, if it is told by the minute or the like."""

    dimension: str
    amount: str
    start: int
    end: int
    per: int = 0

    def equals(self, other: "Value") -> bool:
        """Whether both say the same amount; a missing year or an open morning/afternoon matches any."""
        if self.per and other.per and self.per != other.per:
            both = float(self.amount) * other.per, float(other.amount) * self.per
            return self.comparable(other) and isclose(*both, rel_tol=1e-6)
        if self.dimension != other.dimension:
            return self.comparable(other) and self.amount == other.amount
        if self.amount == other.amount:
            return True
        if self.dimension == "date":
            pairs = list(zip(self.amount.split("-"), other.amount.split("-"), strict=True))
            shared = [left == right for left, right in pairs if left != "?" and right != "?"]
            return len(shared) > 1 and all(shared)
        if self.dimension == "time" and "?" in (self.amount[-1], other.amount[-1]):
            return int(self.amount.rstrip("?")) % 720 == int(other.amount.rstrip("?")) % 720
        return False

    def comparable(self, other: "Value") -> bool:
        """Whether both measure the same, so that different amounts exclude each other."""
        if self.dimension == other.dimension:
            return True
        bare = "number" in (self.dimension, other.dimension)
        return bare and {self.dimension, other.dimension} - {"number"} <= _COUNTED


# What a bare number may stand for, so that "budget 100000" equals "budget 100,000 yuan".
_COUNTED: Final = frozenset(
    {
        "money:usd",
        "money:cny",
        "money:eur",
        "money:gbp",
        "age",
        "people",
        "times",
        "pieces",
        "floor",
        "percent",
        "temperature",
    }
)
_ARTICLES: Final = frozenset({"pieces", "people", "times"})

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_CURRENCIES: Final = {
    "$": "usd", "usd": "usd", "us$": "usd", "dollars": "usd", "dollar": "usd", "美元": "usd", "美金": "usd", "刀": "usd",
    "¥": "cny", "cny": "cny", "rmb": "cny", "yuan": "cny", "元": "cny", "块": "cny", "块钱": "cny", "人民币": "cny",
    "€": "eur", "eur": "eur", "euros": "eur", "euro": "eur", "欧元": "eur", "£": "gbp", "gbp": "gbp", "pounds": "gbp",
}  # fmt: skip
_UNIT = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
_MONEY = "|".join(re.escape(unit) for unit in sorted(_CURRENCIES, key=len, reverse=True))
_MAGNITUDE = "|".join(sorted(MAGNITUDES, key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_WORDS = any_of(WORD_NUMBERS)
_END = r"(?![a-z0-9])"

# In order: what an earlier pattern took, a later one cannot.
_PATTERNS: Final = [
    ("mask", Sieved(r"\[(?P<kind>[a-z_]+)#(?P<mark>[0-9a-z]+)\]")),
    ("email", Sieved(r"[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+")),
    ("address", Sieved(r"https?://[^\s,，。]{1,300}|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b")),
    ("street", Sieved(r"\b\d{1,5}[a-z]? (?:[a-z]+ ){1,3}(?:street|road|avenue|lane|drive|square|court|boulevard|terrace)\b")),
    ("street", Sieved(r"(?<=[是在为到成了])[^\W\da-z_是在为到成了的]{1,6}(?:路|街|大道|巷|弄|胡同)\d+号?")),
    ("date", Sieved(r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)")),
    ("date", Sieved(r"(?:(?P<y>\d{4})\s*年)?(?P<m>\d{1,2}|[一二三四五六七八九十]{1,2})月(?:份)?(?:(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?")),
    ("date", Sieved(r"(?P<y>\d{4})\s*年(?![^\W\d]*[后内前])")),
    ("date", Sieved(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})\b(?:,?\s+(?P<y>\d{{4}}))?")),
    ("date", Sieved(rf"\b(?P<m>{_MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s+(?P<y>\d{{4}}))?")),
    ("date", Sieved(rf"\b(?P<m>{_MONTH})\.?\s+(?P<y>\d{{4}})\b")),
    ("date", Sieved(r"(?<=\b(?:in|by) )(?P<m>january|february|march|april|may|june|july|august|september|october|november|december)\b")),
    ("age", Sieved(r"(?<=\bturned )\d{1,3}\b|(?<=\baged )\d{1,3}\b")),
    ("phone", Sieved(r"(?<![\w-])\+?\d{2,4}(?:[ -]\d{3,4}){2,3}(?![\w-])|(?<!\d)1[3-9]\d{9}(?!\d)")),
    ("time", Sieved(r"(?<![\d.])(?P<h>\d{1,2})(?::(?P<n>\d{2}))?\s*(?P<half>am|pm|a\.m\.|p\.m\.)(?![a-z])")),
    ("time", Sieved(r"(?P<half>凌晨|早上|上午|中午|下午|傍晚|晚上)?\s*(?P<h>\d{1,2}|[一二两三四五六七八九十]{1,2})点(?:(?P<n>半|一刻|三刻|\d{1,2}|[一二三四五]?十[一二三四五六七八九]?)分?)?(?!钟?[后内])")),
    ("time", Sieved(r"(?P<half>凌晨|早上|上午|中午|下午|傍晚|晚上)?(?<![\d.])(?P<h>[01]?\d|2[0-4]):(?P<n>[0-5]\d)(?![\d:])")),
    ("time", Sieved(r"(?<=\bat )(?P<h>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?::(?P<n>\d\d))?(?=$|[.,;!?]| (?:o'clock|now|on|every|sharp|in|and|instead|from|again|today)\b)")),
    ("weekday", Sieved(r"\b(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b|(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])")),
    ("height", Sieved(rf"(?P<m>\d|{NUMERAL})米(?P<cm>\d{{1,2}}|[零一二三四五六七八九]{{1,2}})(?![米\d])")),
    ("timezone", Sieved(r"\b(?:utc|gmt)\s?[+-]\s?\d{1,2}(?::\d{2})?")),
    ("code", Sieved(r"\b[a-z]{1,10}-?\d+(?:[-.]\w+)*\b|\b\d+(?:\.\d+){2,}\b|\b\d+(?:-\d+)+\b")),
    ("amount", Sieved(rf"(?P<cur>us\$|[$¥€£])?\s?(?P<num>{_DIGITS}|(?<!{NUMERAL}){NUMERAL}{{1,8}}|\b(?:{_WORDS})\b(?!-[a-z]))\s?(?P<mag>(?:{_MAGNITUDE}){_END})?[\s-]?(?P<unit>(?:{_MONEY}|{_UNIT}){_END})?")),
]  # fmt: skip
_BY_SCRIPT: Final = ByScript([(pattern, kind) for kind, pattern in _PATTERNS])


def _date(match: re.Match[str]) -> str | None:
    groups = match.groupdict()
    month = groups.get("m") or "?"
    if month in MONTHS:
        month = str(MONTHS[month])
    elif month != "?":
        month = str(int(number(month) or 0))
        if not 1 <= int(month) <= 12:
            return None
    day = groups.get("d")
    return f"{groups.get('y') or '?'}-{month}-{int(number(day) or 0) if day else '?'}"


def _time(match: re.Match[str]) -> str | None:
    hour = int(number(match["h"]) or 0)
    spoken = match["n"] or "0"
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(spoken)
    minute = int(number(spoken) or 0) if minute is None else minute
    half = match.groupdict().get("half") or ""
    if hour > 24 or minute > 59:
        return None
    if half in ("pm", "p.m.", "下午", "傍晚", "晚上") and hour < 12:
        hour += 12
    elif half in ("am", "a.m.") and hour == 12:
        hour = 0
    open_half = not half and 0 < hour <= 12
    return f"{hour * 60 + minute}{'?' if open_half else ''}"


def _amount(match: re.Match[str]) -> tuple[str, str] | None:
    spoken, unit, magnitude = match["num"], match["unit"] or "", match["mag"] or ""
    plain = number(spoken)
    if plain is None:
        return None
    if all(mark in "百千万亿" for mark in spoken) or (
        spoken in ("一", "one") and UNITS.get(unit, ("",))[0] in _ARTICLES
    ):
        return None  # "百度" is a company and "一个" an article
    # "一起", "万一" and the pronoun "one" are no numbers: spelled numbers count with a unit or from ten on
    bare = not spoken[0].isdigit() and not unit and not magnitude and not match["cur"]
    chinese = spoken[0] in "零一二两三四五六七八九十百千万亿"
    if bare and (spoken == "one" or (chinese and chinese_number(spoken, strict=True) is None)):
        return None
    value = plain * MAGNITUDES.get(magnitude, 1)
    currency = _CURRENCIES.get(match["cur"] or "") or _CURRENCIES.get(unit)
    if currency:
        return f"money:{currency}", f"{value:g}" if value < 1e5 else f"{value:.0f}"
    dimension, factor = UNITS.get(unit, ("number", 1.0))
    value *= factor
    return dimension, f"{value:.10g}" if value < 1e9 else f"{value:.0f}"


def _read(kind: str, match: re.Match[str]) -> tuple[str, str] | None:
    if kind == "mask":
        return f"mask:{match['kind']}", match["mark"]
    if kind == "date":
        amount = _date(match)
        return (kind, amount) if amount else None
    if kind == "time":
        amount = _time(match)
        return (kind, amount) if amount else None
    if kind == "weekday":
        return kind, WEEKDAYS[match["day"] or match["zh"]]
    if kind == "phone":
        return kind, re.sub(r"\D", "", match.group())
    if kind == "code":
        version = re.fullmatch(r"v?(\d+(?:\.\d+)+)", match.group())
        return kind, version[1] if version else match.group()
    if kind == "height":
        metres, rest = number(match["m"]), number(match["cm"])
        if metres is None or rest is None:
            return None
        return "length", f"{metres + rest / 10 ** len(match['cm']):.10g}"
    if kind == "amount":
        return _amount(match)
    return kind, match.group()


@lru_cache(maxsize=4096)
def find_values(text: str) -> tuple[Value, ...]:
    """Values of a folded text (see `language.folded`), in the order in which they stand."""
    taken = bytearray(len(text))
    found: list[Value] = []
    for pattern, kind in _BY_SCRIPT.worth_asking(text):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]) or start == end:
                continue
            read = _read(kind, match)
            if read is None:
                continue
            start += len(match.group()) - len(match.group().lstrip())
            end -= len(match.group()) - len(match.group().rstrip(" -"))
            per, begin = rate_at(text, start, end) if kind == "amount" else (0, start)
            begin = start if any(taken[begin:start]) else begin
            taken[begin:end] = b"\x01" * (end - begin)
            found.append(Value(read[0], read[1], begin, end, per))
    return tuple(sorted(found, key=lambda value: value.start))
