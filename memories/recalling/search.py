"""One search: embed, open, gather, score, log; the queries that it takes are counted in a test."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.db import OperationalError

from memories.callers import Caller
from memories.confidence import RESTORED_FROM_ARCHIVE
from memories.embedding import embed_query
from memories.embedding.providers import Vectors
from memories.errors import Busy
from memories.preferences import preferences_of
from memories.ranking import Ranked
from memories.recalling.answering import Attempt, Found, logged
from memories.recalling.asking_embedder import essence, vector_within
from memories.recalling.both_sides import disputes_of
from memories.recalling.chains import replaced_by
from memories.recalling.filters import Where, states_of, where_of
from memories.recalling.gathering import Gathered, gather
from memories.recalling.opening import open_search
from memories.recalling.order import answered
from memories.recalling.plan import Plan, Way, after_coming_back_short, plan_of
from memories.recalling.question import Question, question_of
from memories.recalling.respelling import respelt
from memories.recalling.restoring import may_answer, restore_recalled
from memories.recalling.scoring import ranked
from memories.recalling.then.believed import believed, moment_of
from memories.recalling.timekeeping import Timer, ran_out
from memories.shapes.outputs import SearchOut
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.words import Scope, State

Answer = TypeVar("Answer")
ARMS = frozenset({"dense", "lexical", "structured", "temporal"})
_ARMS_THAT_FIND = 2
"""Meaning and words find nearly all; each gathers its half of the candidates. With 25 of each the first five were
those of a full ranking on LongMemEval (docs/benchmarks.md)."""
_EMBEDDING_SHARE = 0.5
_LOOKING_SHARE = 0.8
"""Of the time that is left: the first go may take so much, or nothing is left for a second one with fewer arms."""
_LAST_WORDS_MS = 1_000
"""To log that nothing was found in time, which takes a few; where even that is held up there is no answer to give."""


def search(caller: Caller, body: SearchInput, *, now: datetime, arms: frozenset[str] = ARMS) -> SearchOut:
    """The best current units for a query, each with its scores; an empty list means that nothing was found.

    With the embedder down the other arms answer and `degraded` is true; what takes longer than SEARCH_DEADLINE_MS is
    left out and `partial` says so. `arms` leaves some out, for measuring.

    Raises:
        Invalid: code `time_range_unknown`.
        Busy: not even the log of recalls could be written in time.
    """

    def answer(attempt: Attempt) -> SearchOut:
        if attempt.found.from_archive:
            restore_recalled(caller, [hit.id for hit in attempt.found.hits], now=now)
        return logged(caller, attempt, now=now)

    return searched(caller, body, answer, now=now, arms=arms)


def searched(
    caller: Caller,
    body: SearchInput,
    finish: Callable[[Attempt], Answer],
    *,
    now: datetime,
    arms: frozenset[str] = ARMS,
) -> Answer:
    """What `finish` makes, inside the wall, of what a search finds within its deadline. Finding changes nothing."""
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
                    archived = _find(question, given, looking, timer, archived=True)
                    found = archived if archived.hits else found
                return finish(Attempt(question, found, given, degraded=degraded, cut_short=late or number > 0))
        except OperationalError as error:
            if not ran_out(error):
                raise
    try:
        with inside(caller.namespace_id, milliseconds=_LAST_WORDS_MS):
            nothing = Found([], preferences_of(question.namespace_id))
            return finish(Attempt(question, nothing, None, degraded=degraded, cut_short=True))
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
        return Found(then.hits, preferences, then.disputes, then.past, then.rows, then.ranking)
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
    return Found(hits, preferences, disputes, rows=rows, ranking=order, from_archive=archived and bool(hits))
