"""A search as an agent's would go, looked at by a person, that leaves no trace: no recall is logged, so nothing counts
as used, nothing is learned from it and no text that is written later is taken for its echo; what it finds in the
archive stays there."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import OperationalError

from memories.callers import Caller
from memories.presenting import memory_out
from memories.ranking import Weights
from memories.recalling.answering import Attempt, hit_of, scores_of
from memories.recalling.explaining import LeftOut, left_out
from memories.recalling.filters import floor_of
from memories.recalling.logbook import read
from memories.recalling.scoring import profile_of, weights_of
from memories.recalling.search import searched
from memories.recalling.telling import Told, told
from memories.recalling.timekeeping import Timer, ran_out
from memories.shapes.outputs import Hit, MemoryOut, Scores
from memories.shapes.searching import SearchInput
from memories.walls import inside


@dataclass(frozen=True, slots=True)
class Missing:
    """A unit that did not come back, with its scores and why."""

    memory: MemoryOut
    scores: Scores
    why: LeftOut
    same_as: MemoryOut | None
    replaced_by: Sequence[UUID]


@dataclass(frozen=True, slots=True)
class Looked:
    """What an agent would get, and what it was ranked and filtered by. `from_archive` if it comes from there because
    nothing current answers: an agent that may write would bring it back into use. `missing` is None where there was no
    time to find out; `more` are as many again that are not told of."""

    hits: Sequence[Hit]
    text: str | None
    left_out: int
    degraded: bool
    partial: bool
    from_archive: bool
    profile: str
    weights: Weights
    min_similarity: float
    min_confidence: float
    missing: Sequence[Missing] | None = None
    more: int = 0


def look(caller: Caller, body: SearchInput, *, now: datetime) -> Looked:
    """The answer that a search would get now, and why it is no other. Reads only.

    Raises:
        Invalid: code `time_range_unknown`.
        Busy: the database did not answer in time.
    """
    attempt, said = searched(caller, body, lambda attempt: (attempt, _told(attempt)), now=now)
    missing, more = _missing(attempt, said)
    preferences, asked = attempt.found.preferences, attempt.question.body
    return Looked(
        hits=said.hits,
        text=said.text,
        left_out=said.left_out,
        degraded=attempt.degraded,
        partial=attempt.cut_short,
        from_archive=attempt.found.from_archive,
        profile=profile_of(asked, preferences),
        weights=weights_of(asked, preferences),
        min_similarity=preferences.min_similarity,
        min_confidence=floor_of(asked, preferences),
        missing=missing,
        more=more,
    )


def _told(attempt: Attempt) -> Told:
    question, found = attempt.question, attempt.found
    units = read(question.namespace_id, [hit.id for hit in found.hits])
    hits = [hit_of(units[hit.id], hit, found, question) for hit in found.hits if hit.id in units]
    return told(hits, {pk: unit.source.channel for pk, unit in units.items()}, question.body, attempt.cut_short)


def _missing(attempt: Attempt, said: Told) -> tuple[list[Missing] | None, int]:
    """In a transaction and a time of its own: the answer does not depend on it."""
    question, found = attempt.question, attempt.found
    timer = Timer(time.monotonic() + settings.HINDSIGHT.SEARCH_DEADLINE_MS / 1000)
    try:
        with inside(question.namespace_id, milliseconds=timer.limit):
            few, more = left_out(attempt, shown={hit.memory.id for hit in said.hits}, hurry=timer.hurry)
            units = read(question.namespace_id, [one.scores.id for one in few])
    except OperationalError as error:
        if not ran_out(error):
            raise
        return None, 0
    seen: Mapping[UUID, MemoryOut] = {hit.memory.id: hit.memory for hit in said.hits}
    missing = []
    for one in few:
        if one.scores.id not in units:
            continue  # erased since
        unit = units[one.scores.id]
        if one.scores.id in found.past:
            unit = found.past[one.scores.id].put_on(unit)
        memory = memory_out(unit, preferences=found.preferences, now=question.now)
        twin = seen.get(one.same_as) if one.same_as else None
        missing.append(Missing(memory, scores_of(one.scores), one, twin, one.replaced_by))
    return missing, more
