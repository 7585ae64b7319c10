"""How Chinese names a period: 上周一, 最近七天, 三天前, 去年三月, 2024年第一季度.

Texts come folded: full-width digits made plain, no space beside Chinese.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

from memories.judging.numerals import chinese_number
from memories.recalling.timewords.calendar import At, Period
from memories.recalling.timewords.forms import (
    Build,
    Form,
    count_of,
    in_month,
    in_year,
    part_of_year,
    weekday_back,
    weekday_of,
    weekend,
)


def _form(whole: str, build: Build, *asked: str, yearless: bool = False) -> Form:
    return Form(re.compile(whole), tuple(re.compile(one) for one in asked), build, yearless)


_NUMERALS: Final = "零一二两三四五六七八九十百千"
_NO_NUMBER: Final = f"(?<![0-9.第{_NUMERALS}])"
_N: Final = f"(?P<n>[0-9]{{1,5}}|[{_NUMERALS}]{{1,6}}|半)"
_FEW: Final = f"(?P<n>[0-9]{{1,3}}|[{_NUMERALS}]{{1,6}}|半)"
_UNIT: Final = "(?P<unit>分钟|小时|钟头|天|日|周|星期|礼拜|月|季度|年)"
_UNITS: Final = {
    "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "周": "week", "星期": "week",
    "礼拜": "week", "月": "month", "季度": "quarter", "年": "year",
}  # fmt: skip
_HALVES: Final = {"year": ("month", 6), "month": ("day", 15), "day": ("hour", 12), "hour": ("minute", 30)}
_WHICH: Final = {"上上": -2, "上": -1, "本": 0, "这": 0, "当前": 0, "下": 1, "下下": 2}
_YEARS: Final = {"大前": -3, "前": -2, "去": -1, "今": 0, "明": 1, "后": 2}
_DAYS: Final = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_WEEKDAYS: Final = "一二三四五六日"
_PARTS: Final = {
    "早": (0, 12),
    "上": (0, 12),
    "中": (11, 14),
    "下": (12, 18),
    "傍": (16, 20),
    "晚": (18, 30),
    "夜": (18, 30),
}
_PART: Final = "(?P<part>早[上晨]?|上午|中午|下午|傍晚|晚上?|夜里?)"
_MONTH: Final = "(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月"
_DATE: Final = "(?P<date>[0-9]{1,2}|[一二三四五六七八九十]{1,3})[日号]"
_IN_YEAR: Final = f"(?:{_MONTH}份?(?:{_DATE})?|第?(?P<quarter>[1-4一二三四])季度|q(?P<q>[1-4])|(?P<half>[上下])半年)?"
_WEEK: Final = "(?:周|星期|礼拜)"
# 以上月份, 晚上周, 线上周会, 基本月薪 and 日本周边 name no week or month.
_BEFORE_WHICH: Final = "(?<![以晚早马线网身路基成日样版剧课])"
_BEFORE_QIAN: Final = "(?<![目当之以日年月周天前])"  # 目前天气 is the weather now
_QIAN: Final = "前(?![端台途方面后往进言者锋天年])"
_MONTH_ENDS: Final = r"(?=[的去我你他她在到至从之以前后初底中末里内，,。？?！!、；;~-]|\s|$)"


def _rolling(match: re.Match[str], at: At) -> Period:
    return at.back(*_much(match))


def _much(match: re.Match[str]) -> tuple[str, int]:
    """A unit and how many; half of one is so many of a smaller."""
    unit = _UNITS[match["unit"]]
    if match["n"] != "半":
        return unit, count_of(match["n"])
    if unit not in _HALVES:
        raise ValueError
    return _HALVES[unit]


def _week(match: re.Match[str], at: At) -> Period:
    week, day = _WHICH[match["which"]], match["day"]
    if day is None:
        return at.unit("week", week)
    if day == "末":
        return weekend(at, week)
    return at.days(weekday_of(at, week, _weekday(day)))


def _bare_weekday(match: re.Match[str], at: At) -> Period:
    day = match["day"]
    return weekend(at, None) if day == "末" else at.days(weekday_back(at, _weekday(day), today_too=True))


def _weekday(day: str) -> int:
    return _WEEKDAYS.index("日" if day == "天" else day)


def _month(match: re.Match[str], at: At) -> Period:
    first = at.unit("month", _WHICH[match["which"]])
    if match["date"] is None or first.start is None:
        return first
    day = first.start.astimezone(at.now.tzinfo).date()
    return in_year(at, day.year, day.month, _number(match["date"]))


def _year(match: re.Match[str], at: At) -> Period:
    name = match["year"]
    year = at.today.year + _YEARS[name] if name in _YEARS else _number(name)
    if match["half"]:
        return part_of_year(at, "half", 1 if match["half"] == "上" else 2, year)
    if match["quarter"] or match["q"]:
        return part_of_year(at, "quarter", _number(match["quarter"] or match["q"]), year)
    return in_year(
        at,
        year,
        _number(match["month"]) if match["month"] else None,
        _number(match["date"]) if match["date"] else None,
    )


def _number(text: str) -> int:
    value = int(text) if text.isascii() else chinese_number(text)
    if value is None:
        raise ValueError
    return int(value)


def _yearless(match: re.Match[str], at: At) -> Period:
    day = match.groupdict().get("date")
    return in_month(at, _number(match["month"]), _number(day) if day else None)


def _part_of_day(match: re.Match[str], at: At) -> Period:
    return at.hours(at.today + timedelta(days=_DAYS[match["day"]]), *_PARTS[match["part"][0]])


def _ago(match: re.Match[str], at: At) -> Period:
    return at.ago(*_much(match))


FORMS: Final = (
    _form(
        f"(?:最近|过去|过往|近)的?{_N}个?{_UNIT}",
        _rolling,
        f"(?:最近|过去|过往|(?<![附最接靠临将贴])近)的?{_N}个?{_UNIT}(?![代度])",
    ),
    _form(f"(?:未来|接下来|今后)的?{_N}个?{_UNIT}", lambda m, at: at.ahead(*_much(m))),
    # 三月前 is before March, 2024年前 before 2024.
    _form(
        f"{_FEW}个(?P<unit>月|星期|礼拜|小时|钟头|季度)(?:以前|之前|前)",
        _ago,
        f"{_NO_NUMBER}{_FEW}个(?P<unit>月|星期|礼拜|小时|钟头|季度)(?:以前|之前|{_QIAN})",
    ),
    _form(
        f"{_FEW}(?P<unit>分钟|小时|天|日|周|年)(?:以前|之前|前)",
        _ago,
        f"{_NO_NUMBER}{_FEW}(?P<unit>分钟|小时|天|周|年)(?:以前|之前|{_QIAN})",
    ),
    _form(
        f"(?P<which>上上|上|下下|下|本|这|当前)一?个?{_WEEK}(?P<day>[{_WEEKDAYS}天末])?",
        _week,
        f"{_BEFORE_WHICH}(?P<which>上上|上|本|这)一?个?{_WEEK}(?P<day>[{_WEEKDAYS}天末])?(?![围边期刊年密岁延转])",
    ),
    _form(f"{_WEEK}(?P<day>[{_WEEKDAYS}天末])", _bare_weekday),
    _form(
        f"(?P<which>上上|上|下下|下|本|这|当前)一?个?月份?(?:{_DATE})?",
        _month,
        f"{_BEFORE_WHICH}(?P<which>上上|上|本|这(?=个))一?个?月份?(?:{_DATE})?(?![饼薪刊光亮])",
    ),
    _form(
        "(?P<which>上上|上|下下|下|本|这|当前)一?个?季度",
        lambda m, at: at.unit("quarter", _WHICH[m["which"]]),
        f"{_BEFORE_WHICH}(?P<which>上上|上|本|这)一?个?季度",
    ),
    _form("(?P<which>上|本|下)一?年度?", lambda m, at: at.unit("year", _WHICH[m["which"]])),
    _form(
        f"(?P<year>[0-9]{{4}}|[零一二三四五六七八九]{{4}}|大前|前|去|今|明|后)年度?的?{_IN_YEAR}",
        _year,
        f"{_NO_NUMBER}(?P<year>(?:19|20|21)[0-9]{{2}}|[零一二三四五六七八九]{{4}}|(?<![过出进下上回])去|(?<![目之以日年月])前|今)年度?的?{_IN_YEAR}",
    ),
    _form(f"{_MONTH}{_DATE}", _yearless, f"{_NO_NUMBER}(?<![每个年]){_MONTH}{_DATE}(?![楼线店])", yearless=True),
    _form(
        f"{_MONTH}份?",
        _yearless,
        *(f"{_NO_NUMBER}(?<![每个年近去]){_MONTH}份", f"{_NO_NUMBER}(?<![每个年近去]){_MONTH}{_MONTH_ENDS}"),
        yearless=True,
    ),
    _form(
        "第?(?P<place>[1-4一二三四])季度",
        lambda m, at: part_of_year(at, "quarter", _number(m["place"]), None),
        yearless=True,
    ),
    _form(
        "(?P<place>[上下])半年",
        lambda m, at: part_of_year(at, "half", 1 if m["place"] == "上" else 2, None),
        yearless=True,
    ),
    _form(
        "(?P<day>大前|前|昨|今|明|大后|后)[天日]",
        lambda m, at: at.days(at.today + timedelta(days=_DAYS[m["day"]])),
        *("(?P<day>昨|今)[天日](?!头条)", f"{_BEFORE_QIAN}(?P<day>大前|前)天"),
    ),
    _form(
        f"(?P<day>大前|前|昨|今|明)(?:天|日)?{_PART}",
        _part_of_day,
        *(f"(?P<day>昨|今)(?:天|日)?{_PART}", f"{_BEFORE_QIAN}(?P<day>大前|前)(?:天|日){_PART}"),
    ),
)
