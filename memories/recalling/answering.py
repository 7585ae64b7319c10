"""What a search found, and the answer that an agent gets of it: the recall logged, the units with their scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from memories.callers import Caller
from memories.embedding.providers import Vectors
from memories.models import MemoryUnit
from memories.preferences import Preferences
from memories.presenting import memory_out
from memories.ranking import Ranked
from memories.recalling.both_sides import Disputes
from memories.recalling.gathering import Row
from memories.recalling.logbook import Entry, log, log_and_read, read
from memories.recalling.pertinence import validity_at
from memories.recalling.question import Question
from memories.recalling.scoring import profile_of
from memories.recalling.telling import told
from memories.recalling.then.past import Past
from memories.shapes.outputs import Hit, Scores, SearchOut


@dataclass(slots=True)
class Found:
    """What was found before it is told, best first; `past` if another moment was asked for.

    `rows` and `ranking` are what the hits were taken from; `from_archive` if nothing current answers and these do.
    """

    hits: list[Ranked]
    preferences: Preferences
    disputes: Disputes = field(default_factory=dict)
    past: dict[UUID, Past] = field(default_factory=dict)
    rows: Mapping[UUID, Row] = field(default_factory=dict)
    ranking: list[Ranked] = field(default_factory=list)
    from_archive: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was asked, what of it was found in time, and by which vector; `degraded` and `cut_short` are what SearchOut
    calls degraded and partial."""

    question: Question
    found: Found
    vector: Vectors | None
    degraded: bool
    cut_short: bool


def logged(caller: Caller, attempt: Attempt, *, now: datetime) -> SearchOut:
    """The answer to an agent, which its recall is logged with."""
    question, found = attempt.question, attempt.found
    body, preferences = question.body, found.preferences
    entry = Entry(
        namespace_id=question.namespace_id,
        token_id=caller.writer_id,
        query=body.query,
        profile=profile_of(body, preferences),
        hits=[(hit.id, hit.final) for hit in found.hits],
        degraded=attempt.degraded,
        partial=attempt.cut_short,
        counts=body.as_of is None,
        now=now,
    )
    text, left_out = None, 0
    if body.render == "text" or body.max_tokens is not None:
        # What is returned, and so logged, is known only once its text is.
        units = read(question.namespace_id, [hit.id for hit in found.hits])
        results = [hit_of(units[hit.id], hit, found, question) for hit in found.hits if hit.id in units]
        said = told(results, {pk: unit.source.channel for pk, unit in units.items()}, body, attempt.cut_short)
        results, text, left_out = said.hits, said.text, said.left_out
        returned = {hit.memory.id for hit in results}
        recall_id = log(replace(entry, hits=[(pk, score) for pk, score in entry.hits if pk in returned]))
    else:
        recall_id, units = log_and_read(entry)
        # What was erased since it was found is not there any more.
        results = [hit_of(units[hit.id], hit, found, question) for hit in found.hits if hit.id in units]
    return SearchOut(
        recall_id=recall_id,
        degraded=attempt.degraded,
        partial=attempt.cut_short,
        left_out=left_out,
        results=results,
        text=text,
    )


def hit_of(unit: MemoryUnit, hit: Ranked, found: Found, question: Question) -> Hit:
    """A unit as it is returned."""
    if hit.id in found.past:
        unit = found.past[hit.id].put_on(unit)
    return Hit(
        memory=memory_out(unit, preferences=found.preferences, now=question.now),
        scores=scores_of(hit),
        validity=validity_at(question.true_at, unit.valid_from, unit.valid_to),
        conflicts_with=list(found.disputes.get(hit.id, ())),
    )


def scores_of(hit: Ranked) -> Scores:
    """The breakdown as it is told."""
    return Scores(**{name: round(getattr(hit, name), 4) for name in Scores.model_fields})
