"""Stage one: candidates from every arm, in one statement.

Each arm finds ids by an index of its own; one join checks every filter, so that no arm can let through what another
would not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from memories.embedding.providers import Vectors
from memories.nearest import STEER_BACK, STEER_TO_INDEX
from memories.recalling.filters import Where
from memories.recalling.plan import Plan, Way
from memories.recalling.question import Question
from memories.recalling.sql import with_spare
from memories.recalling.statement import COLUMNS, TIMES, statement_of
from memories.searchable import vector_literal

_1970 = datetime(1970, 1, 1, tzinfo=UTC)
_TIMES_AT = tuple(place for place, name in enumerate(COLUMNS) if name in TIMES)


@dataclass(slots=True)
class Row:
    """What ranking looks at of one unit that passes the filters. `cosine` is None where it has no vector, or the
    question has none, and so `cue` where its content has none; `lexical` is the share of the question's words that it
    holds, 0..1; `named` whether it holds a code that the question names."""

    id: UUID
    value: str
    lang: str
    state: str
    critical: bool
    contested: bool
    confidence: float
    idle_since: datetime
    occurred_at: datetime
    last_verified_at: datetime | None
    key: str
    query: str
    subject_key: str
    attribute: str
    entities: list[str]
    participants: list[str]
    tags: list[str]
    action_type: str
    valid_from: datetime | None
    valid_to: datetime | None
    cosine: float | None
    cue: float | None
    lexical: float
    named: bool


@dataclass(slots=True)
class Gathered:
    """`short`: as many as are wanted were fetched by vectors or by words, and the filters left too few of them."""

    rows: list[Row]
    short: bool


def gather(
    question: Question,
    plan: Plan,
    where: Where,
    vector: Vectors | None,
    *,
    limit: int,
    wanted: int,
    arms: frozenset[str],
) -> Gathered:
    """At most `limit` candidates of each arm that pass the filters, with how near they are.

    `wanted` is how many results are asked for: with fewer from the index, the exact way has to be tried. `arms`
    are those that look.
    """
    if plan.way is Way.NOWHERE:
        return Gathered([], short=False)
    literal = None if vector is None else vector_literal(vector)
    by_index = vector is not None and plan.way in (Way.INDEX, Way.FILTERED, Way.RANGE)
    sql = statement_of(question, plan, where, literal, limit=limit, arms=arms)
    text = "".join(sql.parts)
    with connection.cursor() as cursor:
        # In one round trip; each statement is planned only when the one before it has run.
        cursor.execute(f"{STEER_TO_INDEX}; {text}; {STEER_BACK}" if by_index else text, sql.params)
        if by_index:
            cursor.nextset()
        found = cursor.fetchall()
    rows = [_row(row[:-3]) for row in found if row[0] is not None]
    fetched, through_index, by_words = found[0][-3:]
    near = sum(row.cosine is not None for row in rows)
    cut = plan.way in (Way.INDEX, Way.ALL, Way.HAVING) and fetched >= with_spare(limit)
    gave_up = through_index and fetched < min(limit, plan.units)
    # Words alone find what has no vector; where vectors leave off too, there may be more of it than was looked at.
    words_cut = fetched < limit and by_words >= with_spare(limit) and len(rows) < wanted
    return Gathered(rows, short=words_cut or (vector is not None and near < wanted and (cut or gave_up)))


def _row(values: Sequence[Any]) -> Row:
    told = list(values)
    for place in _TIMES_AT:
        if told[place] is not None:
            told[place] = _1970 + timedelta(seconds=told[place])
    return Row(*told)
