"""Telephone numbers: Chinese mobile and fixed, international with +, American, and any that a word calls a phone.

What is a possible number where is libphonenumber's to know (docs/decisions/0007); how people write numbers into
sentences, and which words make a number something else, is ours.
"""

import re
from collections.abc import Iterator
from typing import Final

import phonenumbers

from memories.privacy.findings import Candidate, Kind
from memories.privacy.labels import labelled, something_else
from memories.privacy.shapes import END, START, digits_of

# A number may follow a whole mobile number and a hyphen, but not the digits of an order or a date.
_START: Final = rf"(?:{START}|(?<=(?i:tel))|(?<=(?i:phone))|(?<=(?i:mob)))(?:(?<!\d-)|(?<=\d{{11}}-))"
_EXTENSION: Final = r"(?:\s?(?:转|分机号?|ext\.?|x)\s?\d{1,6})?"
_EXTENSION_WORD: Final = re.compile("转|分机号?")
_MOBILE: Final = re.compile(
    rf"{_START}(?:(?:\(?\+|00)?86\)?[ .-]{{0,3}})?1[3-9](?:"
    r"\d{9}|\d[ .-]{1,3}\d{4}[ .-]{1,3}\d{4}|\d{2}[ -]\d{3}[ -]\d{4}|\d[ -]\d{8}|\d[ -]\d{3}[ -]\d{5}|\d{5}[ -]\d{4}"
    rf")(?!(?<!\d{{11}})-\d)(?!-\d{{4,10}}(?!\d)){END}|{_START}(?<!\d )1(?: \d){{10}}(?! \d){END}"
)
_FIXED: Final = re.compile(
    rf"{_START}\(?0(?:10|2\d|[3-9]\d\d)\)?[ -]{{0,2}}[2-9]\d{{2,3}}[ -]?\d{{4}}(?:-\d{{1,5}})?(?!-\d){END}{_EXTENSION}"
)
_AMERICAN: Final = re.compile(
    rf"{_START}(?<!\+)(?:1[ .-])?(?:\([2-9]\d\d\)[ -]?\d{{3}}[ .-]\d{{4}}|"
    rf"[2-9]\d\d(?P<sep>[ .-])\d{{3}}(?P=sep)\d{{4}})(?!-\d){END}{_EXTENSION}"
)
# After "+", groups of digits; what follows the number is cut off again by length.
_INTERNATIONAL: Final = re.compile(
    r"(?<![0-9A-Za-z_+])(?:\+|\(\+|00(?=[1-9]\d{0,2}[ -]))[1-9]\d{0,14}(?:[ .)(-]{1,3}\d{1,14}){0,7}" + _EXTENSION
)
_LABELLED: Final = re.compile(
    rf"{_START}[+(]{{0,2}}\d{{1,15}}(?:(?:\)[ .-]?|[ .-]\(?)\d{{2,14}}){{0,6}}{END}(?!\s?[:%]){_EXTENSION}"
)
# Numbers of companies in China that anyone may call, and that name nobody.
_PUBLIC: Final = re.compile(r"400[ -]?\d{3}[ -]?\d{4}")
_DATE: Final = re.compile(r"(?:19|20)\d\d[ .-]?(?:0[1-9]|1[0-2])[ .-]?(?:0[1-9]|[12]\d|3[01])")


def phones(text: str) -> Iterator[Candidate]:
    """Every telephone number."""
    for match in _MOBILE.finditer(text):
        if not something_else(Kind.PHONE, text, *match.span(), proved=_real(match[0], "CN")):
            yield Candidate(Kind.PHONE, *match.span())
    for match in _FIXED.finditer(text):
        if _real(match[0], "CN") and not something_else(Kind.PHONE, text, *match.span()):
            yield Candidate(Kind.PHONE, *match.span())
    for match in _AMERICAN.finditer(text):
        # Three bare numbers with spaces may be a list: only then must the area code be one that exists.
        if (match["sep"] == " " and not _real(match[0], "US")) or _PUBLIC.fullmatch(match[0]):
            continue
        if not something_else(Kind.PHONE, text, *match.span()):
            yield Candidate(Kind.PHONE, *match.span())
    for match in _INTERNATIONAL.finditer(text):
        end = _possible_end(match[0])
        if end:
            yield Candidate(Kind.PHONE, match.start(), match.start() + end)
    yield from _called_phones(text)


def _called_phones(text: str) -> Iterator[Candidate]:
    """Numbers in any form that directly follow a word for a phone, or another such number."""
    found_at = -1
    for match in _LABELLED.finditer(text):
        start = match.start()
        between = text[found_at:start].strip().lower() if found_at >= 0 and start - found_at < 12 else None
        if not (between in ("/", "、", ",", "or", "and", "to", "或", "和") or labelled(Kind.PHONE, text, start)):
            continue
        written = _first_number(match[0])
        if 7 <= len(digits_of(written)) <= 15 and not _DATE.match(written) and not _PUBLIC.fullmatch(written):
            found_at = start + len(written)
            yield Candidate(Kind.PHONE, start, found_at)


def _first_number(written: str) -> str:
    """Without what is another number: "13800138000 2024" is a phone and a year."""
    while written[0] not in "+(" and len(digits_of(written)) > 12 and " " in written:
        written = written.rsplit(" ", 1)[0]
    head, _, tail = written.partition(" ")
    return head if len(digits_of(head)) >= 7 and tail[:1].isdigit() and head[0] not in "+(" else written


def _parsed(written: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(_EXTENSION_WORD.sub(" ext ", written), region)
    except phonenumbers.NumberParseException:
        return None


def _real(written: str, region: str) -> bool:
    number = _parsed(written, region)
    return number is not None and phonenumbers.is_valid_number(number)


def _international(written: str) -> str:
    plain = written.lstrip("(")
    return "+" + plain[2:] if plain.startswith("00") else plain


def _possible_end(written: str) -> int:
    """Where the number ends: the longest that is assigned, or else (with "+", in groups) one of a possible length."""
    ends = [match.end() for match in re.finditer(r"\d+(?=\D|$)", written)]
    plus = written.lstrip("(")[0] == "+"
    numbers = [(end, _parsed(_international(written[:end]), None)) for end in reversed(ends)]
    for end, number in numbers:
        if number is not None and phonenumbers.is_valid_number(number):
            return end
    for end, number in numbers:
        possible = number is not None and phonenumbers.is_possible_number_with_reason(number) == 0
        if plus and possible and len(digits_of(written[:end])) >= 9 and len(ends) > 1:
            return end
    return 0


def phone_identity(written: str) -> str:
    """One spelling of a number: with its country where that can be told, else its digits. Extensions count."""
    # Without a country a number is read as the form says under which it was found.
    chinese = re.match(r"0|(?:86)?1[3-9]\d{9}$", digits_of(written)) and not re.match(r"1[ .-]\(?\d{3}", written)
    region = "CN" if chinese else "US"
    number = _parsed(_international(written), region)
    if number is None or not phonenumbers.is_possible_number(number):
        return digits_of(written)
    extension = f"x{number.extension}" if number.extension else ""
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164) + extension
