"""Stage two: what was gathered, scored and put in order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memories.confidence import as_read
from memories.embedding.service import similarity
from memories.judging.language import language_of, terms
from memories.names import name_key
from memories.preferences import Preferences
from memories.ranking import Candidate, Ranked, Span, Weights, profile_for, rank, with_cue
from memories.recalling.gathering import Row
from memories.recalling.pertinence import ByCode, held_then
from memories.recalling.question import Question
from memories.shapes.searching import SearchInput


def profile_of(body: SearchInput, preferences: Preferences) -> str:
    """The name of the profile that a search is ranked by."""
    hinted = bool(body.key or body.entities or body.action_type)
    return profile_for(named=body.profile, hinted=hinted, otherwise=preferences.profile)


def weights_of(body: SearchInput, preferences: Preferences) -> Weights:
    """What the request says, else what the namespace or the installation says of the profile."""
    return body.weights or preferences.weights[profile_of(body, preferences)]


def ranked(
    question: Question, rows: Sequence[Row], preferences: Preferences, *, floor: float, word_floor: float
) -> list[Ranked]:
    """Rows over the floor of similarity, best first; `word_floor` is the share of the question's words that a unit
    which is not near by meaning has to hold. Without a floor every row is ranked.

    That somebody contradicts it says nothing of whether a unit is what is asked for: what is contested is marked, comes
    with its other side, and is ranked by the confidence that it has without that.
    """
    weights = weights_of(question.body, preferences)
    language = language_of(question.body.query)
    structured = Structure(question.body) if weights.get("structural", 0) > 0 else None
    codes, all_of_them = ByCode(question), word_floor <= 0
    candidates = []
    for row in rows:
        of_another = codes.is_aside(row)
        if not all_of_them and codes.is_none(row, aside=of_another):
            continue
        in_period = question.asks_for_period and _lies_in(row.occurred_at, question.period or question.during)
        candidates.append(
            Candidate(
                id=row.id,
                similarity=_similarity(row, language),
                lexical=row.lexical,
                confidence=_confidence(row, question, preferences),
                occurred_at=row.occurred_at,
                verified_at=row.last_verified_at,
                structural=structured.share(row) if structured else 0.0,
                aside=of_another
                or not held_then(row, question.true_at, question.period)
                or (question.asks_for_period and not in_period),
                surely=codes.is_found(row) or in_period,
            )
        )
    return rank(
        candidates,
        weights=weights,
        now=question.at,
        freshness_days=preferences.freshness_days,
        floor=floor,
        word_floor=word_floor,
        most=preferences.candidates,
        asked=question.about,
    )


def _similarity(row: Row, language: str) -> float | None:
    """That of the value, or of the cue where that says more; None where there is neither vector."""
    if row.cosine is None:
        return None
    value = similarity(row.cosine, languages=(language, row.lang), direction="query")
    if row.cue is None:
        return value
    asked_in = language_of(row.query) if row.query else row.lang
    return with_cue(value, similarity(row.cue, languages=(language, asked_in), direction="query"))


def _confidence(row: Row, question: Question, preferences: Preferences) -> float:
    return as_read(
        row.confidence,
        row.idle_since,
        question.now,
        critical=row.critical,
        contested=False,
        rules=preferences.rules,
    )


def _lies_in(moment: datetime, period: Span | None) -> bool:
    if period is None:
        return False
    return (period.start is None or period.start <= moment) and (period.end is None or moment < period.end)


class Structure:
    """How well a unit's fields fit what a request says of its task: the mean over what it says, each 0..1.

    A request that says nothing of it asks in words alone: then an entity, a tag or an attribute of the unit that the
    question names counts.
    """

    def __init__(self, body: SearchInput) -> None:
        self.key = body.key.casefold()
        self.entities = {name.casefold() for name in body.entities}
        self.action = body.action_type.casefold()
        self.attribute = body.attribute
        self.subject = name_key(body.subject) if body.subject else ""
        self.asked = frozenset(terms(body.query))

    def share(self, row: Row) -> float:
        """0..1."""
        parts = []
        if self.key:
            parts.append(_segments_shared(self.key, row.key.casefold()))
        if self.entities:
            held = {name.casefold() for name in (*row.entities, *row.participants)}
            parts.append(len(self.entities & held) / len(self.entities))
        if self.action:
            parts.append(float(row.action_type.casefold() == self.action))
        if self.attribute:
            parts.append(float(row.attribute == self.attribute))
        if self.subject:
            parts.append(float(row.subject_key == self.subject))
        if parts:
            return sum(parts) / len(parts)
        named = (*row.entities, *row.participants, *row.tags, row.attribute, row.subject_key)
        return float(any(self._names(name) for name in named if name))

    def _names(self, name: str) -> bool:
        words = frozenset(terms(name))
        return bool(words) and words <= self.asked


def _segments_shared(asked: str, held: str) -> float:
    """Share of the longer key's segments that the two have in common from the left, 0..1: two thirds for
    `order_agent.refund` and `order_agent.refund.late`."""
    ours, theirs = asked.strip(".").split("."), held.strip(".").split(".")
    common = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        common += 1
    return common / max(len(ours), len(theirs))
