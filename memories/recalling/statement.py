"""The one statement of stage one: WITH an arm each, then the units that any arm found and every filter lets through."""

from __future__ import annotations

from collections.abc import Sequence

from memories.embedding.spaces import active_space_id
from memories.recalling.filters import Where, add_span
from memories.recalling.nearest_arm import ASKED, asked, dense, no_dense
from memories.recalling.plan import Plan
from memories.recalling.question import Question
from memories.recalling.sql import Sql, with_spare

_HOLDERS_AT_MOST = 50_000
"""Units that are weighed where the filters come first: as many as `hindsight_weighed` looks at of one word."""

COLUMNS = (
    "id", "value", "lang", "state", "critical", "contested", "confidence", "idle_since", "occurred_at",
    "last_verified_at", "key", "query", "subject_key", "attribute", "entities", "participants", "tags", "action_type",
    "valid_from", "valid_to",
)  # fmt: skip
TIMES = frozenset({"idle_since", "occurred_at", "last_verified_at", "valid_from", "valid_to"})
"""Of these columns those that come as seconds since 1970: as text they take the driver a third of a millisecond."""


def statement_of(
    question: Question,
    plan: Plan,
    where: Where,
    literal: str | None,
    *,
    limit: int,
    arms: frozenset[str],
) -> Sql:
    """WITH dense (…), words (…), … SELECT the units that any arm found and every filter lets through."""
    sql, found = Sql(), []
    sql.add("WITH ")
    if literal is not None:
        asked(sql, literal)
    if literal is not None and "dense" in arms and where.ids is None:
        dense(sql, question.namespace_id, plan, where, literal, limit=limit)
        found.append("SELECT unit_id, cosine, NULL::real AS lexical FROM dense")
        if plan.cues:
            # How near a cue is stands beside how near the value is, below: they count differently.
            found.append("SELECT unit_id, NULL::float8, NULL::real FROM cued")
    else:
        no_dense(sql)
    others = ["dense", "cued"][: len(found)]
    if where.ids is not None:
        # Whether or not it has a vector, or a word of the question.
        sql.add("named AS (SELECT unnest(%s::uuid[]) AS unit_id), ", where.ids)
        found.append("SELECT unit_id, NULL::float8, NULL::real FROM named")
        others.append("named")
    if plan.hints and "structured" in arms:
        factors = tuple(1.0 for _ in plan.hints)
        _weighed(sql, "hinted", question, plan, where, plan.hints, factors, (), (), with_spare(limit), also=[])
        found.append("SELECT unit_id, NULL::float8, NULL::real FROM hinted")
        others.append("hinted")
    if question.about is not None and "temporal" in arms:
        _temporal(sql, question, where, limit)
        found.append("SELECT unit_id, NULL::float8, NULL::real FROM happened")
        others.append("happened")
    if plan.drivers and "lexical" in arms:
        words = (plan.drivers, plan.factors, plan.others, plan.weights)
        if plan.filter_first:
            _weighed(sql, "every", question, plan, where, *words, _HOLDERS_AT_MOST, also=others)
            _best_that_pass(sql, question.namespace_id, where, limit, also=others)
        else:
            _weighed(sql, "words", question, plan, where, *words, with_spare(limit), also=others)
        found.append("SELECT unit_id, NULL::float8, score FROM words")
    else:
        sql.add("words AS (SELECT NULL::uuid AS unit_id, NULL::real AS score WHERE false), ")
    union = " UNION ALL ".join(found) or "SELECT NULL::uuid, NULL::float8, NULL::real"
    sql.add(
        f"found AS MATERIALIZED (SELECT unit_id, max(cosine) AS cosine, max(lexical) AS lexical FROM ({union}) "
        "AS f(unit_id, cosine, lexical) GROUP BY unit_id) "
    )
    columns = ", ".join(
        f"extract(epoch FROM u.{name})::float8 AS {name}" if name in TIMES else f"u.{name}" for name in COLUMNS
    )
    # Counted beside the rows, and there even if no row is: a search has to know that it came back short.
    sql.add(
        "SELECT x.*, n.fetched, n.by_index, n.by_words FROM (SELECT fetched, by_index, (SELECT count(*) FROM words) "
        f"AS by_words FROM looked) AS n LEFT JOIN (SELECT {columns}, "
    )
    # A unit that only its words found has a similarity too; without it the fusion would be unfair to it.
    sql.add(
        "NULL::float8 AS cosine, " if literal is None else "coalesce(f.cosine, -(v.embedding <#> v.asked)) AS cosine, "
    )
    sql.add("-(v.cue <#> v.asked) AS cue" if literal is not None and plan.cues else "NULL::float8 AS cue")
    sql.add(", coalesce(f.lexical, 0)::float8 AS lexical, ")
    if question.codes:
        sql.add(
            "EXISTS (SELECT FROM memories_terms t WHERE t.namespace_id = u.namespace_id AND t.unit_id = u.id "
            "AND t.terms && %s::bigint[]) AS named",
            question.codes,
        )
    else:
        sql.add("false AS named")
    vector = "" if literal is None else _vector_of_it(plan)
    sql.add(
        f" FROM found f JOIN memories_memoryunit u ON u.id = f.unit_id {vector} "
        f"WHERE u.namespace_id = %s AND {where.sql}) AS x ON true",
        question.namespace_id,
        *where.params,
    )
    return sql


def _vector_of_it(plan: Plan) -> str:
    """The row of the vector of a unit's present content, read once for its value and, where there are any, its cue;
    OFFSET keeps it a look-up for each unit that was found."""
    columns = "v.embedding, v.cue" if plan.cues else "v.embedding"
    return (
        f"LEFT JOIN LATERAL (SELECT {columns}, {ASKED} AS asked FROM memories_vector v "
        "WHERE v.namespace_id = u.namespace_id AND v.unit_id = u.id AND v.content_version = u.content_version "
        f"AND v.space_id = {active_space_id()} OFFSET 0) AS v ON true"
    )


def _weighed(
    sql: Sql,
    name: str,
    question: Question,
    plan: Plan,
    where: Where,
    drivers: Sequence[int],
    factors: Sequence[float],
    others: Sequence[int],
    weights: Sequence[float],
    most: int,
    *,
    also: Sequence[str],
) -> None:
    """At most so many units by terms; `also` are arms whose units are weighed too, or fusion is unfair to them."""
    during = question.during
    found = " UNION ".join(f"SELECT unit_id FROM {arm}" for arm in also)
    weighed_too = f"ARRAY({found})" if found else "'{}'::uuid[]"
    sql.add(
        f"{name} AS MATERIALIZED (SELECT unit_id, score FROM hindsight_weighed(%s, %s::bigint[], %s::real[], "
        "%s::bigint[], %s::real[], %s, %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], "
        f"%s::timestamptz, %s::timestamptz, %s, %s, {weighed_too})), ",
        question.namespace_id,
        list(drivers),
        list(factors),
        list(others),
        list(weights),
        plan.units,
        *question.facets.arguments,
        during.start if during else None,
        during.end if during else None,
        bool(where.retired),
        most,
    )


def _best_that_pass(sql: Sql, namespace_id: int, where: Where, most: int, *, also: Sequence[str]) -> None:
    """Of every unit that holds a word those that pass the filters, and what other arms found."""
    found = " UNION ".join(f"SELECT unit_id FROM {arm}" for arm in also) or "SELECT NULL::uuid"
    sql.add(
        "words AS MATERIALIZED ((SELECT e.unit_id, e.score FROM every e JOIN memories_memoryunit u ON u.id = e.unit_id "
        f"WHERE u.namespace_id = %s AND {where.sql} ORDER BY e.score DESC, e.unit_id LIMIT %s) "
        f"UNION SELECT e.unit_id, e.score FROM every e WHERE e.unit_id IN ({found})), ",
        namespace_id,
        *where.params,
        most,
    )


def _temporal(sql: Sql, question: Question, where: Where, limit: int) -> None:
    """What happened in the period that the question speaks of, the latest first."""
    assert question.about is not None
    span = Where()
    add_span(span, question.about)
    sql.add(
        "happened AS MATERIALIZED (SELECT u.id AS unit_id FROM memories_memoryunit u WHERE u.namespace_id = %s "
        f"AND {span.sql} AND {where.sql} ORDER BY u.occurred_at DESC, u.id LIMIT %s), ",
        question.namespace_id,
        *span.params,
        *where.params,
        limit,
    )
