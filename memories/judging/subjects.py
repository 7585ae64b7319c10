"""What a clause is about: the part before its verb, whose numbers, letters and names tell which thing is meant.

"Depot 1 opens at seven" and "Depot 2 opens at eight" differ in the number that names and in the time that is told;
only the second could be a conflict, and the first says that it is none.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from memories.judging.language import CJK, folded, stem
from memories.judging.nouns import with_one_name
from memories.judging.numerals import chinese_number
from memories.judging.sieve import any_of
from memories.judging.values import Value, find_values
from memories.judging.verbs import PREPOSITIONS, SOFT_VERBS, VERBS, VERBS_ZH
from memories.judging.words import OTHERS, SELF, STOP, STOP_ZH

_LATIN: Final = re.compile(r"#?[A-Za-z\u00c0-\u024f0-9]+(?:['.:_/+-][A-Za-z\u00c0-\u024f0-9]+)*")
_LOWER: Final = re.compile(r"[a-z]+")
_HAN: Final = re.compile(f"[{CJK}]")
_STOPPED_ZH: Final = re.compile(any_of(word for word in STOP_ZH if word not in ("上周", "下周", "昨天", "今天", "去")))
_SPEAKER: Final = SELF - {stem("customer")}  # the speaker may be a customer; a group of customers is a subject
_PRONOUNS: Final = frozenset(["i", "we", "you", "they", "he", "she", "it"])
_ORDINAL: Final = re.compile(
    r"(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|primary|secondary)$"
)
_MARK: Final = re.compile(
    r"#?\d[\w.:/-]*$|[b-z]$|[a-z]{1,6}\d+[\w.-]*$|(?=\w*\d)\w+[-_][\w-]+$|[a-z]+(?:-[a-z]+)*-\d+$"
)
_ROMAN: Final = re.compile(r"(?:I{2,3}|IV|VI{0,3}|IX|XI{0,3}|[A-Z])$")
_SPELLED: Final = frozenset(
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
)
# "Reply in English" has a verb first, and is about nothing that could tell it from another.
_ORDER: Final = re.compile(
    r"(?:please |always |from now on,? )*(?:reply|answer|respond|speak|talk|write)"
    r"(?: (?:back|to me|to us|replies|answers|everything))? in [a-z]+"
    r"(?: (?:now|from now on|instead|again|please|only|from today(?: on)?))*[.! ]*$"
)
# Values that stand right before a Chinese verb are told, not named: 图书馆八点关门.
_TOLD: Final = re.compile(r"money:|time$|date$|weekday$|duration$|months$|length$|mass$|bytes$|percent$|temperature$|age$|times$|people$|email$|phone$|mask")  # fmt: skip  # noqa: E501
_OPPOSED_ZH: Final = frozenset(frozenset(pair) for pair in ("新旧", "老新", "前后", "左右", "上下", "内外", "大小"))
_NUMBERED: Final = re.compile(r"第?[0-9一二三四五六七八九十]+|[a-z]+-?\d*|[甲乙丙丁戊]|(?:周|星期)[一二三四五六日天]")
_TAIL: Final = re.compile(r"(?:的|每|在|于|约|大约|准时|统一|才|就|早上|上午|下午|晚上|凌晨|中午|到|至|[ :：,，])+$")
_NAME_ZH: Final = re.compile(
    r"[小老阿][\u4e00-\u9fff]{1,2}|[张王李赵刘陈杨黄周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤欧][\u4e00-\u9fff]{1,2}"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Subject:
    """Words, marks (numbers, letters, codes, ordinals) and names of that part; `plain` is for Chinese."""

    words: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    plain: str = ""
    counts: bool = False

    def __bool__(self) -> bool:
        return bool(self.words or self.marks or self.plain)


NO_SUBJECT: Final = Subject()


# "The timeout for reads": what follows one of these is a thing.
_BEFORE_THINGS: Final = frozenset(["for", "of", "on", "per", "with", "between", "from"])


def _is_verb(token: str, before: str, after: str) -> bool:
    if before in _BEFORE_THINGS and token.endswith("s"):
        return False
    if token in VERBS or token.endswith("n't"):
        return token != "may" or not after[:1].isdigit()  # noqa: S105 - "sales on May 3 were"
    if token in SOFT_VERBS:  # "backups run", but "the test run"
        return before in _PRONOUNS or before.endswith("s")
    inflected = token.endswith(("s", "ed")) and not token.endswith(("ss", "us", "'s")) and len(token) > 3
    told = after in PREPOSITIONS or after[:1].isdigit() or after in ("the", "a", "an")
    return inflected and told and bool(before) and before not in STOP and not before.endswith("'s")


def _verb_at(text: str) -> int | None:
    """Where the verb of an English clause starts, or None."""
    spans = [(match.group().lower(), match.start()) for match in _LATIN.finditer(text)]
    for place, (token, start) in enumerate(spans):
        before = spans[place - 1][0] if place else ""
        after = spans[place + 1][0] if place + 1 < len(spans) else ""
        if place and _is_verb(token, before, after):
            return start
    return None


@lru_cache(maxsize=4096)
def before_verb(clause: str) -> str:
    """The part of a clause (NFKC, case kept) that says what it is about."""
    lower = clause.lower()
    if len(lower) != len(clause):
        clause = lower
    values = find_values(lower)
    if _HAN.search(clause):
        match = VERBS_ZH.search(lower)
        return _without_told(clause, values, match.start() if match else None)
    if _ORDER.match(lower):
        return ""
    at = _verb_at(clause)
    if at is not None:
        return clause[:at]
    return clause[: values[-1].start] if values else clause


def _without_told(clause: str, values: tuple[Value, ...], verb: int | None) -> str:
    """A Chinese clause up to its verb, less the values that stand right before it; the last value, if no verb."""
    end = verb if verb is not None else (values[-1].start if values else len(clause))
    part = _TAIL.sub("", clause[:end])
    for value in reversed(values):
        if value.start < len(part) <= value.end and _TOLD.match(value.dimension):
            part = _TAIL.sub("", part[: value.start])
    return part


def read_subject(part: str) -> Subject:
    """Words, marks and names of a part that `before_verb` cut out."""
    lower = part.lower()
    words, marks, names = set(), set(), set()
    counts = False
    tokens = _LATIN.findall(part)
    for place, token in enumerate(tokens):
        low = re.sub(r"'s?$", "", token.lower())
        bare = low.lstrip("#")
        after = tokens[place + 1].lower() if place + 1 < len(tokens) else ""
        before = tokens[place - 1].lower() if place else ""
        if bare.isdigit() and after.endswith("s") and after not in STOP and before in ("", *STOP) and len(bare) < 4:
            counts = True  # "12 servers run": how many, not which
        elif ":" in bare or re.fullmatch(r"\d+(?:am|pm)", bare):
            continue  # "every night at 2:00 the backups run": a time of day names nothing
        elif _MARK.match(bare) or _ORDINAL.match(low) or (place and _ROMAN.match(token)):
            if not (low == "i" or (low == "s" and before)):
                marks.add(bare)
        elif low in _SPELLED and place and not after and before not in STOP:
            marks.add(bare)
        elif token in ("US", "IT"):
            names.add(low)
            words.add(low)
        elif low == "users":  # "the user" is the speaker; "the query on users" is about a table
            words.add(low)
        elif (word := stem(low)) and word not in STOP and low not in STOP and not {word, low} & _SPEAKER:
            words.add(word)
            if token[0].isupper() and (place or len(tokens) == 1 or "'" in token or len(tokens) < 3):
                names.add(word)
    plain = ""
    if _HAN.search(lower):
        plain = _STOPPED_ZH.sub("", with_one_name(folded(part)).replace("的", ""))
        plain = re.sub(r"[\s,，:：。]+", "", plain)
    return Subject(frozenset(words - OTHERS), frozenset(marks), frozenset(names), plain, counts)


@lru_cache(maxsize=4096)
def apart(older: Subject, newer: Subject, older_text: str, newer_text: str) -> str:
    """ "other" if the two name different things, "unclear" if they may, "" if nothing says so; texts are folded."""
    if older.counts or newer.counts:
        return "unclear" if older.counts and newer.counts else ""
    left, right = older.marks - newer.marks, newer.marks - older.marks
    if left and right:
        return "other"
    if bool(older.plain) != bool(newer.plain):
        return ""  # two languages: only marks are written alike
    told = any(not _told(mark, text) for marks, text in ((left, newer_text), (right, older_text)) for mark in marks)
    if older.plain:
        return _apart_zh(older.plain, newer.plain, older_text, newer_text) or ("unclear" if told else "")
    # The Q2 slot and the Tuesday slot: here a number names, there a word.
    left |= frozenset(word for word in older.words - newer.words if not _told(word, newer_text))
    right |= frozenset(word for word in newer.words - older.words if not _told(word, older_text))
    if left and right:
        named = left & older.names and right & newer.names
        return "other" if named or older.words & newer.words or older.marks & newer.marks else "unclear"
    return "unclear" if told or (left & older.names) or (right & newer.names) else ""


def _told(word: str, text: str) -> bool:
    """Whether a text has the word, one that begins like it, or the beginning of it ("timeout", "time out")."""
    if word in text and re.search(rf"(?<![a-z0-9]){re.escape(word)}", text) is not None:
        return True
    return len(word) > 4 and word.startswith(_long_words(text))


@lru_cache(maxsize=4096)
def _long_words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _LOWER.findall(text) if len(word) > 3)


def _apart_zh(older: str, newer: str, older_text: str, newer_text: str) -> str:
    head, shortest = 0, min(len(older), len(newer))
    while head < shortest and older[head] == newer[head]:
        head += 1
    tail = 0
    while tail < shortest - head and older[-1 - tail] == newer[-1 - tail]:
        tail += 1
    left, right = older[head : len(older) - tail], newer[head : len(newer) - tail]
    numbered = [part for part in (left, right) if _NUMBERED.match(part)]
    if not left or not right:
        return "unclear" if numbered and (numbered[0] not in (newer_text if left else older_text)) else ""
    if _as_number(left) == _as_number(right):
        return ""  # 第2期 and 第二期
    if not numbered and len(left) > 1 and len(right) > 1 and (left in newer_text or right in older_text):
        return ""
    named = _NAME_ZH.fullmatch(left) and _NAME_ZH.fullmatch(right)
    opposed = frozenset((left, right)) in _OPPOSED_ZH
    return "other" if head or tail or named or opposed or len(numbered) > 1 else "unclear"


def _as_number(part: str) -> str | float:
    digits = part.lstrip("第")
    if digits.isascii() and digits.isdigit():
        return float(digits)
    value = chinese_number(digits) if digits else None
    return part if value is None else value


TEXT_CACHES: Final = (apart, before_verb, _long_words)
"""Caches whose keys are texts; see memories.judging.caches."""
