"""Where upper case is folded and where it is kept, because there it may be what is told.

Ordinary words fold. Kept as written are: what is quoted; words with a capital inside (fooBar); codes (letters with
digits or joined by _ . / @ #); what follows a colon, an equals sign or "is" (是, 为, 叫) up to the end of the
sentence; a single letter (plan B); and an acronym that is a small word in lower case (US). Where that is too much,
two statements only count as unequal, and the judge looks at them.
"""

import re
from typing import Final

_QUOTED: Final = re.compile(
    r"\"[^\"]{1,200}\"|\u201c[^\u201d]{1,200}\u201d|`[^`]{1,200}`|「[^」]{1,200}」|『[^』]{1,200}』"
    r"|(?<!\w)'[^']{1,200}'(?!\w)|(?<!\w)\u2018[^\u2019]{1,200}\u2019(?!\w)"
)
_CJK: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff"
_WORD: Final = re.compile(rf"[^\W{_CJK}]+(?:['\u2019._/\\@#-][^\W{_CJK}]+)*")
_PART: Final = re.compile(r"['\u2019-]")
_CODE: Final = re.compile(r"[._/\\@#]|\d")
_TOLD: Final = re.compile(r"[:=：是为叫]")
_ENDED: Final = re.compile(r"[.;!?。；！？](?=\s|$)|[。；！？]")
_TELLING: Final = frozenset(["is", "are", "was", "were", "equals", "called", "named", "spelled"])
_ACRONYMS: Final = frozenset(["us", "it", "who", "or", "in", "me", "am", "hi", "ok", "aid", "aids", "may"])


def _told_by_case(word: str, before: str, *, valued: bool) -> bool:
    """Whether the case of a word may carry meaning; `before` is what stands between it and the word before."""
    if word == word.casefold():
        return False
    if word.casefold() == "i" or word.casefold().startswith(("i'", "i\u2019")):
        return False
    if valued or _CODE.search(word):
        return True
    if len(word) == 1:
        return word != "A" or not (before == "" or _ENDED.search(before))
    if word.isupper() and word.casefold() in _ACRONYMS:
        return True
    return any(part[1:] != part[1:].casefold() and not part.isupper() for part in _PART.split(word))


def fold_case(text: str) -> str:
    """A text with the case of ordinary words folded."""
    if text == text.casefold():
        return text
    quoted = {place for match in _QUOTED.finditer(text) for place in range(*match.span())}
    found: list[str] = []
    end, valued = 0, False
    for match in _WORD.finditer(text):
        start, word = match.start(), match.group()
        before = text[end:start]
        if before != " ":
            told = [mark.start() for mark in _TOLD.finditer(before)]
            ended = [mark.start() for mark in _ENDED.finditer(before)]
            if told or ended:
                valued = max(told, default=-1) > max(ended, default=-1)
        kept = start in quoted or _told_by_case(word, before, valued=valued)
        found += [before.casefold(), word if kept else word.casefold()]
        end = match.end()
        valued = valued or word.casefold() in _TELLING
    return "".join([*found, text[end:].casefold()])
