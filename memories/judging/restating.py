"""A sentence said again with another ending and a word for now: "I sleep upstairs", "I sleep downstairs now"."""

import re
from typing import Final

from memories.judging.subjects import before_verb
from memories.judging.topics import units_of

_NOW: Final = re.compile(
    r"\b(?:now|nowadays|these days|currently|from now on|as of (?:today|now))\b"
    r"|现在|如今|目前|眼下|今后|以后|从今天起|从现在起"
)
_ENDING: Final = re.compile(r"[\s.。!！,，了吧]+$")
_MOST: Final = 30


def restated(older: str, newer: str) -> bool:
    """Whether a newer NFKC text with "now" in it repeats the older one beyond its verb, and ends otherwise."""
    if not _NOW.search(newer.lower()):
        return False
    first, second = _plain(older), _plain(newer)
    left, right = units_of(first.lower()), units_of(second.lower())
    if not left or not right or left == right or max(len(left), len(right)) > _MOST:
        return False
    head = 0
    while head < min(len(left), len(right)) and left[head] == right[head]:
        head += 1
    spoken = len(units_of(before_verb(first).lower()))
    # The verb has to be shared too, and each must end in words of its own.
    return head > spoken and head < len(left) and head < len(right) and 2 * head >= min(len(left), len(right))


def _plain(text: str) -> str:
    return _ENDING.sub("", re.sub(r"\s+", " ", _NOW.sub("", text)).strip(" ,，"))
