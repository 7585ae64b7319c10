"""Identifiers in a text, in one form however they are written: ERR-4312, ERR 4312, err4312 and ERR_4312; v2.3.1 and
2.3.1; pure.

A code tells its unit apart from all others, and the vectors of two codes are all but equal: so what a question names by
its code is looked for by that, and by nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from memories.judging.language import LATIN, stem, without_accents
from memories.judging.topics import asked_terms
from memories.judging.words import STOP

Kind = Literal["code", "version", "number", "mark"]

_MARK: Final = re.compile(r"\[([A-Z_]+#[0-9a-f]{4,})\]")
"""What stands for an identifier of a person (memories.privacy)."""
# A time of day is none, and the comma of a thousand is within the number.
_PIECE: Final = re.compile(
    rf"{_MARK.pattern}|[0-9]+(?::[0-9]+)+|[0-9]{{1,3}}(?:,[0-9]{{3}})+(?:\.[0-9]+)?|[{LATIN}0-9]+(?:[-_.#][{LATIN}0-9]+)*"
)
_RUN: Final = re.compile(rf"[{LATIN}]+|[0-9]+(?:\.[0-9]+)*")
_DATE: Final = re.compile(
    r"(?:19|20|21)[0-9]{2}[-_.][0-9]{1,2}(?:[-_.][0-9]{1,2})?|[0-9]{1,2}[-.][0-9]{1,2}[-.](?:19|20)[0-9]{2}"
)
_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
# 100k, 3pm, 21st: an amount, an hour, a place, and no identifier.
_AMOUNT: Final = re.compile(
    r"[0-9]+(?:\.[0-9]+)*(?:k|m|bn?|[kmgt]i?b|[kcm]?m|[kmµ]?g|m?l|hr?s?|mins?|m?s|secs?|am|pm|st|nd|rd|th|x|px|k?wh?|"
    r"[kmg]?hz|usd|eur|gbp|rmb|cny|d|days?|y|yo|yrs?|years?|weeks?|months?|hours?|minutes?)"
)
_JOINED: Final = re.compile(r"[ :/]|: | # ?")
"""Between a word and a number that are one code: ERR 4312, ERR:4312, ERR: 4312."""
_VERSIONED: Final = frozenset({"v", "ver", "version", "release"})
_TELLING_DIGITS: Final = 3
_JOINED_DIGITS: Final = 6
"""20-30 is a range, 555-1234 a number in two parts."""
_MOST_RUNS: Final = 4
"""Of a code of more runs, such as a digest, no part is a name."""
_LONGEST_LABEL: Final = 4
# Beside a code they say what it is, not what is asked about it.
_LABELS: Final = frozenset(
    stem(word)
    for word in (
        "error err code number no id ticket order issue case ref reference version release build mean meaning status "
        "about info details find show look search tell explain define definition stand"
    ).split()
)
_LABELS_ZH: Final = re.compile(
    "错误代码|错误码|错误|报错|代码|编号|号码|订单号|订单|工单号|工单|单号|版本号|版本|意思|含义|状态|情况|关于|查询|查一下|查|号"
)


@dataclass(frozen=True, slots=True)
class Code:
    """An identifier: `form` is the term that it is looked for by; `parts` are terms that a text which holds it is found
    by too; `telling` if it is not any number; it stands in its text from `start` to `end`."""

    form: str
    kind: Kind
    telling: bool
    parts: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Named:
    """What a question names by its codes: `rest` is the question without them; `content` counts the words of it that
    say more than what kind of code it is."""

    codes: tuple[Code, ...]
    rest: str
    content: int

    @property
    def telling(self) -> tuple[Code, ...]:
        return tuple(code for code in self.codes if code.telling)


def terms_of_codes(text: str) -> list[str]:
    """The terms of the codes in a stored text that its words alone do not give; repeats kept."""
    found: list[str] = []
    for code in _codes(unicodedata.normalize("NFKC", text), any_word=True):
        found += [code.form, *code.parts]
    return found


def kinds_in(text: str) -> frozenset[Kind]:
    """Of which kinds a stored text has telling codes."""
    return frozenset(code.kind for code in _codes(unicodedata.normalize("NFKC", text)) if code.telling)


def named_in(question: str) -> Named:
    """What a question names by its codes."""
    text = unicodedata.normalize("NFKC", question)
    codes = tuple(_codes(text))
    rest, last = [], 0
    for code in codes:
        rest += [text[last : code.start]]
        last = code.end
    left = " ".join([*rest, text[last:]])
    labels = {_label_before(text, code) for code in codes} - {""}
    content = {term for term in asked_terms(_LABELS_ZH.sub(" ", left)) if term not in _LABELS and term not in labels}
    return Named(codes, left, len(content))


def _label_before(text: str, code: Code) -> str:
    """A short word that a number follows at once: the name of its series."""
    before = re.search(rf"(?<![{LATIN}0-9])([{LATIN}]{{1,{_LONGEST_LABEL}}})(?:[ :/#]|: | # ?)$", text[: code.start])
    return stem(_plain(before[1])) if before and code.kind == "number" else ""


def _codes(text: str, *, any_word: bool = False) -> Iterator[Code]:
    """The codes of a text in their order. A word in capitals and the number after it are one; with `any_word` any word
    is, beside the number on its own: so a stored text is found by either."""
    word: re.Match[str] | None = None
    for piece in _PIECE.finditer(text):
        if piece[1]:
            word = None
            yield Code(piece[1].lower(), "mark", True, (), piece.start(), piece.end())
            continue
        if not re.search("[0-9]", piece.group()):
            word = piece
            continue
        code = None if "@" in text[max(0, piece.start() - 1) : piece.end() + 1] else _code_of(piece)
        near = word is not None and _JOINED.fullmatch(text, word.end(), piece.start())
        word = None if word is None or not near or stem(_plain(word.group())) in STOP else word
        if word is not None and piece.group().isdigit() and not _YEAR.fullmatch(piece.group()):
            if any_word:
                yield _pair(word, piece)
            elif word.group().isupper() and len(word.group()) > 1:
                code = _pair(word, piece)
        word = None
        if code is not None:
            yield code


def _pair(word: re.Match[str], number: re.Match[str]) -> Code:
    form = _plain(word.group()) + number.group()
    telling = len(number.group()) >= _TELLING_DIGITS or len(word.group()) > 1 < len(number.group())
    return Code(form, "code", telling, (), word.start(), number.end())


def _code_of(piece: re.Match[str]) -> Code | None:
    text = _plain(piece.group()).replace(",", "")
    if ":" in text or _DATE.fullmatch(text) or _AMOUNT.fullmatch(text):
        return None
    runs = _RUN.findall(text)
    if len(runs) == 2 and runs[0] in _VERSIONED and "." in runs[1]:
        runs = runs[1:]
        return Code(runs[0], "version", True, (), piece.start(), piece.end())
    form, digits = "".join(runs), sum(map(str.isdigit, text))
    # A number with one point may be an amount, one of few digits is a word like any other, and so is a year.
    if len(runs) == 1 and "." in form:
        return Code(form, "version", True, (), piece.start(), piece.end()) if form.count(".") > 1 else None
    if form.isdigit():
        if digits < (_TELLING_DIGITS if len(runs) == 1 else _JOINED_DIGITS) or _YEAR.fullmatch(form):
            return None
        return Code(form, "number", True, _parts(runs), piece.start(), piece.end())
    telling = digits >= _TELLING_DIGITS or (digits > 1 and runs[0].isalpha() and len(runs[0]) > 1)
    return Code(form, "code", telling, _parts(runs), piece.start(), piece.end())


def _parts(runs: list[str]) -> tuple[str, ...]:
    """What a text is found by of a code of several runs: its names, its long numbers and its versions."""
    if not 1 < len(runs) <= _MOST_RUNS:
        return ()
    names = tuple(stem(run) for run in runs if run.isalpha() and len(run) > 1)
    return names + tuple(run for run in runs if "." in run or (run.isdigit() and len(run) >= _TELLING_DIGITS))


def _plain(word: str) -> str:
    """As words are made terms: lower case, without accents."""
    return without_accents(word.casefold())
