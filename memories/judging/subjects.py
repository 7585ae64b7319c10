"""What a clause is about: the part before its verb, whose numbers, letters and names tell which thing is meant.

"Depot 1 opens at seven" and "Depot 2 opens at eight" differ in the number that names and in the time that is told;
only the second could be a conflict, and the first says that it is none.
"""

import re
from dataclasses import dataclass
from typing import Final

from memories.judging.language import CJK, folded, stem
from memories.judging.nouns import with_one_name
from memories.judging.values import Value, find_values
from memories.judging.verbs import PREPOSITIONS, SOFT_VERBS, VERBS, VERBS_ZH
from memories.judging.words import OTHERS, SELF, STOP, STOP_ZH

_TOKEN: Final = re.compile(r"[^\W_]+(?:['.:_#/-][^\W_]+)*", re.ASCII)
_LATIN: Final = re.compile(r"#?[A-Za-z\u00c0-\u024f0-9]+(?:['.:_/+-][A-Za-z\u00c0-\u024f0-9]+)*")
_HAN: Final = re.compile(f"[{CJK}]")
_STOPPED_ZH: Final = re.compile("|".join(word for word in STOP_ZH if word not in ("上周", "下周", "昨天", "今天")))
_PRONOUNS: Final = frozenset(["i", "we", "you", "they", "he", "she", "it"])
_ORDINAL: Final = re.compile(
    r"(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|primary|secondary)$"
)
_MARK: Final = re.compile(r"#?\d[\w.:/-]*$|[b-z]$|[a-z]{1,6}\d+[\w.-]*$|(?=\w*\d)\w+[-_][\w-]+$|[a-z]+(?:-[a-z]+)*-\d+$")
_ROMAN: Final = re.compile(r"(?:I{2,3}|IV|VI{0,3}|IX|XI{0,3}|[A-Z])$")
_SPELLED: Final = frozenset("one two three four five six seven eight nine ten eleven twelve".split())
# Values that stand right before a Chinese verb are told, not named: 图书馆八点关门.
_TOLD: Final = re.compile(r"money:|time$|date$|weekday$|duration$|months$|length$|mass$|bytes$|percent$|temperature$|age$|times$|people$|email$|phone$|mask")  # fmt: skip  # noqa: E501
_NUMBERED: Final = re.compile(rf"第?[0-9一二三四五六七八九十]+|[a-z]+-?\d*|[甲乙丙丁戊]|(?:周|星期)[一二三四五六日天]")
_TAIL: Final = re.compile(r"(?:的|每|在|于|约|大约|准时|统一|才|就|早上|上午|下午|晚上|凌晨|中午|到|至|[ :：,，])+$")
_NAME_ZH: Final = re.compile(
    r"[小老阿][\u4e00-\u9fff]{1,2}|[张王李赵刘陈杨黄周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤欧][\u4e00-\u9fff]{1,2}"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Subject:
    """Words, marks (numbers, letters, codes, ordinals) and names of the part before the verb; `plain` is for Chinese."""

    words: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    plain: str = ""
    counts: bool = False

    def __bool__(self) -> bool:
        return bool(self.words or self.marks or self.plain)


def _is_verb(token: str, before: str, after: str) -> bool:
    if token in VERBS or token.endswith("n't"):
        return True
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


def before_verb(clause: str) -> str:
    """The part of a clause (NFKC, case kept) that says what it is about."""
    lower = clause.lower()
    if len(lower) != len(clause):
        clause = lower
    values = find_values(lower)
    if _HAN.search(clause):
        match = VERBS_ZH.search(lower)
        return _without_told(clause, values, match.start() if match else None)
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
        elif _MARK.match(bare) or _ORDINAL.match(low) or (place and _ROMAN.match(token)):
            if not (low == "i" or (low == "s" and before)):
                marks.add(bare)
        elif low in _SPELLED and place and not after and before not in STOP:
            marks.add(bare)
        elif (word := stem(low)) and word not in STOP and word not in SELF and low not in STOP and low not in SELF:
            words.add(word)
            if token[0].isupper() and (place or len(tokens) == 1 or "'" in token or len(tokens) < 3):
                names.add(word)
    plain = ""
    if _HAN.search(lower):
        plain = _STOPPED_ZH.sub("", with_one_name(folded(part)).replace("的", ""))
        plain = re.sub(r"[\s,，:：。]+", "", plain)
    return Subject(frozenset(words - OTHERS), frozenset(marks), frozenset(names), plain, counts)
