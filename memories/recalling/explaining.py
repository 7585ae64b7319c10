"""Why a search did not return what is near its question: by the filters and rules that it was run under.

For people who look into a search; no door of agents pays for it. The filters are asked one by one in their own SQL, and
the order is ranked by the same rules, so that what is told cannot part from what was done.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from django.db import connection

from memories.preferences import Preferences
from memories.ranking import Ranked
from memories.recalling.answering import Attempt, Found
from memories.recalling.chains import replaced_by
from memories.recalling.diversity import says_the_same
from memories.recalling.filters import Where, states_of, where_of
from memories.recalling.gathering import Row, gather
from memories.recalling.opening import open_search
from memories.recalling.pertinence import ByCode
from memories.recalling.plan import after_coming_back_short, plan_of
from memories.recalling.question import Facets, Question
from memories.recalling.respelling import respelt
from memories.recalling.scoring import ranked
from memories.words import State

MOST = 20
"""How many are told of: who wonders why one is missing looks for one that is near."""
_ARMS = frozenset({"dense", "lexical", "structured", "temporal"})


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A unit that was near and did not come back. `reasons` are names of filters, or of the rules `floor`, `code`,
    `candidates`, `repeat`, `top_k` and `max_tokens`; `same_as` is what took its place, `replaced_by` what is newer."""

    scores: Ranked
    reasons: tuple[str, ...]
    same_as: UUID | None = None
    replaced_by: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class Near:
    """What is near a question whatever the filters say: all of it ranked, and which of it is near enough."""

    rows: Mapping[UUID, Row] = field(default_factory=dict)
    ranking: Sequence[Ranked] = ()
    over_floor: frozenset[UUID] = frozenset()
    hidden: Mapping[UUID, tuple[str, ...]] = field(default_factory=dict)
    newer: Mapping[UUID, Sequence[UUID]] = field(default_factory=dict)


def left_out(attempt: Attempt, *, shown: Collection[UUID], hurry: Callable[[], None]) -> tuple[list[LeftOut], int]:
    """(the nearest of what did not come back, each with every reason; how many more there are). Reads only; runs inside
    the wall. Of another moment than now only the ranking is told: what was hidden then no filter of now can say."""
    near = Near() if attempt.question.body.as_of is not None else near_whatever(attempt, hurry)
    all_of_it = why_left_out(attempt.question, attempt.found, near, shown)
    return all_of_it[:MOST], max(0, len(all_of_it) - MOST)


def near_whatever(attempt: Attempt, hurry: Callable[[], None]) -> Near:
    """The same question without a filter, over every state; four queries, and two more where it comes back short."""
    question, preferences, vector = attempt.question, attempt.found.preferences, attempt.vector
    opened = open_search(question.namespace_id, question.terms, by_vector=vector is not None)
    unfiltered = replace(question, facets=Facets(), during=None)
    everywhere = Where(retired=[str(state) for state in State if state is not State.ACTIVE])
    words, word_floor = respelt(question, opened.frequencies)
    plan = plan_of(
        unfiltered,
        words,
        opened.frequencies,
        units=opened.units,
        vectors=opened.vectors,
        cues=opened.cues,
        ranged=False,
        retired_too=True,
    )
    limit = math.ceil(preferences.candidates / 2)
    hurry()
    found = gather(unfiltered, plan, everywhere, vector, limit=limit, wanted=MOST, arms=_ARMS)
    if found.short:
        hurry()
        again = after_coming_back_short(plan)
        found = gather(unfiltered, again, everywhere, vector, limit=limit, wanted=MOST, arms=_ARMS)
    rows = {row.id: row for row in found.rows}
    enough = ranked(question, found.rows, preferences, floor=preferences.min_similarity, word_floor=word_floor)
    hurry()
    return Near(
        rows=rows,
        ranking=ranked(question, found.rows, preferences, floor=0.0, word_floor=0.0),
        over_floor=frozenset(hit.id for hit in enough),
        hidden=hidden_by(question, preferences, list(rows)),
        newer=replaced_by(question.namespace_id, rows),
    )


def hidden_by(question: Question, preferences: Preferences, ids: Sequence[UUID]) -> dict[UUID, tuple[str, ...]]:
    """Of each unit the names of the filters that it does not pass; one query."""
    where = where_of(question, preferences=preferences, states=states_of(question.body))
    columns = ", ".join(f"coalesce(({sql}), false)" for _, sql, _ in where.named)
    params = [param for *_, some in where.named for param in some]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT u.id, {columns} FROM memories_memoryunit u WHERE u.namespace_id = %s AND u.id = ANY (%s)",  # noqa: S608 (fixed text of the filters)
            [*params, question.namespace_id, list(ids)],
        )
        found = cursor.fetchall()
    names = [name for name, *_ in where.named]
    return {
        pk: tuple(dict.fromkeys(name for name, passes in zip(names, passed, strict=True) if not passes))
        for pk, *passed in found
    }


def why_left_out(question: Question, found: Found, near: Near, shown: Collection[UUID]) -> list[LeftOut]:
    """All that was near and is not among what is `shown`: what was near enough first, then by its score. Pure."""
    hits = {hit.id for hit in found.hits}
    placed = {hit.id for hit in found.ranking}
    scored = {hit.id: hit for hit in (*near.ranking, *found.ranking, *found.hits)}
    codes = ByCode(question)
    told = []
    for pk, scores in scored.items():
        if pk in shown:
            continue
        reasons, twin = list(near.hidden.get(pk, ())), None
        if pk in hits:
            reasons = ["max_tokens"]
        elif pk in placed:
            twin = _twin(pk, found)
            reasons = ["repeat" if twin else "top_k"]
        else:
            row = near.rows[pk]
            if pk not in near.over_floor:
                reasons.append("code" if codes.is_none(row, aside=codes.is_aside(row)) else "floor")
        newer = tuple(near.newer.get(pk, ())) if "state" in reasons else ()
        told.append(LeftOut(scores, tuple(reasons or ("candidates",)), twin, newer))
    return sorted(told, key=lambda one: (_too_far(one), -one.scores.final, one.scores.id.int))


def _too_far(one: LeftOut) -> bool:
    return not {"floor", "code"}.isdisjoint(one.reasons)


def _twin(pk: UUID, found: Found) -> UUID | None:
    """What came back and says the same."""
    mine = found.rows.get(pk)
    if mine is None:
        return None
    others = ((hit.id, found.rows.get(hit.id)) for hit in found.hits)
    return next((other for other, row in others if row is not None and says_the_same(mine, row)), None)
