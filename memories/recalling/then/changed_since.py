"""What has changed since an earlier moment, as it was then, and how any unit stood: one statement.

A unit that nothing has changed since is what it was; the indexes of now find it. The others, every unit with a version
that is younger than the moment, are looked at one by one: by the vector that the content of then keeps, by the terms of
now where only the standing changed since, and by the text of then where that is another one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from memories.embedding.spaces import active_space_id
from memories.models.base import SNAPSHOT_FIELDS
from memories.recalling.filters import Where
from memories.recalling.plan import Plan
from memories.recalling.question import Question
from memories.recalling.sql import Sql
from memories.recalling.then.old_words import sieve_of, weights_of
from memories.recalling.then.past import Past, past_of
from memories.words import OPEN_CONFLICTS, State

OUT_OF_SIGHT = (State.DELETED, State.QUARANTINED)
"""What is now in one of these states is not shown of any moment: whoever put it there wanted it out of sight. What
was falsified was believed until then, and does come back."""
_STANDING_ALONE = (
    "superseded", "merged_away", "falsified", "archived", "deleted", "restored", "held", "released", "rejected",
    "marked_critical", "unmarked_critical",
)  # fmt: skip
"""Actions whose version says what the one before it said. Of any other it is looked up what the unit said before."""

_COLUMNS = ", ".join(f"v.{name}" for name in SNAPSHOT_FIELDS)

_CHANGED = """
    WITH changed AS MATERIALIZED (
        SELECT m.unit_id, min(m.number) - 1 AS number, bool_or(m.action <> ALL (%s)) AS edited
        FROM memories_memoryversion m
        WHERE m.namespace_id = %s AND m.number > 1 AND m.created_at > %s GROUP BY m.unit_id
    ), there AS MATERIALIZED (
        SELECT n.id, n.namespace_id, n.subject_key, n.source_id, n.sensitive, c.number, c.edited
        FROM changed c JOIN memories_memoryunit n ON n.id = c.unit_id
        WHERE n.namespace_id = %s AND n.created_at <= %s AND n.state <> ALL (%s) AND (c.edited OR {held})
    ), stood AS MATERIALIZED (
        SELECT u.id AS unit_id, u.number, u.content_version, u.edited, u.written
        FROM (
            SELECT t.*, v.state, v.expires_at, v.tier, v.key, v.tags, v.kind, v.occurred_at, v.content_version,
                CASE WHEN t.edited THEN concat_ws(' ', CASE WHEN NOT t.sensitive THEN v.value END, v.query, v.key,
                    v.subject, v.attribute, array_to_string(v.entities || v.participants || v.tags, ' ')) END AS written
            FROM there t JOIN memories_memoryversion v ON v.unit_id = t.id AND v.number = t.number
            WHERE v.namespace_id = %s AND v.created_at <= %s
        ) AS u
        WHERE """
_NEAR = """), near AS MATERIALIZED (
        SELECT s.unit_id FROM stood s
        JOIN memories_vector x ON x.unit_id = s.unit_id AND x.content_version = s.content_version
        WHERE x.namespace_id = %s AND x.space_id = {space} ORDER BY x.embedding <#> %s::halfvec LIMIT %s
    """
_CUED = """), cued AS MATERIALIZED (
        SELECT s.unit_id FROM stood s
        JOIN memories_vector x ON x.unit_id = s.unit_id AND x.content_version = s.content_version
        WHERE x.namespace_id = %s AND x.space_id = {space} AND x.cue IS NOT NULL
        ORDER BY x.cue <#> %s::halfvec LIMIT %s
    """
_HOLDING = """), holding AS MATERIALIZED (
        SELECT s.unit_id FROM stood s
        JOIN hindsight_having(%s, %s::bigint[], '{}', NULL, NULL, NULL, true, NULL) AS h(unit_id) USING (unit_id)
        WHERE NOT s.edited
        ORDER BY (SELECT sum(w.weight) FROM memories_terms t
            JOIN unnest(%s::bigint[], %s::float8[]) AS w(term, weight) ON w.term = ANY (t.terms)
            WHERE t.namespace_id = %s AND t.unit_id = s.unit_id) DESC NULLS LAST, s.unit_id LIMIT %s
    """
# A sieve of the words that gather, which lets through too much rather than too little: what is found is weighed by its
# terms. OFFSET 0 keeps the text from being made anew for each word.
_SAYING = """), saying AS MATERIALIZED (
        SELECT x.unit_id FROM (
            SELECT s.unit_id, (SELECT sum(w.weight) FROM unnest(%s::text[], %s::float8[]) AS w(word, weight)
                WHERE strpos(said.text, w.word) > 0) AS held
            FROM stood s CROSS JOIN LATERAL (
                SELECT lower(regexp_replace(normalize(s.written, NFKD), '[\u0300-\u036f,]', '', 'g')) AS text OFFSET 0
            ) AS said
            WHERE s.edited
        ) AS x WHERE x.held > 0 ORDER BY x.held DESC, x.unit_id LIMIT %s
    """
_COSINE = """(SELECT -(x.embedding <#> %s::halfvec) FROM memories_vector x
            WHERE x.namespace_id = v.namespace_id AND x.unit_id = v.unit_id AND x.content_version = v.content_version
                AND x.space_id = {space})"""
# A content has the cue of the last question that was asked of it, and none of another one.
_CUE = """(SELECT -(x.cue <#> %s::halfvec) FROM memories_vector x
            WHERE x.namespace_id = v.namespace_id AND x.unit_id = v.unit_id AND x.content_version = v.content_version
                AND x.space_id = {space} AND NOT EXISTS (SELECT FROM memories_memoryversion m
                    WHERE m.namespace_id = v.namespace_id AND m.unit_id = v.unit_id AND m.number > v.number
                        AND m.content_version = v.content_version AND (m.query, m.key) <> (v.query, v.key)))"""
_WANTED = """), wanted AS (
        SELECT s.unit_id, s.number, s.edited, true AS changed FROM stood s WHERE s.unit_id IN ({found})
        UNION ALL
        SELECT k.id, (SELECT max(m.number) FROM memories_memoryversion m
            WHERE m.namespace_id = %s AND m.unit_id = k.id AND m.created_at <= %s), false, false
        FROM unnest(%s::uuid[]) AS k(id)
    )
    SELECT {columns}, v.unit_id, v.namespace_id, v.number, v.content_version, v.created_at, w.edited, w.changed,
        n.lang AS lang_now, n.sensitive, n.idle_since,
        n.last_recalled_at, n.last_verified_at, {cosine} AS cosine, {cue} AS cue,
        (SELECT json_object_agg(h.term::text, h.holders)::text FROM hindsight_holders(%s, %s::bigint[], %s) AS h
            WHERE EXISTS (SELECT FROM stood)) AS holders,
        e.after AS event_after, e.created_at AS event_at,
        s.id AS source_id, s.channel, s.mcp_server, s.session_id, s.task_id,
        EXISTS (SELECT FROM memories_conflict k
            WHERE k.namespace_id = v.namespace_id AND (k.a_id = v.unit_id OR k.b_id = v.unit_id) AND k.opened_at <= %s
                AND (k.settled_at > %s OR (k.settled_at IS NULL AND k.state = ANY (%s)))) AS contested
    FROM wanted w
    JOIN memories_memoryversion v ON v.unit_id = w.unit_id AND v.number = w.number
    JOIN memories_memoryunit n ON n.id = w.unit_id
    JOIN memories_source s ON s.namespace_id = v.namespace_id AND s.id = coalesce((
        SELECT d.source_id FROM memories_evidence d
        WHERE w.edited AND d.namespace_id = v.namespace_id AND d.unit_id = v.unit_id
            AND d.content_version = v.content_version AND d.created_at <= %s
        ORDER BY d.source_id = n.source_id DESC, d.created_at, d.id LIMIT 1), n.source_id)
    LEFT JOIN LATERAL (
        SELECT c.after, c.created_at FROM memories_confidenceevent c
        WHERE c.namespace_id = v.namespace_id AND c.unit_id = v.unit_id AND c.created_at <= %s
        ORDER BY c.created_at DESC, c.id DESC LIMIT 1
    ) AS e ON true
    WHERE v.namespace_id = %s AND n.namespace_id = %s"""


def unchanged(full: Where, moment: datetime) -> Where:
    """The filters, for what was there at the moment and has no younger version."""
    where = Where([*full.parts], [*full.params], [*full.bounds], full.facets, full.retired)
    where.add("u.created_at <= %s", moment)
    # Whatever makes a version sets updated_at; not all that sets it makes a version.
    where.add(
        "(u.updated_at <= %s OR NOT EXISTS (SELECT FROM memories_memoryversion m WHERE m.namespace_id = u.namespace_id "
        "AND m.unit_id = u.id AND m.number = u.version AND m.created_at > %s))",
        moment,
        moment,
    )
    return where


def already_there(namespace_id: int, moment: datetime, most: int) -> int:
    """How many units that are active now were there then, counted up to `most`."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM (SELECT FROM memories_memoryunit WHERE namespace_id = %s AND state = 'active' "
            "AND created_at <= %s LIMIT %s) AS c",
            [namespace_id, moment, most],
        )
        return int(cursor.fetchone()[0])


@dataclass(frozen=True, slots=True)
class Stood:
    """Units as they stood, by id; `holders` has in how many units each gathering word stands now."""

    units: Mapping[UUID, Past] = field(default_factory=dict)
    holders: Mapping[int, int] = field(default_factory=dict)


def stood(
    question: Question,
    plan: Plan,
    *,
    common: Where,
    full: Where,
    literal: str | None,
    known: Sequence[UUID],
    limit: int,
    retired_too: bool,
) -> Stood:
    """How the units `known`, and of those that changed since `question.now` at most `limit` of each arm, stood then.

    `common` are filters over columns that a version has, or that no edit changes; `full` are all of them, and hold for
    what was not edited: of what was, the caller checks the rest.
    """
    sql = _statement(question, plan, common, full, literal, known, limit, retired_too)
    with connection.cursor() as cursor:
        cursor.execute("".join(sql.parts), sql.params)
        names = [column.name for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    units = {row["unit_id"]: past_of(row, question.now) for row in rows}
    holders = json.loads(rows[0]["holders"] or "{}") if rows else {}
    return Stood(units, {int(term): int(count) for term, count in holders.items()})


def _statement(
    question: Question,
    plan: Plan,
    common: Where,
    full: Where,
    literal: str | None,
    known: Sequence[UUID],
    limit: int,
    retired_too: bool,
) -> Sql:
    space, moment = question.namespace_id, question.now
    sql, arms = Sql(), []
    hidden = [str(state) for state in OUT_OF_SIGHT]
    held, holding = _held(question, plan)
    sql.add(
        _CHANGED.format(held=held),
        *(list(_STANDING_ALONE), space, moment, space, moment, hidden, *holding, space, moment),
    )
    sql.add(f"{common.sql} AND (u.edited OR ({full.sql}))", *common.params, *full.params)
    if literal is not None:
        sql.add(_NEAR.format(space=active_space_id()), space, literal, limit)
        arms.append("near")
        if plan.cues:
            sql.add(_CUED.format(space=active_space_id()), space, literal, limit)
            arms.append("cued")
    weights = weights_of(plan, {})
    if plan.drivers or question.hints:
        gathering = [*plan.drivers, *question.hints]
        sql.add(_HOLDING, space, gathering, list(weights), list(weights.values()), space, limit)
        arms.append("holding")
    sieve = sieve_of({question.spelt[term]: weights[term] for term in plan.drivers if term in question.spelt})
    if sieve:
        sql.add(_SAYING, list(sieve), list(sieve.values()), limit)
        arms.append("saying")
    found = " UNION ".join(f"SELECT unit_id FROM {arm}" for arm in arms)  # noqa: S608 (names of its own)
    near = [] if literal is None else [literal]
    cosine = _COSINE.format(space=active_space_id()) if near else "NULL::float8"
    cue = "NULL::float8"
    if near and plan.cues:
        near, cue = near * 2, _CUE.format(space=active_space_id())
    sql.add(
        _WANTED.format(columns=_COLUMNS, found=found or "NULL", cosine=cosine, cue=cue),
        *(space, moment, list(known), *near, space, list(plan.drivers), retired_too),
        *(moment, moment, [str(state) for state in OPEN_CONFLICTS], moment, moment, space, space),
    )
    return sql


def _held(question: Question, plan: Plan) -> tuple[str, list[Any]]:
    """Where a rare facet is asked for: what was not edited holds it now, if it held it then."""
    if not plan.rare:
        return "true", []
    return (
        "c.unit_id IN (SELECT h.unit_id FROM hindsight_having(%s, %s::bigint[], %s::bigint[], %s::bigint[], "
        "%s::bigint[], %s::bigint[], true, NULL) AS h(unit_id))",
        [question.namespace_id, list(plan.rare), *question.facets.arguments],
    )
