"""What a PostgreSQL of one's own must have before the first migration; each lack is named with its fix."""

from __future__ import annotations

from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper

from hindsight_site.refusals import CannotStart

POSTGRESQL = 150_000
PGVECTOR = (0, 8)
_SCRIPT = "hindsight_site/embedded/sql/database.sql"


def check_server(connection: BaseDatabaseWrapper) -> None:
    """Enable pgvector where this role may.

    Raises:
        CannotStart: the server is too old or lacks pgvector, or this role may not make tables.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int, current_setting('server_version'),"
            " current_database(), current_user, has_schema_privilege('public', 'CREATE')"
        )
        number, version, database, user, may_create = cursor.fetchone()
        cursor.execute("SELECT installed_version, default_version FROM pg_available_extensions WHERE name = 'vector'")
        extension = cursor.fetchone()
    if number < POSTGRESQL:
        raise CannotStart(f"PostgreSQL {version} is too old.", fix="use PostgreSQL 15 or later.")
    if extension is None:
        raise CannotStart(
            "This PostgreSQL has no pgvector.",
            fix="install pgvector 0.8 or later on the server (Debian, Ubuntu: postgresql-NN-pgvector).",
        )
    installed, available = extension
    if installed is None and _enable(connection):
        installed = available
    if installed is None:
        raise CannotStart(
            f"The extension vector is not enabled in the database {database}.",
            fix=f"as a superuser: psql -d {database} -f {_SCRIPT}",
        )
    if tuple(int(part) for part in installed.split(".")[:2]) < PGVECTOR:
        raise CannotStart(
            f"pgvector {installed} is too old.",
            fix=f"as a superuser in {database}: ALTER EXTENSION vector UPDATE (the server offers {available}).",
        )
    if not may_create:
        raise CannotStart(
            f"The role {user} may not make tables in {database}.",
            fix="set DATABASE_OWNER_URL to the role that owns the database (docs/running.md).",
        )


def _enable(connection: BaseDatabaseWrapper) -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS vector")
    except DatabaseError:  # not allowed to: the refusal says who is
        return False
    return True
