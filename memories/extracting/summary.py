"""An extractive summary: the sentences of a conversation that carry the most, as they were said and in their order.

What a user states, decides and corrects comes first, then what was done and found; names, numbers and words that are
rare in the conversation add to it, words that stand in the summary already add nothing. Small talk adds nothing.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from memories.extracting import speech
from memories.extracting.counting import tokens_of
from memories.extracting.spans import Span, sentences
from memories.judging.language import terms
from memories.words import TurnRole

_WEIGHTS: Final = {
    "decision": 5.0,
    "correction": 5.0,
    "directive": 4.0,
    "lesson": 4.0,
    "preference": 3.5,
    "fact": 3.0,
}
_REST: Final = {"question": 0.4, "request": 0.6, "talk": 0.5, "quoted": 0.3, "hypothetical": 0.2}
_ASKED_FOR: Final = 3.0
"""How much a word of the question counts against a rare word of the conversation."""


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of a conversation."""

    number: int
    role: TurnRole
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that is kept; `text` stands at `span` of turn `number`."""

    number: int
    role: TurnRole
    text: str = field(repr=False)
    span: Span
    tokens: int
    weight: float


def summarise(turns: Sequence[Said], ratio: float, *, query: str = "") -> list[Sentence]:
    """The sentences worth most, in order, within `ratio` of the tokens of the turns.

    `query` is what the reader wants to know: sentences that share its words come first.
    """
    return chosen(turns, int(ratio * sum(tokens_of(turn.text) for turn in turns)), query=query)


def chosen(
    turns: Sequence[Said], budget: int, *, query: str = "", frame: int = 0, room: int | None = None
) -> list[Sentence]:
    """The same within a number of tokens. `room` is for the sentences with what each costs besides, its `frame`."""
    found = weighed(turns)
    gain = _Gains([words for _, words in found], query)
    heap = [(-gain.of(place, one), place) for place, (one, _) in enumerate(found)]
    heapq.heapify(heap)
    taken: list[int] = []
    left = budget
    room = budget + frame * len(found) if room is None else room
    while heap:
        promised, place = heapq.heappop(heap)
        one = found[place][0]
        now = gain.of(place, one)
        if now < -promised - 1e-9:  # words that it shares with what was taken meanwhile add nothing any more
            if now > 0:
                heapq.heappush(heap, (-now, place))
            continue
        if now > 0 and one.tokens <= left and one.tokens + frame <= room:
            left -= one.tokens
            room -= one.tokens + frame
            taken.append(place)
            gain.take(place)
    return [found[place][0] for place in sorted(taken)]


def weighed(turns: Sequence[Said]) -> list[tuple[Sentence, list[str]]]:
    """Every sentence that says anything, with its weight and its terms."""
    found = []
    for turn in turns:
        if turn.role == TurnRole.SYSTEM:
            continue
        for span in sentences(turn.text):
            span = speech.without_fillers(turn.text, span)
            text = span.of(turn.text)
            weight = _weight(text, turn.role)
            words = terms(text)
            if weight > 0 and words:
                found.append((Sentence(turn.number, turn.role, text, span, tokens_of(text), weight), words))
    return found


def _weight(text: str, role: TurnRole) -> float:
    if role == TurnRole.TOOL:
        return 0.0 if speech.no_result(text) else 1.5
    if speech.asks(text):
        kind, why = "", "question"
    else:
        kind, why = speech.user_act(text) if role == TurnRole.USER else speech.assistant_act(text)
    weight = _WEIGHTS.get(kind, 0.0) if kind else _REST.get(why, 0.0)
    return weight if role == TurnRole.USER else 0.8 * weight


class _Gains:
    """What a sentence would add to what is taken: its weight, and its rare words that are not there yet."""

    def __init__(self, sentences: Sequence[list[str]], query: str) -> None:
        self._words = [set(words) for words in sentences]
        seen = Counter(word for words in self._words for word in words)
        wanted = set(terms(query))
        count = len(sentences)
        self._worth = {
            word: math.log(1 + count / number) * (_ASKED_FOR if word in wanted else 1.0)
            for word, number in seen.items()
        }
        self._taken: set[str] = set()

    def of(self, place: int, one: Sentence) -> float:
        words = self._words[place]
        fresh = sum(self._worth[word] for word in words - self._taken)
        whole = sum(self._worth[word] for word in words)
        if fresh < 0.25 * whole:
            return 0.0
        return (one.weight * fresh / whole + 0.15 * fresh) / math.sqrt(one.tokens + 4)

    def take(self, place: int) -> None:
        self._taken |= self._words[place]
