"""Statements that set one thing above another: who no longer likes coffee may still like tea more than coffee."""

import re
from typing import Final

from memories.judging.sieve import Sieved

_COMPARES: Final = (
    # "More than 5 guests" counts.
    Sieved(r"\b(?:more|less|better|worse|rather|sooner|[a-z]{3,}er)\b[^,.;]{0,40}\bthan\b(?!\s*[\d$¥€£])"),
    Sieved(r"\b(?:prefer|prefers|preferred|favou?rs?)\b(?! to\b)[^,.;]{1,40}?\s(?:to|over|above)\s"),
    Sieved(r"比起|相比|胜过|多过|甚于|好过|(?<![对])比(?![如较例赛分重率\d])[^，。；]{1,12}?[更还好多强快少]"),
)
_ONE_SIDED: Final = re.compile(r"\bno (?:more|less|longer|sooner)\b")


def compares(text: str) -> bool:
    """Whether a folded text sets one thing above another."""
    plain = _ONE_SIDED.sub("", text)
    return any(pattern.search(plain) for pattern in _COMPARES)
