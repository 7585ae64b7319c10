"""An extractive summary: the sentences of a conversation that carry the most, as they were said and in their order.

What a user states, decides and corrects comes first, then what was done and found; names, numbers and words that are
rare in the conversation add to it, words that stand in the summary already add nothing. Small talk adds nothing.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from memories.extracting import asking, speech
from memories.extracting.counting import tokens_of
from memories.extracting.spans import Span, sentences
from memories.judging.language import terms
from memories.judging.words import STOP
from memories.words import TurnRole

_WEIGHTS: Final = {
    "decision": 5.0,
    "correction": 5.0,
    "directive": 4.0,
    "lesson": 4.0,
    "preference": 3.5,
    "fact": 3.0,
}
_REST: Final = {"question": 0.3, "request": 0.5, "talk": 0.4, "quoted": 0.3, "hypothetical": 0.2}
_ASKED_FOR: Final = 12.0
"""What a sentence with all words of the question gains: more than two decisions."""
_NAMED: Final = 0.4
"""What a name or a number adds, up to _MOST_NAMED of them."""
_MOST_NAMED: Final = 4
_STALE: Final = 0.25
"""A sentence of whose rare words so few are new repeats what is there."""
_EACH, _LENGTH = 6, 0.7
"""A long sentence costs more, and says more: its cost counts with this exponent, a label of so many tokens included."""
_NAME_OR_NUMBER: Final = re.compile(
    r"\d+(?:[.,:/-]\d+)*|(?<=[a-z,;] )[A-Z][\w-]+|[A-Z]{2,}\w*|(?<=[\u4e00-\u9fff])[A-Za-z]\w+"
)


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
    return choose(weigh(turns), int(ratio * sum(tokens_of(turn.text) for turn in turns)), query=query)


@dataclass(frozen=True, slots=True)
class Recalled:
    """A place in a turn that a search has found, and how well it fits what was asked, from 0 to 1."""

    number: int
    span: Span
    fit: float


Weighed = list[tuple[Sentence, list[str]]]
"""Every sentence that says anything, with its terms."""


def choose(found: Weighed, budget: int, *, query: str = "", frame: int = 0, room: int | None = None) -> list[Sentence]:
    """The sentences worth most, in order, within a number of tokens. `room` is for them with what each costs besides,
    its `frame`."""
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


def weigh(turns: Sequence[Said], recalled: Sequence[Recalled] = ()) -> Weighed:
    """The sentences of these turns; a system turn has none. One that a search has found weighs more."""
    fits: dict[int, list[Recalled]] = {}
    for place in recalled:
        fits.setdefault(place.number, []).append(place)
    found: Weighed = []
    for turn in turns:
        if turn.role == TurnRole.SYSTEM:
            continue
        for span in sentences(turn.text):
            span = speech.without_fillers(turn.text, span)
            text = span.of(turn.text)
            weight = _weight(text, turn.role)
            for place in fits.get(turn.number, ()):
                if place.span.start < span.end and span.start < place.span.end:
                    weight += _ASKED_FOR * place.fit
            words = terms(text)
            if weight > 0 and words:
                found.append((Sentence(turn.number, turn.role, text, span, tokens_of(text), weight), words))
    return found


def _weight(text: str, role: TurnRole) -> float:
    if role == TurnRole.TOOL:
        return 0.0 if speech.no_result(text) else 1.5
    if asking.asks(text):
        kind, why = "", "question"
    else:
        kind, why = speech.user_act(text) if role == TurnRole.USER else speech.assistant_act(text)
    weight = _WEIGHTS.get(kind, 0.0) if kind else _REST.get(why, 0.0)
    if kind:
        weight += _NAMED * min(_MOST_NAMED, len(_NAME_OR_NUMBER.findall(text)))
    return weight if role == TurnRole.USER else 0.8 * weight


class _Gains:
    """What a sentence would add to what is taken, for each token that it costs.

    A sentence is worth its kind, and a little for each name and number in it. Of that counts the part of its rare words
    that is not there yet. What the reader asks about outweighs all else: the share of the question's rare words that
    the sentence has.
    """

    def __init__(self, sentences: Sequence[list[str]], query: str) -> None:
        self._words = [frozenset(words) for words in sentences]
        seen = Counter(word for words in self._words for word in words)
        count = len(sentences)
        self._rare = {word: math.log(1 + count / number) for word, number in seen.items()}
        asked = {word: self._rare[word] ** 2 for word in set(terms(query)) - STOP if word in self._rare}
        whole = sum(asked.values())
        self._asked = {word: worth / whole for word, worth in asked.items()}
        self._taken: set[str] = set()

    def of(self, place: int, one: Sentence) -> float:
        words = self._words[place]
        whole = sum(self._rare[word] for word in words)
        fresh = sum(self._rare[word] for word in words - self._taken) / whole
        if fresh < _STALE:
            return 0.0
        answers = sum(self._asked.get(word, 0.0) for word in words)
        worth = one.weight * (0.5 + 0.5 * fresh) + _ASKED_FOR * answers
        return worth / math.pow(one.tokens + _EACH, _LENGTH)

    def take(self, place: int) -> None:
        self._taken |= self._words[place]
