"""The plans of the statements that a search runs: caught as they go by, then run again under EXPLAIN ANALYZE."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection, transaction

from memories.walls import inside

_EXPLAIN = "EXPLAIN (ANALYZE, COSTS OFF, BUFFERS OFF, TIMING OFF, SUMMARY OFF) "


def plans_of(namespace_id: int, run: Callable[[], object], *, table: str = "memories_vector") -> list[list[str]]:
    """Lines of the plan of each statement of `run` that ranks rows of `table`, longer lines cut.

    The statements are replayed in their order, settings and all, in a transaction that is rolled back. What a function
    of the database does within is not shown: a plan names the function.
    """
    caught: list[tuple[str, Any]] = []

    def listen(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        caught.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        run()
    found: list[list[str]] = []
    with inside(namespace_id), connection.cursor() as cursor:
        for sql, params in caught:
            word = sql.lstrip().partition(" ")[0].upper()
            if word not in ("SELECT", "WITH") or "INSERT" in sql:
                continue
            if table in sql and "<#>" in sql:
                cursor.execute(_EXPLAIN + sql, params)
                found.append([line[:160] for (line,) in cursor.fetchall()])
            else:
                cursor.execute(sql, params)
        transaction.set_rollback(True)
    return found


def short(plan: Sequence[str]) -> list[str]:
    """The lines of a plan that say which way it went: scans, their indexes and what they dropped."""
    words = ("Scan", "Rows Removed by Filter", "Index Searches")
    return [line for line in plan if any(word in line for word in words)]
