"""The arm of nearest vectors: the part of the statement of stage one that each way of looking for them takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memories.embedding.spaces import active_space_id
from memories.recalling.filters import Where
from memories.recalling.plan import Plan, Way
from memories.recalling.sql import Sql, with_spare


def no_dense(sql: Sql) -> None:
    """`dense` and `looked` of a search without a vector."""
    sql.add(
        "dense AS (SELECT NULL::uuid AS unit_id, NULL::float8 AS cosine WHERE false), "
        "looked AS (SELECT 0 AS fetched, false AS by_index), "
    )


def dense(
    sql: Sql, namespace_id: int, plan: Plan, where: Where, literal: str, *, limit: int, retired_too: bool
) -> None:
    """Adds `dense` (unit_id, cosine) and `looked` (fetched, by_index): how many of the active ones that is, and whether
    it was HNSW that looked for them, which can leave off before there are enough."""
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
    by_index = "true" if plan.way in (Way.INDEX, Way.FILTERED) else "false"
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
        arms, by_index = ["few", "lots"], "(SELECT so FROM many)"
    elif plan.way is Way.RETIRED:
        arms = []
    else:
        distance = indexed if plan.way is Way.FILTERED else exact
        nearest("near", distance, f"memories_vector v {joined}", filtered, [namespace_id, *where.params], limit)
        arms = ["near"]
    fetched = " + ".join(f"(SELECT count(*) FROM {name})" for name in arms) or "0"
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
    sql.add(f"dense AS MATERIALIZED ({union}), looked AS (SELECT {fetched} AS fetched, {by_index} AS by_index), ")


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
