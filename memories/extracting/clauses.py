"""Parts of a sentence that stand for themselves: what is told before a question, and two facts joined by "and"."""

from __future__ import annotations

import re
from typing import Final

from memories.extracting import asking, speech
from memories.extracting.spans import Span, trimmed

_COMMA: Final = re.compile(r"(?<!\d)[,，]\s*|[,，](?!\d)\s*")
_HOLDER: Final = r"(?:my|our|their|his|her|its|the|i|we|he|she|they)"
_VERB: Final = (
    r"(?:is|are|was|were|has|have|had|ends?|starts?|lives?|works?|moved|changed|runs?|costs?|takes?|leaves?|uses?|likes?"
    r"|prefers?|needs?|wants?|can|will|am|'m|'re|'ve)"
)
# "… and my new phone number ends in 77": the part after "and" has a holder, some words and a verb of its own.
_AND: Final = re.compile(rf",?\s+(?:and|but|also)\s+(?={_HOLDER}\s(?:[\w'-]+\s){{0,4}}?{_VERB}\s)", re.I)
_OWN_SUBJECT: Final = re.compile(rf"{_HOLDER}\s?(?:[\w'-]+\s){{0,6}}?{_VERB}\b", re.I)
# 新手机号尾号是77: a thing of its own and what it is.
_THING_IS: Final = re.compile(
    r"(?:我|我们)?的?新?[^\s，。我你他她它这那也都还就却但并所因]{1,8}(?:是|为|改成|改为|换成|改到|定在|尾号|在)\S"
)


def parts_of(text: str, sentence: Span) -> list[tuple[Span, bool]]:
    """(part, whether it asks) of a sentence, in order; joined parts that need each other stay together."""
    said = sentence.of(text)
    if asking.asks(said):
        return _before_the_question(text, sentence)
    if speech.one_piece(said):
        return [(sentence, False)]
    return [(part, False) for part in _joined(text, sentence)]


def _before_the_question(text: str, sentence: Span) -> list[tuple[Span, bool]]:
    """ "I'm vegetarian, can you suggest a place?": what is told first, then the question."""
    for match in _COMMA.finditer(text, sentence.start, sentence.end):
        rest = text[match.end() : sentence.end]
        told = Span(sentence.start, match.start())
        if asking.opens_question(rest) and speech.tells(told.of(text)):
            return [(trimmed(text, told), False), (Span(match.end(), sentence.end), True)]
    return [(sentence, True)]


def _joined(text: str, sentence: Span) -> list[Span]:
    start, found = sentence.start, []
    for match in _AND.finditer(text, sentence.start, sentence.end):
        before = text[start : match.start()]
        if _OWN_SUBJECT.match(before) or _OWN_SUBJECT.match(before.partition(", ")[2]):
            found.append(Span(start, match.start()))
            start = match.end()
    rest = Span(start, sentence.end)
    for match in _COMMA.finditer(text, rest.start, rest.end):
        after = text[match.end() : rest.end]
        if text[match.start()] == "，" and _THING_IS.match(after) and speech.tells(text[start : match.start()]):
            found.append(Span(start, match.start()))
            start = match.end()
    return [*found, Span(start, sentence.end)]
