"""Every sign in a text: what the rules see in it, in its readings with disguises undone, and in what it encodes."""

import re
from collections.abc import Iterator
from typing import Final

from memories.screening import chinese, english, forging, languages
from memories.screening.encodings import payloads
from memories.screening.reading import Reading, readings, tags, unseen
from memories.screening.requests import (
    asks_for_work,
    ends_in_request,
    leaves_answer_open,
    only_asks,
    opens_with_task,
)
from memories.screening.rules import signs
from memories.screening.suspicion import STRONG, Reason, Sign

_LATIN: Final = re.compile(r"[a-z]{2}")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
THEMES: Final = ((_LATIN, english.RULES), (_HAN, chinese.RULES), (None, languages.RULES))
"""Rules by the script that a text needs for them."""
_UNSEEN_RUN: Final = 8
"""Unseen characters in a row; an emoji of a family or a Persian word has two at most."""
_REGIONAL_FLAG: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
_SENTENCE_WORDS: Final = 3
"""Words in a row that make a decoded run a sentence and not a chance."""


def all_signs(text: str) -> Iterator[Sign]:
    """What the words say, what is hidden, and what the whole is for."""
    plain, *undone = readings(text)
    seen = list(themes(plain))
    yield from seen
    names = {sign.name for sign in seen}
    for reading in undone:
        for sign in themes(reading):
            if sign.name not in names:
                yield sign
                if reading.disguised and sign.points >= STRONG:
                    yield Sign("disguised", Reason.HIDES_TEXT, 2, sign.start, sign.end)
    yield from hidden(text)
    yield from _purpose(plain)


def themes(reading: Reading) -> Iterator[Sign]:
    """What the rules see in one reading, line by line and across lines."""
    yield from signs(forging.LINES, reading.lines)
    for script, rules in THEMES:
        if script is None or script.search(reading.lines):
            yield from signs(rules, reading.lines)
            if reading.flowing != reading.lines:
                yield from signs(rules, reading.flowing)


def hidden(text: str) -> Iterator[Sign]:
    """Characters that nobody sees and no script needs where they stand, and sentences in another code."""
    if tags(_REGIONAL_FLAG.sub("", text)):
        yield Sign("tag_characters", Reason.HIDES_TEXT, 4, 0, 0)
    run = longest = 0
    for character in _REGIONAL_FLAG.sub("", text):
        run = run + 1 if unseen(character) else 0
        longest = max(longest, run)
    if longest >= _UNSEEN_RUN:
        yield Sign("unseen_run", Reason.HIDES_TEXT, 4, 0, 0)
    if "\u202e" in text or "\u202d" in text:
        yield Sign("turned_around", Reason.HIDES_TEXT, 2, 0, 0)
    for decoded in payloads(text):
        if any(sign.points >= STRONG for reading in readings(decoded) for sign in themes(reading)):
            yield Sign("encoded_orders", Reason.HIDES_TEXT, 4, 0, 0)
        elif sum(word.strip(",.;:?!'").isalpha() for word in decoded.split()) >= _SENTENCE_WORDS:
            yield Sign("encoded", Reason.HIDES_TEXT, 2, 0, 0)


def _purpose(reading: Reading) -> Iterator[Sign]:
    """A memory states something; a prompt asks its reader for something."""
    for start, end in asks_for_work(reading.flowing):
        yield Sign("asks_for_work", Reason.INSTRUCTS_READER, 1, start, end)
    for name, holds in (
        ("only_asks", only_asks(reading.lines)),
        ("leaves_answer_open", leaves_answer_open(reading.lines)),
        ("ends_in_request", ends_in_request(reading.flowing)),
        ("opens_with_task", opens_with_task(reading.flowing)),
    ):
        if holds:
            yield Sign(name, Reason.INSTRUCTS_READER, 2, 0, 0)
