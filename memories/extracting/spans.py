"""Where in a turn a statement stands: sentences and clauses as spans, with code, scripts and examples left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memories.extracting.recalled import rendered
from memories.judging.language import CJK


class Span(NamedTuple):
    """Characters start to end (exclusive) of a turn's content, counted in code points."""

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]


LONGEST: Final = 500
"""A sentence longer than this is cut at white space: speech without punctuation comes as one."""

_FENCED: Final = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|<(code|pre|examples?)>.*?(?:</\1>|\Z)|^[ \t]*>.*$", re.S | re.M
)
# A transcript or few-shot examples: lines that begin with a speaker or with "Input:".
_SCRIPT: Final = re.compile(
    r"^[ \t]*(?:[-*] )?(?:user|human|assistant|ai|bot|system|[qa]|question|answer|input|output|examples?(?: \d+)?"
    r"|用户|助手|系统|问|答|输入|输出|示例\d*|例子\d*|例\d+)[ \t]*[:：].*$",
    re.I | re.M,
)
_EXAMPLE: Final = re.compile(r"[ \t]*(?:example|示例|例)", re.I)
_CLOSING: Final = r"[”’」』\"')）]*"
_BREAK: Final = re.compile(
    rf"[。！？!?；;…]+{_CLOSING}|\n+|(?<![\d.])\.+{_CLOSING}(?=\s|$)|(?<=\d)\.(?=\s|$)|(?<=[{CJK}])\.(?=\s|$)"
)
_ABBREVIATION: Final = re.compile(
    r"(?:^|[^A-Za-z])(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|st|no|approx|inc|ltd|co|jr|sr|[A-Z])$", re.I
)


# What stands in quotation marks on one line is one piece, whatever marks it holds.
_IN_QUOTES: Final = re.compile(r"“[^”\n]{2,300}”|「[^」\n]{2,300}」|『[^』\n]{2,300}』|(?<!\w)\"[^\"\n]{2,300}\"(?!\w)")


def left_out(text: str) -> list[Span]:
    """Code blocks, quoted lines, transcripts, examples and rendered memories: nobody says these of themselves."""
    found = [Span(*match.span()) for match in _FENCED.finditer(text)]
    found += [Span(*place) for place in rendered(text)]
    script = [Span(*match.span()) for match in _SCRIPT.finditer(text)]
    # One such line may be somebody's way to write; two are a script.
    if len(script) > 1 or any(_EXAMPLE.match(line.of(text)) for line in script):
        found += script
    return sorted(found)


def sentences(text: str) -> list[Span]:
    """Sentences in order, trimmed, with their closing marks; nothing of what is left out."""
    found: list[Span] = []
    start = 0
    for hole in [*left_out(text), Span(len(text), len(text))]:
        if hole.start > start:
            found.extend(_within(text, Span(start, hole.start)))
        start = max(start, hole.end)
    return found


def _within(text: str, part: Span) -> Iterator[Span]:
    start = part.start
    quoted = [match.span() for match in _IN_QUOTES.finditer(text, part.start, part.end)]
    for match in _BREAK.finditer(text, part.start, part.end):
        while quoted and quoted[0][1] <= match.start():
            quoted.pop(0)
        if quoted and quoted[0][0] < match.start() and match.end() < quoted[0][1]:
            continue
        if match.group().startswith(".") and _ABBREVIATION.search(text, max(start, match.start() - 8), match.start()):
            continue
        yield from _pieces(text, Span(start, match.end()))
        start = match.end()
    yield from _pieces(text, Span(start, part.end))


def _pieces(text: str, part: Span) -> Iterator[Span]:
    """The part without white space around it, cut where it is too long; nothing if it is empty."""
    part = trimmed(text, part)
    while part.end - part.start > LONGEST:
        cut = max(text.rfind(mark, part.start + LONGEST // 2, part.start + LONGEST) for mark in (" ", "，", ",", "、"))
        cut = part.start + LONGEST if cut < 0 else cut + 1
        yield trimmed(text, Span(part.start, cut))
        part = trimmed(text, Span(cut, part.end))
    if part.end > part.start:
        yield part


def trimmed(text: str, part: Span, marks: str = "") -> Span:
    """The span without white space, or these marks, at its ends."""
    start, end = part
    while start < end and (text[start].isspace() or text[start] in marks):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in marks):
        end -= 1
    return Span(start, end)
