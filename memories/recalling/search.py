"""One search: embed, open, gather, score, log; the queries that it takes are counted in a test."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import OperationalError

from memories.callers import Caller
from memories.confidence import RESTORED_FROM_ARCHIVE
from memories.embedding import embed_query
from memories.embedding.providers import Vectors
from memories.errors import Busy
from memories.models import MemoryUnit
from memories.preferences import Preferences, preferences_of
from memories.presenting import memory_out
from memories.ranking import Ranked
from memories.recalling.asking_embedder import essence, vector_within
from memories.recalling.both_sides import Disputes, disputes_of
from memories.recalling.chains import replaced_by
from memories.recalling.filters import Where, states_of, where_of
from memories.recalling.gathering import Gathered, gather
from memories.recalling.logbook import Entry, log, log_and_read, read
from memories.recalling.opening import open_search
from memories.recalling.order import answered
from memories.recalling.pertinence import validity_at
from memories.recalling.plan import Plan, Way, after_coming_back_short, plan_of
from memories.recalling.question import Question, question_of
from memories.recalling.respelling import respelt
from memories.recalling.restoring import may_answer, restore_recalled
from memories.recalling.scoring import profile_of, ranked
from memories.recalling.telling import told
from memories.recalling.then.believed import believed, moment_of
from memories.recalling.then.past import Past
from memories.recalling.timekeeping import Timer, ran_out
from memories.shapes.outputs import Hit, Scores, SearchOut
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.words import Scope, State

ARMS = frozenset({"dense", "lexical", "structured", "temporal"})
_ARMS_THAT_FIND = 2
"""Meaning and words find nearly all; each gathers its half of the candidates. With 25 of each the first five were
those of a full ranking on LongMemEval (docs/benchmarks.md)."""
_EMBEDDING_SHARE = 0.5
_LOOKING_SHARE = 0.8
"""Of the time that is left: the first go may take so much, or nothing is left for a second one with fewer arms."""
_LAST_WORDS_MS = 1_000
"""To log that nothing was found in time, which takes a few; where even that is held up there is no answer to give."""


@dataclass(slots=True)
class Found:
    """What was found before it is logged, best first; `past` if another moment was asked for."""

    hits: list[Ranked]
    preferences: Preferences
    disputes: Disputes = field(default_factory=dict)
    past: dict[UUID, Past] = field(default_factory=dict)


def search(caller: Caller, body: SearchInput, *, now: datetime, arms: frozenset[str] = ARMS) -> SearchOut:
    """The best current units for a query, each with its scores; an empty list means that nothing was found.

    With the embedder down the other arms answer and `degraded` is true; what takes longer than SEARCH_DEADLINE_MS is
    left out and `partial` says so. `arms` leaves some out, for measuring.

    Raises:
        Invalid: code `time_range_unknown`.
        Busy: not even the log of recalls could be written in time.
    """
    caller.require(Scope.READ)
    begun = time.monotonic()
    deadline = begun + settings.HINDSIGHT.SEARCH_DEADLINE_MS / 1000
    question = question_of(caller.namespace_id, body, now=moment_of(body, now))
    vector, late = None, False
    if "dense" in arms:
        embed = partial(embed_query, essence(question.body.query))
        vector, late = vector_within(question.namespace_id, _EMBEDDING_SHARE * (deadline - begun), embed)
    degraded = vector is None and "dense" in arms
    # The nearest vectors take longest, and whatever held them up may hold them up again.
    tries = ((vector, arms, _LOOKING_SHARE), (None, arms - {"dense"}, 1.0))
    for number, (given, looking, share) in enumerate(tries):
        timer = Timer(begun + share * (deadline - begun))
        try:
            with inside(caller.namespace_id, milliseconds=timer.limit):
                found = _find(question, given, looking, timer)
                if not found.hits and may_answer(body, found.preferences):
                    found = _find(question, given, looking, timer, archived=True)
                    if found.hits:
                        restore_recalled(caller, [hit.id for hit in found.hits], now=now)
                return _answer(caller, question, found, degraded=degraded, cut_short=late or number > 0, now=now)
        except OperationalError as error:
            if not ran_out(error):
                raise
    try:
        with inside(caller.namespace_id, milliseconds=_LAST_WORDS_MS):
            nothing = Found([], preferences_of(question.namespace_id))
            return _answer(caller, question, nothing, degraded=degraded, cut_short=True, now=now)
    except OperationalError as error:
        if not ran_out(error):
            raise
        raise Busy("The database does not answer in time. Try again in a moment.") from None


def _find(
    question: Question, vector: Vectors | None, arms: frozenset[str], timer: Timer, *, archived: bool = False
) -> Found:
    """Gather and rank, inside the wall."""
    body = question.body
    opened = open_search(question.namespace_id, question.terms, by_vector=vector is not None)
    preferences = opened.preferences
    if body.as_of is not None:
        wanted = body.top_k or preferences.top_k
        then = believed(question, opened, vector, wanted=wanted, arms=arms, hurry=timer.hurry)
        return Found(then.hits, preferences, then.disputes, then.past)
    states = [str(State.ARCHIVED)] if archived else states_of(body)
    where = where_of(question, preferences=preferences, states=states)
    words, word_floor = respelt(question, opened.frequencies)
    plan = plan_of(
        question,
        words,
        opened.frequencies,
        units=opened.units,
        vectors=opened.vectors,
        cues=opened.cues,
        ranged=where.ranged,
        retired_too=bool(where.retired),
    )
    if archived:
        plan = replace(plan, way=Way.RETIRED)
    wanted = body.top_k or preferences.top_k
    limit = max(wanted, math.ceil(preferences.candidates / _ARMS_THAT_FIND))

    def look(plan: Plan, where: Where) -> Gathered:
        timer.hurry()
        return gather(question, plan, where, vector, limit=limit, wanted=wanted, arms=arms)

    gathered = look(plan, where)
    if gathered.short:
        gathered = look(after_coming_back_short(plan), where)
    if archived:
        for row in gathered.rows:  # scored as they will stand
            row.confidence, row.idle_since = RESTORED_FROM_ARCHIVE, question.now
    rows = {row.id: row for row in gathered.rows}
    order = ranked(question, gathered.rows, preferences, floor=preferences.min_similarity, word_floor=word_floor)

    def other_sides(ids: list[UUID]) -> list[Ranked]:
        found = look(
            replace(plan, way=Way.FILTERED_ALL), where_of(question, preferences=preferences, states=states, ids=ids)
        )
        return ranked(question, found.rows, preferences, floor=0.0, word_floor=0.0)

    hits, disputes = answered(
        order,
        rows,
        most=wanted,
        chains=replaced_by(question.namespace_id, rows) if len(states) > 1 else {},
        disputes_of=partial(disputes_of, question.namespace_id),
        fetch=other_sides,
    )
    return Found(hits, preferences, disputes)


def _answer(
    caller: Caller, question: Question, found: Found, *, degraded: bool, cut_short: bool, now: datetime
) -> SearchOut:
    body, preferences = question.body, found.preferences
    entry = Entry(
        namespace_id=question.namespace_id,
        token_id=caller.writer_id,
        query=body.query,
        profile=profile_of(body, preferences),
        hits=[(hit.id, hit.final) for hit in found.hits],
        degraded=degraded,
        partial=cut_short,
        counts=body.as_of is None,
        now=now,
    )
    text, left_out = None, 0
    if body.render == "text" or body.max_tokens is not None:
        # What is returned, and so logged, is known only once its text is.
        units = read(question.namespace_id, [hit.id for hit in found.hits])
        results = [_hit(units[hit.id], hit, found, question) for hit in found.hits if hit.id in units]
        said = told(results, {pk: unit.source.channel for pk, unit in units.items()}, body, cut_short)
        results, text, left_out = said.hits, said.text, said.left_out
        returned = {hit.memory.id for hit in results}
        recall_id = log(replace(entry, hits=[(pk, score) for pk, score in entry.hits if pk in returned]))
    else:
        recall_id, units = log_and_read(entry)
        # What was erased since it was found is not there any more.
        results = [_hit(units[hit.id], hit, found, question) for hit in found.hits if hit.id in units]
    return SearchOut(
        recall_id=recall_id, degraded=degraded, partial=cut_short, left_out=left_out, results=results, text=text
    )


def _hit(unit: MemoryUnit, hit: Ranked, found: Found, question: Question) -> Hit:
    if hit.id in found.past:
        unit = found.past[hit.id].put_on(unit)
    scores = {
        name: round(getattr(hit, name), 4)
        for name in ("similarity", "lexical", "text", "structural", "confidence", "freshness", "final")
    }
    return Hit(
        memory=memory_out(unit, preferences=found.preferences, now=question.now),
        scores=Scores(**scores),
        validity=validity_at(question.true_at, unit.valid_from, unit.valid_to),
        conflicts_with=list(found.disputes.get(hit.id, ())),
    )
