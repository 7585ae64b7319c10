"""Passport numbers: Chinese ones by their form, others by the word beside them."""

import re
from collections.abc import Iterator
from typing import Final

from memories.privacy.findings import Candidate, Kind
from memories.privacy.labels import after, something_else
from memories.privacy.shapes import END, WORD_START

# E and eight digits, E with a second letter (never I or O), G; D, S and P of officials; C and W of the travel permits
# to Hong Kong and Macau, H, M and K of documents from there.
_CHINESE: Final = re.compile(
    rf"{WORD_START}(?<!-)(?:[EGDSPCWHMK]\d{{8}}|E[A-HJ-NP-Z]\d{{7}}|[DSP]E\d{{7}}){END}(?![-_]\w)"
)
_NUMBER: Final = (
    r"(?P<number>(?=(?:[A-Za-z0-9]*\d){4})[A-Za-z]{0,2} ?\d[A-Za-z0-9]{4,8}(?![0-9A-Za-z_-]))"  # four digits at least
)
_NAMED: Final = re.compile(
    r"(?:(?<![A-Za-z])passports?|(?<![A-Za-z])travel (?:document|permit)s?|护照|通行证|回乡证|旅行证)(?:"
    # "passport number of Ana is": named as a number, so a few words may stand between
    r"\s?(?:no\b\.?|nos\b\.?|num\b\.?|numbers?\b|\#|id\b|号码?|编号)[^\d。；;!?\x01-\x07\n]{0,28}?"
    r"|(?:\s*(?:is|was|:|=|,|\(|是|为|持有|changed|from|to))*\s*"
    rf")(?<![A-Za-z0-9_]){_NUMBER}",
    re.IGNORECASE,
)
_BARE: Final = re.compile(rf"{WORD_START}[A-Za-z]{{1,2}}\d{{7,8}}{END}")
_NAMED_AFTER: Final = re.compile(
    r"\s*[,(]?\s*(?:is|was|是|为)?\s*(?:(?:my|his|her|their|the|a|new|old|chinese|我|他|她|的|本人)\s?){0,3}"
    r"(?:passport|护照|通行证)",
    re.IGNORECASE,
)
_DATE: Final = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")


def passports(text: str) -> Iterator[Candidate]:
    """Every passport number."""
    for match in _CHINESE.finditer(text):
        if not something_else(Kind.PASSPORT, text, *match.span()):
            yield Candidate(Kind.PASSPORT, *match.span())
    for match in _NAMED.finditer(text):
        if not _DATE.fullmatch(match["number"]):
            yield Candidate(Kind.PASSPORT, *match.span("number"))
    for match in _BARE.finditer(text):
        if _NAMED_AFTER.match(after(text, match.end())):
            yield Candidate(Kind.PASSPORT, *match.span())
