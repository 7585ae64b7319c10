"""What of a turn is worth keeping: statements with their spans, and why the rest is not kept.

Text is kept as written, in its language. Nothing is put into other words: at most a filler at the beginning ("Well,",
嗯) and the mark at the end are outside the span.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from memories.extracting import asking, recalled, speech
from memories.extracting.clauses import parts_of
from memories.extracting.spans import Span, sentences, trimmed
from memories.judging.language import terms
from memories.words import TurnRole

_RESTATED = 0.75
"""A sentence of the assistant with this share of its words heard before says nothing new."""
_MOST_LEAVES = 5
"""Sentences in a tool's JSON; more are a list of things, or somebody's text."""


class StatementKind(StrEnum):
    """What a statement is for; a hint for the unit's kind, its decision mark and its tags."""

    FACT = "fact"
    DIRECTIVE = "directive"
    PREFERENCE = "preference"
    CORRECTION = "correction"
    DECISION = "decision"
    LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement; `text` is what stands at `span` in the turn. Only of a tool's flat JSON it is written as pairs."""

    text: str = field(repr=False)
    span: Span
    kind: StatementKind


@dataclass(frozen=True, slots=True)
class Sifted:
    """A turn taken apart. `dropped` counts sentences by the reason why they are not kept."""

    kept: tuple[Statement, ...] = ()
    dropped: Counter[str] = field(default_factory=Counter)


def statements_of(text: str, role: TurnRole | str, heard: Sequence[str] = ()) -> list[Statement]:
    """The statements of a turn that are worth keeping, in order."""
    return list(sift(text, role, heard).kept)


def sift(text: str, role: TurnRole | str, heard: Sequence[str] = (), *, tool: str = "") -> Sifted:
    """Take a turn apart. `heard` are texts that an assistant may restate: earlier turns, recalled memories; `tool` is
    which tool answered."""
    role = TurnRole(role)
    if role == TurnRole.SYSTEM:
        return Sifted(dropped=Counter({"system": 1}) if text.strip() else Counter())
    if recalled.from_memory(text, tool):
        return Sifted(dropped=Counter({"recalled": 1}))
    if role == TurnRole.TOOL:
        return _of_tool(text)
    kept: list[Statement] = []
    dropped: Counter[str] = Counter()
    known = frozenset(term for earlier in heard for term in terms(earlier)) if role == TurnRole.ASSISTANT else None
    supposing = False
    for sentence in sentences(text):
        said = speech.without_fillers(text, sentence)
        if asking.supposes(said.of(text)):
            supposing = True
        elif asking.returns_to_fact(said.of(text)):
            supposing = False
        for part, asked in parts_of(text, said):
            why = "hypothetical" if supposing else "question" if asked else ""
            kind = None
            if not why:
                kind, why = _judge(part.of(text), role, known)
            if kind is None:
                dropped[why] += 1
                continue
            if role == TurnRole.ASSISTANT:
                part = Span(part.start + recalled.confirmed_at(part.of(text)), part.end)
            part = trimmed(text, part, speech.END_MARKS)
            kept.append(Statement(part.of(text), part, kind))
    return Sifted(tuple(kept), dropped)


def _judge(said: str, role: TurnRole, known: frozenset[str] | None) -> tuple[StatementKind | None, str]:
    """What a sentence or clause is, or None and the reason why it is not kept."""
    if known is not None and restates(said, known):
        return None, "restatement"
    name, why = speech.user_act(said) if role == TurnRole.USER else speech.assistant_act(said)
    return (StatementKind(name), "") if name else (None, why)


def restates(said: str, known: frozenset[str]) -> bool:
    """Whether hardly a word of it is new."""
    words = terms(said)
    return bool(words) and sum(word in known for word in words) / len(words) >= _RESTATED


def _of_tool(text: str) -> Sifted:
    """A short result is kept whole, of JSON what it says; an error, a receipt or a dump is not a statement."""
    whole = trimmed(text, Span(0, len(text)))
    said = whole.of(text)
    if not said:
        return Sifted()
    if why := speech.no_result(said):
        return Sifted(dropped=Counter({why: 1}))
    if any(recalled.rendered(said)):
        return Sifted(dropped=Counter({"recalled": 1}))
    if said[:1] in ("{", "["):
        return _of_data(text, whole)
    if len(said) > recalled.SHORT_RESULT:
        return Sifted(dropped=Counter({"too_long": 1}))
    if not speech.long_enough(said):
        return Sifted(dropped=Counter({"too_short": 1}))
    return Sifted(kept=(Statement(said, whole, StatementKind.FACT),))


def _of_data(text: str, whole: Span) -> Sifted:
    """Of JSON the leaves that are sentences, word for word, or a small flat object as `name: value` pairs."""
    value = recalled.data_of(whole.of(text))
    if recalled.failed(value):
        return Sifted(dropped=Counter({"tool_error": 1}))
    kept, at = [], whole.start
    for leaf in recalled.told_in(value):
        start = text.find(leaf, at)
        if start >= 0:
            span = trimmed(text, Span(start, start + len(leaf)), speech.END_MARKS)
            kept.append(Statement(span.of(text), span, StatementKind.FACT))
            at = span.end
    if not kept and (pairs := recalled.pairs_of(value)):
        kept.append(Statement(pairs, whole, StatementKind.FACT))
    if not kept or len(kept) > _MOST_LEAVES:
        return Sifted(dropped=Counter({"data": 1}))
    return Sifted(kept=tuple(kept))
