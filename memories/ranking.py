"""Scores of a search (SPEC 4), pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Part = Literal["text", "confidence", "freshness", "structural"]
Weights = Mapping[Part, float]

PROFILES: Mapping[str, Weights] = {
    "reviewed": {"text": 0.60, "confidence": 0.30, "freshness": 0.10, "structural": 0.0},
    "task": {"text": 0.40, "confidence": 0.0, "freshness": 0.25, "structural": 0.35},
    "knowledge": {"text": 0.55, "confidence": 0.0, "freshness": 0.10, "structural": 0.35},
}
"""The named profiles of SPEC 4; a namespace may weigh each of them otherwise."""


def profile_for(*, named: str | None, hinted: bool, otherwise: str) -> str:
    """The profile that is asked for; else `task` for a request that says what its task is, else the namespace's."""
    return named or ("task" if hinted else otherwise)


@dataclass(frozen=True, slots=True)
class Span:
    """A period that a question asks about, half open; a side that is None is open."""

    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """What ranking may know of a unit. `similarity` is calibrated; None means that the dense arm was missing. What is
    `aside` is about what is asked, and of another code or another time than is asked; what is `surely` meant needs
    neither be near nor hold words."""

    id: UUID
    similarity: float | None
    lexical: float | None
    confidence: float
    occurred_at: datetime
    verified_at: datetime | None
    structural: float = 0.0
    aside: bool = False
    surely: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its breakdown; every part lies in 0..1, and so does `final`."""

    id: UUID
    similarity: float
    lexical: float
    text: float
    structural: float
    confidence: float
    freshness: float
    final: float
    aside: bool = False


CUE_COUNTS_FROM = 0.3
"""How similar a cue has to be to count. Two questions are alike by being questions of one trade, which two statements
are not: under this a cue brought back units that nobody asked for, Chinese ones above all. Chosen on half of
benchmarks/quality/units_with_queries.tsv and unanswered.txt (docs/benchmarks.md)."""


def with_cue(value: float, cue: float) -> float:
    """How similar a unit is by its value and by what it is asked for by: the more similar of both, 0..1."""
    return max(value, cue) if cue >= CUE_COUNTS_FROM else value


ASIDE = 0.5
"""What the text of a unit counts that is aside: one that is as near, and is not, stands above it. Besides, it stands
after all that is not (memories.recalling.order): the factor decides whether it is among the best."""

WORDS_VOUCH = 0.4
"""How far words alone vouch for a unit, of 1. Chosen on half of the LongMemEval evidence; 0.35 to 0.5 are as good
(docs/benchmarks.md)."""


def text_score(similarity: float | None, lexical: float | None) -> float:
    """Fusion of the two arms, 0..1; a missing arm is carried by the other.

    A unit misses the point if it is unlike in meaning and the words do not speak for it either: 1 - (1 - similarity) *
    (1 - 0.4 * lexical), a noisy or. So exact words (codes, names) lift what is near, and both together stand above one.
    """
    if similarity is None or lexical is None:
        return similarity or lexical or 0.0
    return 1 - (1 - similarity) * (1 - WORDS_VOUCH * lexical)


def freshness(
    occurred_at: datetime, verified_at: datetime | None, now: datetime, days: float, *, asked: Span | None = None
) -> float:
    """exp(-age / days) with age since the later of occurred_at and last_verified_at; never over 1.

    What lies after `now`, for a question put at an earlier time, is as far from it as what lies before. Of a question
    about a period, what lies in it is fresh, and age is the distance from it: who asks about last March does not want
    what is newest.
    """
    if asked is not None:
        return math.exp(-_days_outside(occurred_at, asked) / days)
    since = max(occurred_at, verified_at) if verified_at else occurred_at
    age = abs((now - since).total_seconds()) / 86_400
    return math.exp(-age / days)


def _days_outside(moment: datetime, span: Span) -> float:
    before = (span.start - moment).total_seconds() if span.start is not None else 0.0
    after = (moment - span.end).total_seconds() if span.end is not None else 0.0
    return max(0.0, before, after) / 86_400


def passes_floor(similarity: float | None, lexical: float | None, floor: float, word_floor: float) -> bool:
    """Under the floor and without enough words in common a unit is not a candidate: "nothing found" exists.

    Of a unit that is known to be unlike in meaning words are enough if with them its text comes half way to the floor:
    a quarter of the question's words where it has nothing else to do with it, any where it is half as near as it has
    to be. (The whole way would lose what precisionMemBench expects: recall 0.90 instead of 0.95.)
    """
    if (similarity or 0.0) >= floor:
        return True
    enough = (lexical or 0.0) >= max(word_floor, 1e-6)
    return enough and (similarity is None or text_score(similarity, lexical) >= floor / 2)


def words_needed(asked: int) -> float:
    """The share of a question of so many terms that a unit has to hold to be found by its words: the weight of an
    average word of it, and of a long one a tenth."""
    return min(0.1, 1 / max(1, asked))


def rank(
    candidates: Sequence[Candidate],
    *,
    weights: Weights,
    now: datetime,
    freshness_days: float,
    floor: float,
    most: int,
    word_floor: float,
    asked: Span | None = None,
) -> list[Ranked]:
    """Of the candidates over the floor the `most` with the best text, best first; ties go to the smaller id."""
    over = [
        (text_score(candidate.similarity, candidate.lexical) * (ASIDE if candidate.aside else 1.0), candidate)
        for candidate in candidates
        if candidate.surely or passes_floor(candidate.similarity, candidate.lexical, floor, word_floor)
    ]
    over.sort(key=lambda item: (-item[0], item[1].id.int))
    ranked = [_scored(candidate, text, weights, now, freshness_days, asked) for text, candidate in over[: max(0, most)]]
    return sorted(ranked, key=lambda hit: (-hit.final, hit.id.int))


def _scored(
    candidate: Candidate, text: float, weights: Weights, now: datetime, freshness_days: float, asked: Span | None
) -> Ranked:
    fresh = freshness(candidate.occurred_at, candidate.verified_at, now, freshness_days, asked=asked)
    final = (
        weights.get("text", 0) * text
        + weights.get("confidence", 0) * candidate.confidence
        + weights.get("freshness", 0) * fresh
        + weights.get("structural", 0) * candidate.structural
    )
    return Ranked(
        id=candidate.id,
        similarity=candidate.similarity or 0.0,
        lexical=candidate.lexical or 0.0,
        text=text,
        structural=candidate.structural,
        confidence=candidate.confidence,
        freshness=fresh,
        final=final,
        aside=candidate.aside,
    )
