"""Names in a text: people, products, places, organisations, files, identifiers, versions; precision before recall.

Rules over the spelling and the words around, in English, Chinese and mixtures. What is returned is always a stretch of
the text as it was written.
"""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from typing import Final

from memories.extracting.names_zh import LATIN_WORD, Span, brands_zh, latin_in_chinese, organisations_zh, people_zh
from memories.extracting.vocabulary import (
    ACRONYMS,
    GIVEN_NAMES,
    NAMED_KINDS,
    NOT_NAMES,
    ORDINARY,
    PRONOUNS,
    WEEKDAYS_AND_MONTHS,
)
from memories.judging.kinds import kinds_in
from memories.judging.language import HAN, LATIN
from memories.judging.places import place_names

MOST_ENTITIES: Final = 10
LONGEST_ENTITY: Final = 120  # characters
LONGEST_READ: Final = 4000

_MARK: Final = re.compile(r"\[[A-Z_]{2,20}#[0-9a-fA-F]{2,32}\]")
_CODES: Final = [
    re.compile(pattern)
    for pattern in (
        rf"https?://[^\s\"'<>()\[\]{{}}，。；、！？（）{HAN}]{{1,110}}",
        r"(?<![A-Za-z0-9_/.])(?:~|\.{1,2})?/(?:[A-Za-z0-9_.+-]{1,40}/){1,10}[A-Za-z0-9_.+-]{0,40}|(?<![A-Za-z0-9_/.])(?:[A-Za-z0-9_.+-]{1,40}/){1,10}[A-Za-z0-9_+-]{1,40}\.[A-Za-z0-9]{1,6}(?![A-Za-z0-9_/])|(?<![A-Za-z0-9])[A-Z]:\\[A-Za-z0-9_\\.-]{2,80}",
        r"(?<![A-Za-z0-9_./])[A-Za-z0-9_][A-Za-z0-9_+-]{0,40}\.(?:py|js|ts|tsx|jsx|go|rs|java|kt|rb|php|c|h|cpp|cs|sh|sql|md|txt|csv|json|ya?ml|toml|ini|cfg|conf|env|html|css|xml|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|zip|gz|log|lock|ipynb|parquet)(?![A-Za-z0-9_])",
        r"(?<![A-Za-z0-9_@./+-])@[A-Za-z0-9_][A-Za-z0-9_-]{1,38}(?![A-Za-z0-9_.]{0,40}@)(?!\.[A-Za-z0-9])",
        r"(?<![A-Za-z0-9_&#/])#\d{1,12}(?![A-Za-z0-9_-])",
        r"(?<![A-Za-z0-9_/-])[A-Z]{1,10}[-_]\d[A-Za-z0-9_-]{0,40}(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])[A-Z][A-Z0-9]{0,20}(?:_[A-Z0-9]{1,20}){1,6}(?![A-Za-z0-9_])",
        r"(?<![A-Za-z0-9_.])v\d{1,4}(?:\.\d{1,4}){0,3}(?:-[a-z0-9.]{1,12})?(?![A-Za-z0-9_]|\.\d)|(?<![A-Za-z0-9_.])\d{1,3}\.\d{1,4}\.\d{1,5}(?:-[a-z0-9.]{1,12})?(?![A-Za-z0-9_]|\.\d)",
        r"(?<![A-Za-z0-9_.-])[a-z]{2,12}(?:-[a-z]{2,12}){1,3}-\d{1,3}(?![A-Za-z0-9_-])|(?<![A-Za-z0-9_.-])[a-z]{2,20}(?:-[a-z0-9]{1,20}){0,3}-(?:service|api|worker|server|db|app|bot|agent|gateway|proxy|cluster|queue|cli|client|backend|frontend|prod|staging)(?![A-Za-z0-9_-])",
        r"(?<![A-Za-z0-9_.])[a-z][a-z0-9]{0,30}(?:_[a-z0-9]{1,30}){1,6}(?![A-Za-z0-9_])(?:\(\))?",
    )
]
_CAMEL: Final = re.compile(
    r"(?<![A-Za-z0-9_.])(?:[a-z]{1,20}[A-Z][A-Za-z0-9]{1,30}|[A-Z][a-z0-9]{1,20}(?:[A-Z][a-z0-9]{1,20}){1,4})(?![A-Za-z0-9_])"
)
_QUOTED: Final = re.compile(
    r"《([^《》\n]{1,40})》|「([^「」\n]{1,24})」|『([^『』\n]{1,24})』|“([^“”\n]{2,40})”|(?<!\w)\"([^\"\n]{2,40})\"(?!\w)|`([^`\n]{2,60})`"
)
_QUOTED_NAME: Final = re.compile(rf"[A-Z0-9][\w'’&.:-]*(?: [\w'’&.:-]+){{0,5}}|[{HAN}A-Za-z0-9·]{{2,12}}")

_CAPITAL: Final = rf"(?:[A-Z\u00c0-\u00de][{LATIN}0-9]*(?:['’&-][{LATIN}0-9]+)*)"
_SEQUENCE: Final = re.compile(
    rf"(?<![{LATIN}0-9_@#/.'’-])(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\. )?{_CAPITAL}(?: (?:(?:of|de|van|von|der|la|le|del|di|da|du|&|for the|of the) )?{_CAPITAL}){{0,5}}"
)
_INNER: Final = re.compile(r"of|de|van|von|der|la|le|del|di|da|du|&|for|the")
_NEW: Final = re.compile(r"New (?:York|Zealand|Delhi|Jersey|Orleans|Mexico|England|Hampshire|Caledonia|Guinea)")
_SENTENCE_START: Final = re.compile(r"(?:^|[.!?:;\n。！？：；，,、(\[\"“「-])\s*$")
_SUFFIX: Final = re.compile(r"['’]s?$")
_PERSON_VERB: Final = re.compile(
    r"['’]s\b|,? (?:and|or|,) [A-Z]|,? (?:lives|works|likes|loves|prefers|wants|says|said|told|asked|called|moved|joined|speaks|hates|enjoys|owns|agreed|approved|wrote|uses|drinks|needs)\b"
)
_VERSION_AFTER: Final = re.compile(
    r" ?(\d{1,3}\.\d{1,4})(?![\d.%]|\.\d| ?(?:%|(?:kg|km|m|s|ms|h|gb|mb|k|am|pm|million|billion|percent|euros?|dollars?|stars?)\b|[元万亿块分米度岁]))",
    re.IGNORECASE,
)
_MODEL_AFTER: Final = re.compile(r" \d{1,4}(?: (?:Pro|Max|Plus|Mini|Ultra))?(?![A-Za-z0-9_%/-]|[.,:]\d)")
_UPPER: Final = re.compile("[A-Z]")
_LOWER: Final = re.compile("[a-z]")
_UPPER_INSIDE: Final = re.compile(r"[a-z0-9].*[A-Z]|[A-Z].*[A-Z].*[a-z]")


def _blanked(text: str) -> str:
    """The text with marks of masked data made unreadable, at equal length."""
    return _MARK.sub(lambda match: "\x1f" * len(match.group()), text[:LONGEST_READ])


def _codes(text: str) -> list[Span]:
    found = []
    for pattern in _CODES:
        for match in pattern.finditer(text):
            start, end = match.span()
            while end > start and text[end - 1] in ".,;:!?'\"":
                end -= 1
            found.append((start, end))
    return found


def _camel(text: str) -> list[Span]:
    found = []
    for match in _CAMEL.finditer(text):
        model = _MODEL_AFTER.match(text, match.end())
        found.append((match.start(), model.end() if model else match.end()))
    return found


def _quoted(text: str) -> list[Span]:
    found = []
    for match in _QUOTED.finditer(text):
        group = match.lastindex or 0
        inside = match.group(group)
        if group in (1, 6) or (_QUOTED_NAME.fullmatch(inside) and inside.lower() not in ORDINARY):
            found.append(match.span(group))
    return found


def _known(text: str) -> list[Span]:
    """Tools and places that the judge's tables know, whatever their case, and well-known Chinese brands."""
    found = brands_zh(text)
    lower = text.lower()
    if len(lower) != len(text):
        return found
    names = {name for kind, name in kinds_in(text) if kind in NAMED_KINDS and name not in NOT_NAMES}
    if not names:
        return found
    spellings = {name: [name] for name in names}
    for spelling, name in place_names().items():
        if name in spellings and not spelling.isascii():
            spellings[name].append(spelling)
    for name, written in spellings.items():
        seen = False
        for spelling in written:
            for start, end in _found(lower, spelling):
                if spelling not in ORDINARY or text[start].isupper():
                    found.append((start, end))
                    seen = True
        if not seen:  # written in another way than the table's first
            for match in LATIN_WORD.finditer(text):
                if any(known == name for _, known in kinds_in(match.group())):
                    found.append(match.span())
    return found


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    """The name in a run of capitalised words: without ordinary words in front, days, months and possessives."""
    initial = bool(_SENTENCE_START.search(text[max(0, start - 6) : start]))
    words = [(start + match.start(), start + match.end()) for match in re.finditer(r"\S+", text[start:end])]
    while words:
        word = text[words[0][0] : words[0][1]]
        lower = _SUFFIX.sub("", word).lower()
        # Within a sentence a capital is meant: "the New Yorker"; at its start it is not.
        meant = (not initial and len(words) > 1 and lower not in PRONOUNS) or _NEW.match(text, words[0][0], end)
        if not (lower in WEEKDAYS_AND_MONTHS or _INNER.fullmatch(word) or (lower in ORDINARY and not meant)):
            break
        words.pop(0)
        initial = False
    while words and (
        text[words[-1][0] : words[-1][1]].lower() in WEEKDAYS_AND_MONTHS
        or _INNER.fullmatch(text[words[-1][0] : words[-1][1]])
    ):
        words.pop()
    if not words:
        return []
    start, end = words[0][0], words[-1][1]
    name = _SUFFIX.sub("", text[start:end])
    end = start + len(name)
    if len(words) == 1 and not _stands_alone(text, start, end, initial):
        return []
    return [(start, end)]


def _stands_alone(text: str, start: int, end: int, initial: bool) -> bool:
    """Whether one capitalised word is a name where it stands."""
    name = text[start:end]
    if len(name) < 2 or name in ACRONYMS:
        return False
    if name.isupper() and len(name) > 5:
        return False
    if not initial or _UPPER_INSIDE.search(name) or (name.isupper() and name.isascii()):
        return True
    if name.lower() in GIVEN_NAMES:
        return True
    return bool(_PERSON_VERB.match(text, end)) or any(
        at > 1 and text[at - 1] == " " and (text[at - 2].isalnum() or text[at - 2] == ",")
        for at, _ in _found(text, name)
    )


def _found(text: str, name: str) -> list[Span]:
    """Where a Latin name stands as a word of its own, or a Chinese one anywhere."""
    found: list[Span] = []
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not name.isascii() or not (_wordlike(text, at - 1) or _wordlike(text, end)):
            found.append((at, end))
        at = text.find(name, end)
    return found


def _wordlike(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at].isascii() and (text[at].isalnum() or text[at] == "_")


def _capitals(text: str) -> list[Span]:
    capitals = len(_UPPER.findall(text))
    if capitals > 8 and capitals > 0.6 * (capitals + len(_LOWER.findall(text))):
        return []  # shouted: capitals tell nothing
    found: list[Span] = []
    for match in _SEQUENCE.finditer(text):
        for start, end in _trimmed(text, *match.span()):
            model = _MODEL_AFTER.match(text, end)
            if model and text[start:end].lower() not in ORDINARY and not re.search(r"['’]", text[end - 2 : end]):
                end = model.end()
            found.append((start, end))
    return found


def _cut_by_mask(plain: str, start: int, end: int) -> bool:
    """Whether a span holds a mask, or ends at one in the middle of a path or code."""
    left, right = plain[max(0, start - 1) : start], plain[end : end + 1]
    cut = (left == "\x1f" and not plain[start].isalpha()) or (right == "\x1f" and not plain[end - 1].isalpha())
    return cut or "\x1f" in plain[start:end]


def spans_of(text: str) -> list[Span]:
    """Where the names of a text stand, in order, none inside another."""
    plain = _blanked(text)
    groups = [
        _codes(plain),
        _quoted(plain),
        organisations_zh(plain),
        _capitals(plain),
        _camel(plain),
        people_zh(plain),
        _known(plain),
        latin_in_chinese(plain),
    ]
    taken: list[Span] = []
    for group in groups:
        for start, end in group:
            if _cut_by_mask(plain, start, end) or not plain[start:end].strip() or end - start > LONGEST_ENTITY:
                continue
            if all(end <= first or start >= last for first, last in taken):
                taken.append((start, end))
    # "Python 3.11": a number right after a Latin name is its version.
    for _, end in list(taken):
        version = _VERSION_AFTER.match(plain, end)
        if version and plain[end - 1].isascii() and plain[end - 1].isalpha():
            taken.append(version.span(1))
    return sorted(taken)


def entities_of(text: str) -> list[str]:
    """At most MOST_ENTITIES names as written, in order of first mention, without repeats; never raises."""
    named = dict.fromkeys(text[start:end].strip() for start, end in spans_of(text))
    return [name for name in named if name][:MOST_ENTITIES]
