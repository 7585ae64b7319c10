"""What looks wrong in how memories are used and replaced (SPEC 10): found by counting, shown to people.

Looked at once a day (review.aging). Nothing here judges a text: a memory that fails where it used to help waits for a
person, and a writer who replaces what others said raises an alert.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection

from memories import settling
from memories.alerts import raise_alert
from memories.locks import lock_namespace, lock_units
from memories.policies import Change
from memories.walls import inside
from memories.words import State

LATELY: Final = 8
"""Outcomes that are looked at as the last ones of a memory; fewer say nothing."""
FAILED: Final = 6
"""So many failures among them are an anomaly for a memory that used to help at least half the time: one that
helps half the time does so in 37 of 256 cases, so it is a person, and no rule, who decides what it means."""
EARLIER: Final = 4
OTHERS_REPLACED: Final = 10
CHAIN: Final = 5
_OUTCOMES_OF: Final = timedelta(days=30)
_DAY: Final = timedelta(days=1)

_FAILING = """
    WITH told AS MATERIALIZED (
        SELECT u.id, r.success, row_number() OVER (PARTITION BY u.id ORDER BY r.outcome_at DESC, r.id DESC) AS place
        FROM memories_recall r
        CROSS JOIN LATERAL unnest(r.credited_ids) AS credited(id)
        JOIN memories_memoryunit u ON u.id = credited.id AND u.namespace_id = r.namespace_id
        WHERE r.namespace_id = %(space)s AND r.created_at > %(since)s AND r.success IS NOT NULL
            AND u.state = 'active'
            -- What a person has confirmed since is not held against it again.
            AND (u.last_verified_at IS NULL OR r.outcome_at > u.last_verified_at)
    )
    SELECT id,
        count(*) FILTER (WHERE place <= %(lately)s), count(*) FILTER (WHERE place <= %(lately)s AND NOT success),
        count(*) FILTER (WHERE place > %(lately)s), count(*) FILTER (WHERE place > %(lately)s AND success)
    FROM told GROUP BY id HAVING count(*) FILTER (WHERE place <= %(lately)s AND NOT success) >= %(failed)s
"""
_REPLACED = """
    SELECT s.writer_id, count(*)
    FROM memories_relation r
    JOIN memories_memoryunit newer ON newer.id = r.from_unit_id AND newer.namespace_id = r.namespace_id
    JOIN memories_memoryunit older ON older.id = r.to_unit_id AND older.namespace_id = r.namespace_id
    JOIN memories_source s ON s.id = newer.source_id AND s.namespace_id = r.namespace_id
    JOIN memories_source o ON o.id = older.source_id AND o.namespace_id = r.namespace_id
    WHERE r.namespace_id = %(space)s AND r.type = 'supersedes' AND r.created_at > %(since)s
        AND s.writer_id IS NOT NULL AND o.writer_id IS DISTINCT FROM s.writer_id
    GROUP BY s.writer_id HAVING count(*) >= %(most)s ORDER BY s.writer_id
"""
_CHAINS = """
    WITH RECURSIVE made AS MATERIALIZED (
        SELECT r.from_unit_id AS newer, r.to_unit_id AS older, s.writer_id
        FROM memories_relation r
        JOIN memories_memoryunit u ON u.id = r.from_unit_id AND u.namespace_id = r.namespace_id
        JOIN memories_source s ON s.id = u.source_id AND s.namespace_id = r.namespace_id
        WHERE r.namespace_id = %(space)s AND r.type = 'supersedes' AND r.created_at > %(since)s
            AND s.writer_id IS NOT NULL
    ), chain AS (
        SELECT newer, older, writer_id, 1 AS links FROM made
        UNION
        SELECT m.newer, c.older, c.writer_id, c.links + 1
        FROM chain c JOIN made m ON m.older = c.newer AND m.writer_id = c.writer_id
        WHERE c.links < %(most)s
    )
    SELECT writer_id, count(DISTINCT newer) FROM chain WHERE links >= %(most)s GROUP BY writer_id ORDER BY writer_id
"""


def success_falls(*, lately: int, failed: int, earlier: int, helped: int) -> bool:
    """Whether a memory that used to help fails: 6 of its last 8 outcomes, and at most half of those before."""
    return lately >= LATELY and failed >= FAILED and earlier >= EARLIER and 2 * helped >= earlier


def hold_what_fails(namespace_id: int, *, now: datetime) -> int:
    """Put before a person what is recalled often and fails where it used to help; how many units. A critical one stays
    where it is and only raises the alert."""
    given: dict[str, Any] = {
        "space": namespace_id,
        "since": now - _OUTCOMES_OF,
        "lately": LATELY,
        "failed": FAILED,
    }
    with inside(namespace_id):
        with connection.cursor() as cursor:
            cursor.execute(_FAILING, given)
            counted = cursor.fetchall()
        failing = [
            pk
            for pk, lately, failed, earlier, helped in counted
            if success_falls(lately=lately, failed=failed, earlier=earlier, helped=helped)
        ]
    if not failing:
        return 0
    with inside(namespace_id):
        lock_namespace(namespace_id)
        units = {pk: unit for pk, unit in lock_units(namespace_id, failing).items() if unit.state == State.ACTIVE}
        held = [unit for unit in units.values() if not unit.critical]
        if held:
            settling.apply(
                [Change(unit.pk, "held", state=State.HELD) for unit in held],
                units={unit.pk: unit for unit in held},
                namespace_id=namespace_id,
                actor="review",
                action="anomaly",
                now=now,
                automatic=True,
                reason="tasks that use it fail since a while",
            )
        for pk, unit in units.items():
            raise_alert(
                namespace_id=namespace_id,
                kind="success_falls",
                object_type="unit",
                object_id=pk,
                detail=f"{FAILED} or more of the last {LATELY} tasks that used this memory failed, and it used to "
                "help. What to do: " + ("edit it or confirm it." if unit.critical else "release it or reject it."),
                now=now,
            )
        return len(units)


def alert_of_supersessions(namespace_id: int, *, now: datetime) -> int:
    """Alerts about writers who replaced much of what others said within a day, or one statement again and again; how
    many there are."""
    since = now - _DAY
    found = 0
    with inside(namespace_id):
        for kind, statement, most, said in (
            ("replaces_others", _REPLACED, OTHERS_REPLACED, "replaced {} memories of other writers"),
            ("supersedes_chain", _CHAINS, CHAIN, "replaced {} memories five times over or more"),
        ):
            with connection.cursor() as cursor:
                cursor.execute(statement, {"space": namespace_id, "since": since, "most": most})
                rows: list[tuple[int, int]] = cursor.fetchall()
            for writer_id, number in rows:
                raise_alert(
                    namespace_id=namespace_id,
                    kind=kind,
                    object_type="token",
                    object_id=writer_id,
                    detail=f"Within a day this token {said.format(number)}. What to do: look at what it wrote; revoke "
                    "it or lower its trust if it should not.",
                    now=now,
                )
                found += 1
    return found
