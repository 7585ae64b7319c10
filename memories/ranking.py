"""Scores of a search (SPEC 4), pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Candidate:
    """What ranking may know of a unit. `similarity` is calibrated; None means that the dense arm was missing."""

    id: UUID
    similarity: float | None
    lexical: float | None
    confidence: float
    occurred_at: datetime
    verified_at: datetime | None
    structural: float = 0.0


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


def text_score(similarity: float | None, lexical: float | None) -> float:
    """Fusion of the two arms; a missing arm is carried by the other.

    The stronger arm counts for three quarters: exact words (codes, names) and meaning each find what the other
    misses, and a unit that both find stands above one that either finds alone.
    """
    if similarity is None or lexical is None:
        return similarity or lexical or 0.0
    return 0.75 * max(similarity, lexical) + 0.25 * min(similarity, lexical)


def freshness(occurred_at: datetime, verified_at: datetime | None, now: datetime, days: float) -> float:
    """exp(-age / days) with age since the later of occurred_at and last_verified_at; never over 1."""
    since = max(occurred_at, verified_at) if verified_at else occurred_at
    age = max(0.0, (now - since).total_seconds() / 86_400)
    return math.exp(-age / days)


def passes_floor(similarity: float | None, lexical: float | None, floor: float) -> bool:
    """Under the floor and with no word in common a unit is not a candidate: "nothing found" exists."""
    return (similarity or 0.0) >= floor or (lexical or 0.0) > 0.0


def rank(
    candidates: Sequence[Candidate],
    *,
    weights: Mapping[str, float],
    now: datetime,
    freshness_days: float,
    floor: float,
) -> list[Ranked]:
    """Candidates over the floor, best first; ties go to the smaller id."""
    ranked = []
    for candidate in candidates:
        if not passes_floor(candidate.similarity, candidate.lexical, floor):
            continue
        text = text_score(candidate.similarity, candidate.lexical)
        fresh = freshness(candidate.occurred_at, candidate.verified_at, now, freshness_days)
        final = (
            weights.get("text", 0) * text
            + weights.get("confidence", 0) * candidate.confidence
            + weights.get("freshness", 0) * fresh
            + weights.get("structural", 0) * candidate.structural
        )
        ranked.append(
            Ranked(
                id=candidate.id,
                similarity=candidate.similarity or 0.0,
                lexical=candidate.lexical or 0.0,
                text=text,
                structural=candidate.structural,
                confidence=candidate.confidence,
                freshness=fresh,
                final=final,
            )
        )
    return sorted(ranked, key=lambda hit: (-hit.final, str(hit.id)))
