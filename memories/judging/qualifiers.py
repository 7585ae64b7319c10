"""What narrows a statement to a part of its thing: days, years, words before the noun, what a number counts.

"My phone is an iPhone" and "my work phone is now a Pixel" are both true; the second only narrows. Where the two are
qualified differently, a conflict is not sure.
"""

import re
from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.claims import without_spans
from memories.judging.frames import Relation
from memories.judging.language import CJK, stem
from memories.judging.sieve import any_of
from memories.judging.subjects import before_verb
from memories.judging.topics import overlap, topic_of
from memories.judging.values import Value
from memories.judging.verbs import PREPOSITIONS, VERBS, VERBS_ZH
from memories.judging.words import STOP, STOP_ZH

_DAYS: Final = re.compile(
    r"\b(?P<en>mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)s?\b"
    r"|\b(?P<week>weekdays?|weekends?|during the week|holidays|business days|workdays?)\b"
    r"|(?:周|星期|礼拜)(?P<zh>[一二三四五六日天])|(?P<part>工作日|周末|双休日|节假日|假期|平日)"
)
_ZH_DAYS: Final = dict(zip("一二三四五六日天", ("mon", "tue", "wed", "thu", "fri", "sat", "sun", "sun"), strict=True))
# "As of Monday", "since 2024", 从周一起: when the new state began, which limits it to nothing.
_SINCE: Final = re.compile(
    r"\b(?:since|as of|from|starting|effective|beginning|until|by)(?: on| in)?(?: the)?(?: \w+day)? *$|[自从于] *$"
)
_BEGUN: Final = re.compile(r"^ *(?:起|开始|以后|之后|后|onwards?|on(?:$|[,.]))")
_WORD: Final = re.compile(r"[a-z\u00c0-\u024f][a-z\u00c0-\u024f0-9'-]*|[^\sa-z]")
_PLAIN: Final = frozenset(
    """current latest previous existing own whole entire actual updated revised next exact total very user users
    user's same other following first second third final primary main default normal standard team everyone
    before after during without between than per via against among since last just so such own""".split()
)
_COUNTS: Final = frozenset({"duration", "months", "bytes", "number", "pieces", "people", "times", "percent", "mass"})
_OF: Final = re.compile(r" ?of (?:the |my |our |a )?(?P<what>[a-z][a-z-]+)")
_COUNTED_ZH: Final = re.compile(f"(?P<what>[{CJK}]{{2,4}})")
# The old printer and the new one are two.
_AGE: Final = re.compile(r"\b(?:old|new|former|previous)(?= [a-z])|[旧新](?=[\u4e00-\u9fff])")
_STOPPED: Final = re.compile(any_of(word for word in STOP_ZH if word != "用户"))
_RUN: Final = re.compile(f"[{CJK}]+")
_CLAUSE: Final = re.compile(r"[,;.!?，。；！？\n]")


def qualified_otherwise(older: Analysis, newer: Analysis, relation: Relation) -> str:
    """By what the two are qualified differently ("rate", "day", "year", "word" or "count"), or ""."""
    if any(one.per and other.per and one.per != other.per for one in older.values for other in newer.values):
        return "rate"  # a limit by the minute may stand beside one by the hour
    if relation.kind not in ("weekday", "date") and _days_differ(older, newer):
        return "day"
    if relation.kind not in ("weekday", "date") and not relation.moves and _dates_differ(older, newer):
        return "year"
    ages = [frozenset(_AGE.findall(side.folded)) for side in (older, newer)]
    if all(ages) and not ages[0] & ages[1]:
        return "word"
    told = _modified(older, newer, both=relation.names_old)
    first, second = (without_spans(side.folded, side.values) for side in (older, newer))
    if told or _led_zh(first, second, both=relation.names_old):
        return "word"
    return "count" if _counted_otherwise(older, newer) else ""


def _days(text: str) -> frozenset[str]:
    found = set()
    for match in _DAYS.finditer(text):
        if _SINCE.search(text[max(0, match.start() - 30) : match.start()]) or _BEGUN.match(
            text[match.end() : match.end() + 12]
        ):
            continue
        found.add(match["en"] or _ZH_DAYS.get(match["zh"] or "") or match["week"] or match["part"])
    return frozenset(found)


def _days_differ(older: Analysis, newer: Analysis) -> bool:
    return _days(older.folded) != _days(newer.folded)


def _dates(text: str, values: tuple[Value, ...]) -> list[Value]:
    dated = (value for value in values if value.dimension == "date")
    years = (
        value for value in values if value.dimension == "number" and re.fullmatch("(?:19|20)[0-9]{2}", value.amount)
    )
    return [
        value
        for value in (
            *dated,
            *(year for year in years if text[: year.start].endswith((" in ", " of ")) or text[: year.start] == "in "),
        )
        if not _SINCE.search(text[max(0, value.start - 30) : value.start])
        and not _BEGUN.match(text[value.end : value.end + 12])
    ]


def _dates_differ(older: Analysis, newer: Analysis) -> bool:
    first, second = _dates(older.folded, older.values), _dates(newer.folded, newer.values)
    if not first or not second:
        return bool(first or second) and not newer.cues.says_changed
    return not any(value.equals(other) for value in second for other in first)


def _before_nouns(text: str) -> dict[str, set[str]]:
    """The content words of a folded text, each with the describing words right before it."""
    found: dict[str, set[str]] = {}
    before = ""
    for token in _WORD.findall(text):
        word = token.removesuffix("'s")
        if not word.isascii() or not word[0].isalpha():
            before = ""
            continue
        if word in STOP or stem(word) in STOP or word in VERBS or word in PREPOSITIONS:
            before = ""
            continue
        describes = before and not _idle(before)
        found.setdefault(stem(word), set()).update({before} if describes else ())
        before = word
    return found


def _idle(word: str) -> bool:
    if word in _PLAIN:
        return True
    return word.endswith("ed") or (
        word.endswith("ly") and word not in ("weekly", "monthly", "daily", "yearly", "hourly", "family")
    )


def _modified(older: Analysis, newer: Analysis, *, both: bool) -> bool:
    """Whether a noun that both are about has another describing word in each, or one in the newer alone."""
    first, second = (_before_nouns(before_verb(side.cased).lower()) for side in (older, newer))
    held, told = ({stem(word) for word in _WORD.findall(side.folded)} for side in (older, newer))
    for noun in first.keys() & second.keys():
        left = {word for word in first[noun] if stem(word) not in told}
        right = {word for word in second[noun] if stem(word) not in held}
        if (left and right) or (right and not both and not first[noun]):
            return True
    return False


def _lead(text: str, run: str) -> str:
    """What stands before a stretch of Chinese in its clause, without the small words."""
    clause = _CLAUSE.split(text[: text.index(run)])[-1]
    return re.sub(r"[的\s]", "", _STOPPED.sub("", clause))


def _shared(older: str, newer: str) -> str:
    """The first stretch of at least two Chinese characters of the newer that the older has as well."""
    for match in _RUN.finditer(newer[:200]):
        part = match.group()
        for start in range(len(part) - 1):
            end = start + 2
            if part[start:end] in older:
                while end < len(part) and part[start : end + 1] in older:
                    end += 1
                verb = VERBS_ZH.search(f"我{part[start:end]}")
                return part[start:end] if verb is None else part[start : start + verb.start() - 1]
    return ""


def _led_zh(older: str, newer: str, *, both: bool) -> bool:
    """The same of Chinese: 手机 and 工作手机, 红色按钮 and 绿色按钮."""
    run = _shared(older, newer)
    if len(run) < 2:
        return False
    left, right = _lead(older, run), _lead(newer, run)
    if left == right or max(len(left), len(right)) > 5 or (left in newer and right in older):
        return False
    if any(part and part != "工作" and VERBS_ZH.search(f"我{part}") for part in (left, right)):
        return False
    if not left or not right:
        return not both and bool(right) and right != "用户"
    return True


def _counted(text: str, value: Value) -> frozenset[str]:
    after = text[value.end : value.end + 40]
    match = _OF.match(after) or _COUNTED_ZH.match(after)
    if match is None or VERBS_ZH.search("我" + match["what"]):
        return frozenset()
    return topic_of(match["what"])


def _counted_otherwise(older: Analysis, newer: Analysis) -> bool:
    for value in newer.values:
        others = [other for other in older.values if other.dimension == value.dimension]
        if value.dimension not in _COUNTS or not others:
            continue
        what = _counted(newer.folded, value)
        if what and not overlap(what, older.topic) and not any(value.equals(other) for other in others):
            return True
    return False
