"""Taking erased text out of the files: a deleted row stays in its table, and its vector in the index, until VACUUM."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = (
    "memories_memoryunit",
    "memories_memoryversion",
    "memories_vector",
    "memories_terms",
    "memories_recall",
    "memories_queryvariant",
    "memories_source",
    "memories_session",
    "memories_turn",
    "memories_conflict",
    "memories_decision",
    "memories_judgedpair",
    "memories_job",
    "memories_idempotencykey",
)
_MAINTAIN_SINCE = 170_000


def vacuum() -> bool:
    """Vacuum the tables that hold memory text; False if no connection at hand may (autovacuum does it later).

    The application's role may on PostgreSQL 17 and later (MAINTAIN); before, only the owner of the tables may.
    """
    if connections["default"].in_atomic_block:
        return False  # what is not committed yet cannot be vacuumed
    for alias in ("default", "owner"):
        if alias in settings.DATABASES and _may(connections[alias]):
            try:
                with connections[alias].cursor() as cursor:
                    # A plain VACUUM may skip the index clean-up, and erased vectors then stay in the HNSW pages
                    # (measured, ADR 0002).
                    cursor.execute(f"VACUUM (INDEX_CLEANUP ON) {', '.join(TABLES)}")
            except DatabaseError:
                return False
            return True
    return False


def _may(connection: BaseDatabaseWrapper) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int")
        maintains = cursor.fetchone()[0] >= _MAINTAIN_SINCE
        right = "has_table_privilege(oid, 'MAINTAIN')" if maintains else "pg_has_role(relowner, 'USAGE')"
        cursor.execute(f"SELECT bool_and({right}) FROM pg_class WHERE relname = ANY (%s)", [list(TABLES)])  # noqa: S608
        granted = cursor.fetchone()[0]
        return granted is True
