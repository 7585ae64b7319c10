"""The arm of nearest vectors: the part of the statement of stage one that each way of looking for them takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memories.embedding.spaces import active_space_id
from memories.recalling.filters import Where
from memories.recalling.plan import Plan, Way
from memories.recalling.sql import Sql, with_spare

ASKED = "(SELECT a.vector FROM asked a)"
"""The question's vector: read once a statement, not at each of the places that compare it."""


def asked(sql: Sql, literal: str) -> None:
    """`asked` (vector), which a statement with a vector begins with."""
    sql.add(f"asked AS MATERIALIZED (SELECT %s::halfvec({literal.count(',') + 1}) AS vector), ", literal)


def no_dense(sql: Sql) -> None:
    """`dense` and `looked` of a search without a vector."""
    sql.add(
        "dense AS (SELECT NULL::uuid AS unit_id, NULL::float8 AS cosine WHERE false), "
        "looked AS (SELECT 0 AS fetched, false AS by_index), "
    )


def dense(sql: Sql, namespace_id: int, plan: Plan, where: Where, literal: str, *, limit: int) -> None:
    """Adds `dense` (unit_id, cosine) and `looked` (fetched, by_index): how many of the active ones that is, and whether
    it was HNSW that looked for them, which can leave off before there are enough. Where there are cues, `cued` too:
    the same by what units are asked for by."""
    looking = _Looking(sql, namespace_id, plan, literal.count(",") + 1, limit)
    # `current` and the space stand as literals, or the partial index could not be used.
    base = f"v.current AND v.space_id = {active_space_id()} AND v.namespace_id = %s"
    joined = "JOIN memories_memoryunit u ON u.id = v.unit_id AND u.namespace_id = v.namespace_id"
    here, spare = [namespace_id], with_spare(limit)
    by_index = "true" if plan.way in (Way.INDEX, Way.FILTERED) else "false"
    filtered = f"{base} AND {where.sql}"
    if plan.way in (Way.ALL, Way.INDEX):
        looking.nearest("near", "memories_vector v", base, here, spare, indexed=plan.way is Way.INDEX)
        arms = ["near"]
    elif plan.way in (Way.HAVING, Way.HAVING_FILTERED):
        sql.add(
            "holders AS MATERIALIZED (SELECT h.unit_id FROM hindsight_having("
            "%s, %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], %s::bigint[], %s, NULL) AS h(unit_id)), ",
            namespace_id,
            list(plan.rare),
            *where.facets.arguments,
            bool(where.retired),
        )
        if plan.way is Way.HAVING and not where.retired:
            looking.nearest("near", "holders h JOIN memories_vector v ON v.unit_id = h.unit_id", base, here, spare)
        else:
            sql.add(
                "passing AS MATERIALIZED (SELECT u.id AS unit_id, u.content_version FROM holders h "
                f"JOIN memories_memoryunit u ON u.id = h.unit_id WHERE u.namespace_id = %s AND {where.sql}), ",
                namespace_id,
                *where.params,
            )
            looking.among("near", "passing")
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
        looking.among("few", "ranged")
        looking.nearest(
            "lots",
            f"memories_vector v {joined}",
            f"(SELECT so FROM many) AND {filtered}",
            [namespace_id, *where.params],
            limit,
            indexed=True,
        )
        arms, by_index = ["few", "lots"], "(SELECT so FROM many)"
    elif plan.way is Way.RETIRED:
        arms = []
    else:
        looking.nearest(
            "near",
            f"memories_vector v {joined}",
            filtered,
            [namespace_id, *where.params],
            limit,
            indexed=plan.way is Way.FILTERED,
        )
        arms = ["near"]
    fetched = " + ".join(f"(SELECT count(*) FROM {name})" for name in arms) or "0"
    if where.retired and plan.way not in (Way.HAVING, Way.HAVING_FILTERED):
        sql.add(
            "retired AS MATERIALIZED (SELECT u.id AS unit_id, u.content_version FROM memories_memoryunit u "
            f"WHERE u.namespace_id = %s AND u.state = ANY (%s) AND {where.sql} ORDER BY u.created_at DESC LIMIT %s), ",
            namespace_id,
            where.retired,
            *where.params,
            plan.probed_up_to,  # no index of vectors holds them: of very many only the newest are looked at
        )
        looking.among("past", "retired")
        arms.append("past")
    looking.together(arms)
    sql.add(f"looked AS (SELECT {fetched} AS fetched, {by_index} AS by_index), ")


class _Looking:
    """Adds the same look for each of the columns of vectors that there is anything in: that of the value, and the cue.

    Without the cast an expression does not match the index, which makes the scan exact.
    """

    def __init__(self, sql: Sql, namespace_id: int, plan: Plan, size: int, limit: int) -> None:
        self.sql, self.namespace_id, self.limit = sql, namespace_id, limit
        cast = f"(v.{{}}::halfvec({size})) <#> {ASKED}"
        exact = f"v.{{}} <#> {ASKED}"
        # (what its names end in, what they are together, distance, distance where the index is taken, condition)
        self.columns = [("", "dense", exact.format("embedding"), cast.format("embedding"), "true")]
        if plan.cues:
            by_index = cast if plan.cues_by_index else exact
            self.columns.append(("_cue", "cued", exact.format("cue"), by_index.format("cue"), "v.cue IS NOT NULL"))

    def nearest(
        self, name: str, source: str, condition: str, params: Sequence[Any], most: int, *, indexed: bool = False
    ) -> None:
        """The `most` nearest that fulfil the condition."""
        for suffix, _, exact, by_index, there in self.columns:
            distance = by_index if indexed else exact
            self.sql.add(
                f"{name}{suffix} AS MATERIALIZED (SELECT v.unit_id, -({distance}) AS cosine FROM {source} "
                f"WHERE {condition} AND {there} ORDER BY {distance} LIMIT %s), ",
                *params,
                most,
            )

    def among(self, name: str, some: str) -> None:
        """The nearest of some (unit_id, content_version), by the vectors of that content."""
        self.nearest(
            name,
            f"{some} i JOIN memories_vector v ON v.unit_id = i.unit_id AND v.content_version = i.content_version",
            f"v.namespace_id = %s AND v.space_id = {active_space_id()}",
            [self.namespace_id],
            self.limit,
        )

    def together(self, names: Sequence[str]) -> None:
        """All of these as one, `dense` or `cued`."""
        for suffix, every, *_ in self.columns:
            union = " UNION ALL ".join(f"SELECT unit_id, cosine FROM {name}{suffix}" for name in names)
            self.sql.add(f"{every} AS MATERIALIZED ({union}), ")
