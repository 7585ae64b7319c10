"""Spelled numbers, magnitudes and units, English and Chinese."""

import re
from typing import Final

NUMERAL: Final = "[零一二两三四五六七八九十百千万亿]"
_DIGIT: Final = {mark: value for value, mark in enumerate("零一二三四五六七八九")} | {"两": 2}
_PLACE: Final = {"十": 10, "百": 100, "千": 1000}
_MYRIAD: Final = {"万": 10_000, "亿": 100_000_000}

WORD_NUMBERS: Final = {
    word: float(value)
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {
    "thirty": 30.0,
    "forty": 40.0,
    "fifty": 50.0,
    "sixty": 60.0,
    "seventy": 70.0,
    "eighty": 80.0,
    "ninety": 90.0,
}

MAGNITUDES: Final = {
    "k": 1e3, "thousand": 1e3, "million": 1e6, "mn": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9, "hundred": 1e2,
    "百": 1e2, "千": 1e3, "万": 1e4, "w": 1e4, "十万": 1e5, "百万": 1e6, "千万": 1e7, "亿": 1e8,
}  # fmt: skip

# unit -> (dimension, factor to its base); months stay apart from seconds, for they have no fixed length
UNITS: Final[dict[str, tuple[str, float]]] = {
    unit: (dimension, factor)
    for dimension, factor, names in [
        ("percent", 1, "% percent 个百分点 per-cent"),
        ("duration", 0.001, "ms millisecond milliseconds 毫秒"),
        ("duration", 1, "s sec secs second seconds 秒 秒钟"),
        ("duration", 60, "min mins minute minutes 分钟"),
        ("duration", 3600, "h hr hrs hour hours 小时 个小时 钟头 个钟头"),
        ("duration", 86400, "day days 天"),
        ("duration", 604800, "week weeks 周 个星期 星期 个礼拜"),
        ("months", 1, "month months 个月"),
        ("months", 12, "year years 年"),
        ("age", 1, "岁 years_old year_old year-old"),
        ("length", 1, "metre metres meter meters 米"),
        ("length", 1000, "km kilometre kilometres kilometer kilometers 公里 千米"),
        ("length", 0.01, "cm centimetre centimetres centimeters 厘米 公分"),
        ("length", 1609.344, "mile miles 英里"),
        ("area", 1, "sqm sq_m square_metre square_metres square_meter square_meters 平方米 平米"),
        ("area", 0.09290304, "sqft sq_ft square_foot square_feet 平方英尺"),
        ("area", 1e6, "square_kilometre square_kilometres square_kilometer square_kilometers 平方公里"),
        ("mass", 1, "kg kilo kilos kilogram kilograms 公斤 千克"),
        ("mass", 0.5, "斤"),
        ("mass", 0.001, "g gram grams 克"),
        ("mass", 1e-6, "mg 毫克"),
        ("bytes", 1, "byte bytes 字节"),
        ("bytes", 2**10, "kb kib"),
        ("bytes", 2**20, "mb mib 兆"),
        ("bytes", 2**30, "gb gib"),
        ("bytes", 2**40, "tb tib"),
        ("temperature", 1, "degrees degree °c ° 度 摄氏度"),
        ("people", 1, "people persons guests employees 人 名 位"),
        ("times", 1, "times 次 遍 回"),
        ("floor", 1, "楼 层"),
        ("pieces", 1, "个 台 只 本 张 件 条 份 杯 辆 套 间"),
    ]
    for unit in (name.replace("_", " ") for name in names.split())
}

WEEKDAYS: Final = {
    name: str(place)
    for place, names in enumerate(
        [
            "monday 一",
            "tuesday 二",
            "wednesday 三",
            "thursday 四",
            "friday 五",
            "saturday 六",
            "sunday 日 天",
        ],
        start=1,
    )
    for name in names.split()
}


def chinese_number(text: str, strict: bool = False) -> float | None:
    """Value of Chinese numerals; strict wants at least two characters with a place in them, such as 二十."""
    if strict and not (len(text) > 1 and any(mark in _PLACE or mark in _MYRIAD for mark in text)):
        return None
    if strict and (text[0] in "百千万亿" or all(mark == "十" for mark in text)):
        return None
    if len(text) > 1 and all(mark in _DIGIT for mark in text):
        return float("".join(str(_DIGIT[mark]) for mark in text))
    total, section, digit, last = 0, 0, 0, 1
    for mark in text:
        if mark in _DIGIT:
            digit = _DIGIT[mark]
        elif mark in _PLACE:
            section += (digit or 1) * _PLACE[mark]
            digit, last = 0, _PLACE[mark]
        elif mark in _MYRIAD:
            total = (total + section + digit or 1) * _MYRIAD[mark]
            section, digit, last = 0, 0, _MYRIAD[mark]
        else:
            return None
    if digit and last >= 100 and text[-2] != "零":  # 三百五 is 350
        digit *= last // 10
    return float(total + section + digit)


def number(text: str) -> float | None:
    """Value of digits, an English number word or Chinese numerals."""
    if text in WORD_NUMBERS:
        return WORD_NUMBERS[text]
    if re.fullmatch(r"[\d,.]+", text, re.ASCII):
        try:
            return float(text.replace(",", ""))
        except ValueError:
            return None
    return chinese_number(text)
