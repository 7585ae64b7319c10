"""What a statement holds for: a condition, a day, an environment, said anywhere but in the subject."""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from dataclasses import dataclass
from typing import Final

from memories.judging.language import CJK
from memories.judging.subjects import before_verb
from memories.judging.topics import topic_of

_CONDITION: Final = re.compile(
    r"\b(?:if|when|whenever|unless|while|as long as|in case|provided(?: that)?)\s(?P<en>[^,;]{2,80})"
    r"|(?:如果|假如|假设|倘若|若是?|要是|只要|除非|一旦|当)(?P<zh>[^，,。]{1,24})"
    r"|(?P<at>[^，,。]{1,14}?)(?:的时候|情况下|模式下|条件下|期间|的话)"
)
# Verbs of which one can have any number of objects: two of them list, and contradict nothing.
MANY_VERB: Final = re.compile(
    r"\b(?:supports?|sells?|covers?|offers?|knows?|speaks?|imports?|exports?|reads?|accepts?|has|have|includes?|contains?|needs?|teach(?:es)?|allows?|owns?|integrates?|visits?|visited|tried|bought|likes?|loves?|enjoys?|eats?|plays?|delivers?|ships?|serves?|operates?|works? with)\b"
    r"|支持|卖|覆盖|提供|懂|会[说讲写]|接受|包含|包括|需要|教|买|吃|对接|配送|销往|拥有|喜欢|爱|去过|(?<!没)有(?=[\u4e00-\u9fffa-z])"
)
_DAY: Final = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|(?:this|last|next) (?:morning|afternoon|evening|night|week|weekend|month|quarter|year|spring|summer|autumn|winter))\b"
    r"|昨[天晚日]|今[天早晚]|前天|明天|后天|[上下本这]个?(?:周|月|季度)|[去明]年|(?<![一-龥])前年"
)
_EVERY: Final = re.compile(
    r"\b(?:not all|not every|some|several|a few|most|many|part(?:ly|ially)? of|partially|partly|half of)\b"
    r"|不是(?:所有|全部|每)|并非|部分|有些|有的(?!是)|某些|大多|多数|少数|一些|半数"
)
_TRAILING: Final = re.compile(
    r"\s(?:for|in|on|at|during|under|with|without|between|after|before|as|near)\s(?:the |my |our )?"
)
# What a trailing phrase names for certain: another environment, day, season or version is another case.
_SCOPED: Final = re.compile(
    r"\b(?:staging|prod(?:uction)?|dev(?:elopment)?|test(?:ing)?|qa|uat|sandbox|preview|live|local"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|mornings?|afternoons?|evenings?|nights?"
    r"|january|february|march|april|june|july|august|september|october|november|december"
    r"|spring|summer|autumn|winter|(?:19|20)\d\d|q[1-4]|v\d[\w.]*|version \d[\w.]*|rush hours?|holidays?)\b"
)
# What is done at a time or a place more than once, or by the side of other things.
HABIT: Final = re.compile(
    r"\b(?:i|we|they) (?:go|have|play|run|swim|meet|do|eat|read|train)\b|[我们][^，。]{0,20}?(?:[去打约见练]|有(?=[会课约]))"
)
_LOWER: Final = re.compile(
    r"\bfrom\b|\bat least\b|\bminimum\b|\bstarts?\b|\bopens\b|\bleaves?\b|\bdeparts?\b|至少|最少|开始|开门|出发|起飞|入住|不低于|以上"
)
_UPPER: Final = re.compile(
    r"\buntil\b|\bat most\b|\bup to\b|\bmaximum\b|\bends?\b|\bcloses\b|\barrives?\b|\blands?\b|至多|最多|结束|关门|到达|抵达|降落|退房|不超过|以下"
)
_WORD: Final = re.compile(r"[a-z0-9]{3,}")
_SMALL: Final = frozenset(["the", "and", "for", "now", "our", "this", "that", "with", "any", "more"])


@dataclass(frozen=True, slots=True)
class Scope:
    """Words of the conditions, the days and the trailing phrases of a text; `part` if it speaks of only some."""

    condition: frozenset[str] = frozenset()
    day: frozenset[str] = frozenset()
    trailing: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    told: str = ""
    part: bool = False
    bounds: tuple[bool, bool] = (False, False)


def scope_of(text: str, cased: str) -> Scope:
    """Scope of a folded text; `cased` is the same with its case kept."""
    condition: set[str] = set()
    for match in _CONDITION.finditer(text):
        condition |= topic_of(match["en"] or match["zh"] or match["at"])
    trailing: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    told = ""
    if not re.search(f"[{CJK}]", text) and len(text) < 400:
        rest = text[len(before_verb(cased)) :] if len(text) == len(cased) else ""
        marks = [match for match in _TRAILING.finditer(rest) if len(rest[: match.start()].split()) > 1]
        if marks:
            phrase, told = rest[marks[0].start() :], rest[: marks[0].start()].strip()
            trailing, words = frozenset(_SCOPED.findall(phrase)), frozenset(_WORD.findall(phrase)) - _SMALL
    return Scope(
        frozenset(condition),
        frozenset(_DAY.findall(text)),
        trailing,
        words,
        told,
        bool(_EVERY.search(text)),
        (bool(_LOWER.search(text)), bool(_UPPER.search(text))),
    )


def elsewhere(older: Scope, newer: Scope, *, changed: bool) -> str:
    """ "other" if the two hold in different cases, "unclear" if they may, "" if nothing says so."""
    if older.condition and newer.condition:
        if older.condition - newer.condition and newer.condition - older.condition:
            return "other"
    elif older.condition or newer.condition:
        return "unclear"
    if older.day and newer.day and not older.day & newer.day:
        return "unclear" if changed else "other"
    # A start and an end, a least and a most are two facts.
    if older.part or newer.part or {older.bounds, newer.bounds} == {(True, False), (False, True)}:
        return "unclear"
    if older.trailing != newer.trailing and older.told != newer.told:
        both = older.trailing and newer.trailing
        return "other" if both and not changed else "" if changed and not both else "unclear"
    # "Ten percent for members", "fifteen for new customers"
    exclusive = older.words - newer.words and newer.words - older.words
    return "unclear" if exclusive and older.told != newer.told else ""
