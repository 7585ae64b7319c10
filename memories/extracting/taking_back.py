"""Words that take back what was said, and whether what follows them stands alone. Patterns, pure."""

# ruff: noqa: E501 - a pattern is read best on one line

from __future__ import annotations

import re
from typing import Final

from memories.extracting.leads import AFTER

MISTAKEN: Final = re.compile(
    rf"(?:(?:oh |ah )?(?:no(?!\. ?\d)|nope|wait|sorry|oops|actually|correction|hang on|hold on)(?:,? (?:no|wait|sorry|actually))*{AFTER}|(?:i (?:misspoke|was wrong|made a mistake)|my mistake|my bad){AFTER})+"
    r"|(?:(?:哦|啊|噢|哎呀?)?(?:不对|不是的?|不|错了|搞错了|说错了|刚才说错了|我?(?:记|说|写)错了|不好意思(?:我)?(?:说|记)错了|更正|更正一下|纠正一下|等等|等一下)[,，。!！、:：\s]+)+",
    re.I,
)
# What is left after "no," says by itself what it is about.
ELLIPTIC: Final = re.compile(r"(?:it'?s|it is|that'?s|on|at|in|to|from|is|are|was)\b|(?:应该是|是|在|改成|到|从)", re.I)


# A value and little else, after words that take something back: "No, Friday", 哦不，8万.
_BARE: Final = re.compile(
    r"(?!.*\b(?:it'?s|that'?s|it|i|i'm|my|we|our|you|your|thanks?|please|is|are|was|were|has|have)\b)(?=.*(?:\d|(?-i:[A-Z][a-z])|\b(?:noon|midnight|tomorrow|today|tonight)\b))(?:[\w'’.:/%-]+\s?){1,4}[.!]*$"
    r"|(?!应该|是|改|在|.*[我你您谢])(?=.*(?:\d|[一二三四五六七八九十百千万两]|周|星期|今|明|后天|月|日|点))[^，,。\s]{1,10}[。.!！]*$",
    re.I,
)
_MEANT: Final = re.compile(
    r"(?:i mean(?:t)?(?: to say)?|make (?:that|it)|(?:it )?should be|that should be)\s+(?!to\b)(?:[\w'’.:/%-]+\s?){1,5}[.!]*$"
    r"|not\s+(?!.*\bthank)[\w:.]+,\s*(?:but |it'?s )?[\w:.]+[.!]*$|不是[^，,我你]{1,8}[，,]\s*(?:而?是)[^，,。我你]{1,10}[。.!！]*$|我(?:的意思|想说的)是[^，,。]{1,10}[。.!！]*$",
    re.I,
)


def leans_back(said: str) -> bool:
    """A correction that says only what is right, not of what: "no, it's on Friday", "sorry, 10", 不对，是周五."""
    match = MISTAKEN.match(said)
    return bool(match and ELLIPTIC.match(said, match.end())) or says_nothing_alone(said)


def says_nothing_alone(said: str) -> bool:
    """A correction that is no statement without what it corrects: "No, Friday", not 不对，是周五."""
    match = MISTAKEN.match(said)
    start = match.end() if match else 0
    return bool(_MEANT.match(said, start) or (match and _BARE.match(said, start)))
