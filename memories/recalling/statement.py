"""The one statement of stage one: WITH an arm each, then the units that any arm found and every filter lets through."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from memories.embedding.spaces import active_space_id
from memories.recalling.filters import Where, add_span
from memories.recalling.plan import Plan, Way
from memories.recalling.question import Question

_SPARE = 1.3
"""How many times as many as are wanted an arm fetches before the filters have looked: few fail the usual ones."""

COLUMNS = (
    "id", "value", "lang", "state", "critical", "contested", "confidence", "idle_since", "occurred_at",
    "last_verified_at", "key", "subject_key", "attribute", "entities", "participants", "tags", "action_type",
)  # fmt: skip


class Sql:
    """A statement with its parameters, in the order in which they stand in it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.params: list[Any] = []

    def add(self, text: str, *params: Any) -> None:
        self.parts.append(text)
        self.params.extend(params)


def with_spare(limit: int) -> int:
    """How many are fetched where so many are wanted."""
    return math.ceil(_SPARE * limit)


def statement_of(
    question: Question,
    plan: Plan,
    where: Where,
    literal: str | None,
    *,
    limit: int,
    retired_too: bool,
    arms: frozenset[str],
) -> Sql:
    """WITH dense (…), words (…), … SELECT the units that any arm found and every filter lets through."""
    sql, found = Sql(), []
    sql.add("WITH ")
    if literal is not None and "dense" in arms:
        _dense(sql, question.namespace_id, plan, where, literal, limit=limit, retired_too=retired_too)
        found.append("SELECT unit_id, cosine, NULL::real AS lexical FROM dense")
    else:
        sql.add("dense AS (SELECT NULL::uuid AS unit_id, NULL::float8 AS cosine WHERE false), ")
    others = [] if not found else ["dense"]
    if plan.hints and "structured" in arms:
        factors = tuple(1.0 for _ in plan.hints)
        _weighed(sql, "hinted", question, plan, plan.hints, factors, (), (), limit, retired_too, also=[])
        found.append("SELECT unit_id, NULL::float8, NULL::real FROM hinted")
        others.append("hinted")
    if question.about is not None and "temporal" in arms:
        _temporal(sql, question, where, limit)
        found.append("SELECT unit_id, NULL::float8, NULL::real FROM happened")
        others.append("happened")
    if plan.drivers and "lexical" in arms:
        words = (plan.drivers, plan.factors, plan.others, plan.weights)
        _weighed(sql, "words", question, plan, *words, limit, retired_too, also=others)
        found.append("SELECT unit_id, NULL::float8, score FROM words")
    union = " UNION ALL ".join(found) or "SELECT NULL::uuid, NULL::float8, NULL::real"
    sql.add(
        f"found AS MATERIALIZED (SELECT unit_id, max(cosine) AS cosine, max(lexical) AS lexical FROM ({union}) "
        "AS f(unit_id, cosine, lexical) GROUP BY unit_id) "
    )
    columns = ", ".join(f"u.{name}" for name in COLUMNS)
    # Counted beside the rows, and there even if no row is: a search has to know that it came back short.
    sql.add(f"SELECT x.*, n.fetched FROM (SELECT count(*) FROM dense) AS n(fetched) LEFT JOIN (SELECT {columns}, ")
    if literal is None:
        sql.add("NULL::float8 AS cosine")
    else:
        # A unit that only its words found has a similarity too; without it the fusion would be unfair to it.
        sql.add(
            "coalesce(f.cosine, (SELECT -(v.embedding <#> %s::halfvec) FROM memories_vector v "
            "WHERE v.namespace_id = u.namespace_id AND v.unit_id = u.id AND v.content_version = u.content_version "
            f"AND v.space_id = {active_space_id()})) AS cosine",
            literal,
        )
    sql.add(
        ", coalesce(f.lexical, 0)::float8 AS lexical FROM found f JOIN memories_memoryunit u ON u.id = f.unit_id "
        f"WHERE u.namespace_id = %s AND {where.sql}) AS x ON true",
        question.namespace_id,
        *where.params,
    )
    return sql


def _dense(
    sql: Sql, namespace_id: int, plan: Plan, where: Where, literal: str, *, limit: int, retired_too: bool
) -> None:
    space = active_space_id()
    size = literal.count(",") + 1
    # Without the cast an expression does not match the index, which makes the scan exact. `current` and the space stand
    # as literals, or the partial index could not be used.
    exact, indexed = "v.embedding <#> %s::halfvec", f"(v.embedding::halfvec({size})) <#> %s::halfvec({size})"
    base = f"v.current AND v.space_id = {space} AND v.namespace_id = %s"
    joined = "JOIN memories_memoryunit u ON u.id = v.unit_id AND u.namespace_id = v.namespace_id"

    def nearest(name: str, distance: str, source: str, condition: str, params: Sequence[Any], most: int) -> None:
        sql.add(
            f"{name} AS MATERIALIZED (SELECT v.unit_id, -({distance}) AS cosine FROM {source} WHERE {condition} "
            f"ORDER BY {distance} LIMIT %s), ",
            literal,
            *params,
            literal,
            most,
        )

    here, spare = [namespace_id], with_spare(limit)
    filtered = f"{base} AND {where.sql}"
    if plan.way in (Way.ALL, Way.INDEX):
        distance = exact if plan.way is Way.ALL else indexed
        nearest("near", distance, "memories_vector v", base, here, spare)
        arms = ["near"]
    elif plan.way in (Way.HAVING, Way.HAVING_FILTERED):
        sql.add(
            "holders AS MATERIALIZED (SELECT h.unit_id FROM hindsight_having("
            "%s, %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], %s, NULL) AS h(unit_id)), ",
            namespace_id,
            list(plan.rare),
            *where.facets.arguments,
            retired_too,
        )
        if plan.way is Way.HAVING and not retired_too:
            nearest("near", exact, "holders h JOIN memories_vector v ON v.unit_id = h.unit_id", base, here, spare)
        else:
            sql.add(
                "passing AS MATERIALIZED (SELECT u.id AS unit_id, u.content_version FROM holders h "
                f"JOIN memories_memoryunit u ON u.id = h.unit_id WHERE u.namespace_id = %s AND {where.sql}), ",
                namespace_id,
                *where.params,
            )
            _exactly(sql, "near", "passing", exact, namespace_id, literal, limit)
        arms = ["near"]
    elif plan.way is Way.RANGE:
        most, bounds = plan.probed_up_to, where.bounds_alone
        # Counted by the index of the range alone, before any row is read.
        sql.add(
            "many AS MATERIALIZED (SELECT count(*) > %s AS so FROM (SELECT FROM memories_memoryunit u "
            f"WHERE u.namespace_id = %s AND {bounds.sql} LIMIT %s) AS r), "
            "ranged AS MATERIALIZED (SELECT u.id AS unit_id, u.content_version FROM memories_memoryunit u "
            f"WHERE NOT (SELECT so FROM many) AND u.namespace_id = %s AND u.state = 'active' AND {where.sql}), ",
            most,
            namespace_id,
            *bounds.params,
            most + 1,
            namespace_id,
            *where.params,
        )
        _exactly(sql, "few", "ranged", exact, namespace_id, literal, limit)
        nearest(
            "lots",
            indexed,
            f"memories_vector v {joined}",
            f"(SELECT so FROM many) AND {filtered}",
            [namespace_id, *where.params],
            limit,
        )
        arms = ["few", "lots"]
    elif plan.way is Way.RETIRED:
        arms = []
    else:
        distance = indexed if plan.way is Way.FILTERED else exact
        nearest("near", distance, f"memories_vector v {joined}", filtered, [namespace_id, *where.params], limit)
        arms = ["near"]
    if retired_too and plan.way not in (Way.HAVING, Way.HAVING_FILTERED):
        sql.add(
            "retired AS MATERIALIZED (SELECT u.id AS unit_id, u.content_version FROM memories_memoryunit u "
            f"WHERE u.namespace_id = %s AND u.state = ANY (%s) AND {where.sql} ORDER BY u.created_at DESC LIMIT %s), ",
            namespace_id,
            where.retired,
            *where.params,
            plan.probed_up_to,  # no index of vectors holds them: of very many only the newest are looked at
        )
        _exactly(sql, "past", "retired", exact, namespace_id, literal, limit)
        arms.append("past")
    union = " UNION ALL ".join(f"SELECT unit_id, cosine FROM {name}" for name in arms)
    sql.add(f"dense AS MATERIALIZED ({union}), ")


def _exactly(sql: Sql, name: str, some: str, distance: str, namespace_id: int, literal: str, limit: int) -> None:
    """The nearest of some (unit_id, content_version), by the vector of that content."""
    sql.add(
        f"{name} AS MATERIALIZED (SELECT v.unit_id, -({distance}) AS cosine FROM {some} i "
        "JOIN memories_vector v ON v.unit_id = i.unit_id AND v.content_version = i.content_version "
        f"WHERE v.namespace_id = %s AND v.space_id = {active_space_id()} ORDER BY {distance} LIMIT %s), ",
        literal,
        namespace_id,
        literal,
        limit,
    )


def _weighed(
    sql: Sql,
    name: str,
    question: Question,
    plan: Plan,
    drivers: Sequence[int],
    factors: Sequence[float],
    others: Sequence[int],
    weights: Sequence[float],
    limit: int,
    retired_too: bool,
    *,
    also: Sequence[str],
) -> None:
    """Units by terms; `also` are arms whose units are weighed too, or the fusion would be unfair to them."""
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
        retired_too,
        with_spare(limit),
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
