"""By which time a value is told: the hour of "100 requests per hour" and of 每小时100次."""

import re
from typing import Final

_SECONDS: Final = {
    "second": 1, "sec": 1, "s": 1, "秒": 1, "秒钟": 1, "minute": 60, "min": 60, "分": 60, "分钟": 60, "hour": 3600,
    "hr": 3600, "h": 3600, "小时": 3600, "day": 86400, "天": 86400, "日": 86400, "week": 604800, "周": 604800,
    "星期": 604800, "month": 2_592_000, "月": 2_592_000, "个月": 2_592_000, "year": 31_104_000, "年": 31_104_000,
}  # fmt: skip
"""A month has thirty days and a year twelve months here: rates are compared, not measured."""
_EN: Final = "second|sec|s|minute|min|hour|hr|h|day|week|month|year"
_ZH: Final = "秒钟?|分钟?|小时|天|日|周|星期|个?月|年"
_AFTER: Final = re.compile(
    rf"(?: [a-z]{{2,15}}){{0,2}}? ?(?:per |/ ?|an? |each |every )(?P<en>{_EN})(?![a-z])"
    rf"|[^\W\d_]{{0,2}}(?:/|每)(?P<zh>{_ZH})"
)
_BEFORE: Final = re.compile(rf"每个?(?P<zh>{_ZH})(?:最多|至多|至少|不超过|约|大约|限|可以?|能)?[^\W\d]{{0,2}}$")
_REACH: Final = 12


def rate_at(text: str, start: int, end: int) -> tuple[int, int]:
    """In how many seconds the value that stands there in a folded text comes about (0 if that is not told), and where
    it then begins."""
    if match := _AFTER.match(text, end):
        return _SECONDS[match["en"] or match["zh"]], start
    before = max(0, start - _REACH)
    if match := _BEFORE.search(text[before:start]):
        return _SECONDS[match["zh"]], before + match.start()
    return 0, start
