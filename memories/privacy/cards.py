"""Chinese ID cards and bank cards: numbers that carry their own proof."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from memories.privacy.findings import Candidate, Kind
from memories.privacy.labels import labelled, something_else
from memories.privacy.shapes import END, START, digits_of

# Overlapping on purpose: each place where a number may begin is tried.
_GAP: Final = r"(?:[ \t]{1,3}|-)"
_EIGHTEEN: Final = re.compile(rf"{START}(?=(\d(?:{_GAP}?\d){{16}}{_GAP}?[\dXx]){END})")
_MOST_GROUPS: Final = 7
_FIFTEEN: Final = re.compile(rf"{START}\d{{15}}{END}")
_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_PROVINCES: Final = re.compile(r"1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|91")
# How prefectures and counties are numbered (GB 2260): cities 01-34, autonomous and others 51-53 and 90.
_DISTRICT: Final = re.compile(r"(?:0[1-9]|[12]\d|3[0-4]|5[1-3]|90)(?:0[1-9]|[1-3]\d|4[0-2]|8[1-9])")
_LAST_YEAR: Final = 2099  # no clock here: these rules are pure

_GROUP: Final = re.compile(r"\d+")
_DIGIT_RUN: Final = re.compile(rf"{START}\d+(?:{_GAP}\d+)*{END}")
_SHORTEST, _LONGEST = 13, 19
# How cards are embossed and typed: in fours, American Express 4-6-5, Diners 4-6-4, a bank's prefix and the rest.
_SPELT: Final = re.compile(
    rf"\d{{13,19}}|\d{{4}}(?:{_GAP}\d{{4}}){{2,3}}(?:{_GAP}\d{{1,4}})?"
    rf"|\d{{4}}{_GAP}\d{{6}}{_GAP}\d{{4,5}}|\d{{6}}{_GAP}\d{{10,13}}"
)
# Issuers, with the lengths they use: Visa; Mastercard; UnionPay and older Chinese cards; JCB and Discover; Amex.
_ISSUED: Final = re.compile(
    r"4\d{15}(?:\d{3})?|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|62\d{14,17}|81\d{14,17}"
    r"|(?:9[0-9]|6[08]|5[0568]|4[0-9])\d{17}|(?:6011|64[4-9]\d|65\d\d|352[89]|35[3-8]\d)\d{12,15}|3[47]\d{13}"
)


def check_digit(seventeen: str) -> str:
    """The last character of an 18-digit ID number (GB 11643)."""
    return "10X98765432"[sum(weight * int(digit) for weight, digit in zip(_WEIGHTS, seventeen, strict=True)) % 11]


def _born(number: str) -> bool:
    try:
        return 1850 <= date(int(number[:4]), int(number[4:6]), int(number[6:])).year <= _LAST_YEAR
    except ValueError:
        return False


def is_cn_id(number: str) -> bool:
    """Eighteen digits with region, date of birth and check digit, or (until 1999) fifteen with region and date."""
    if not _PROVINCES.match(number):
        return False
    if len(number) == 15:
        # Prefecture and county are numbered from 01; the old form has no check digit, so these are all the proof.
        return bool(_DISTRICT.match(number, 2)) and _born("19" + number[6:12])
    return _born(number[6:14]) and check_digit(number[:17]) == number[17].upper()


def luhn(number: str) -> bool:
    """The check sum of cards (ISO 7812)."""
    doubled = (int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(number)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def id_cards(text: str) -> Iterator[Candidate]:
    """Every Chinese ID number, also with spaces or hyphens."""
    for match in _EIGHTEEN.finditer(text):
        # A card's number is written in a few groups; a list of small numbers is none, and one in eleven would pass.
        if len(match[1].split()) <= _MOST_GROUPS and is_cn_id(re.sub(_GAP, "", match[1])):
            yield Candidate(Kind.CN_ID, *match.span(1), sure=True)
    for match in _FIFTEEN.finditer(text):
        if is_cn_id(match[0]) and not something_else(Kind.CN_ID, text, *match.span()):
            yield Candidate(Kind.CN_ID, *match.span())


def bank_cards(text: str) -> Iterator[Candidate]:
    """Every bank card number: its check sum right, of a known issuer or called a card, and called nothing else."""
    for run in _DIGIT_RUN.finditer(text):
        groups = [(run.start() + group.start(), run.start() + group.end()) for group in _GROUP.finditer(run[0])]
        hyphens = "-" in run[0]
        taken = 0
        for first, (start, _) in enumerate(groups):
            # With hyphens the whole run is one number; with spaces its neighbours may be others.
            alone = hyphens and groups[first][1] - start >= _SHORTEST
            if start < taken or (hyphens and first and not alone):
                continue
            if alone and _is_card(text, start, groups[first][1]):
                yield Candidate(Kind.BANK_CARD, start, groups[first][1])
                taken = groups[first][1]
                continue
            ends = [end for _, end in groups[first : first + 19] if end - start <= 2 * _LONGEST]
            for end in reversed(ends[-1:] if hyphens else ends):
                if _is_card(text, start, end):
                    yield Candidate(Kind.BANK_CARD, start, end)
                    taken = end
                    break


def _is_card(text: str, start: int, end: int) -> bool:
    written = text[start:end]
    number = digits_of(written)
    if not _SHORTEST <= len(number) <= _LONGEST or len(set(number)) < 2 or not luhn(number):
        return False
    if labelled(Kind.BANK_CARD, text, start):
        return True
    if not _SPELT.fullmatch(written):
        return False
    return bool(_ISSUED.fullmatch(number)) and not something_else(Kind.BANK_CARD, text, start, end, proved=True)
