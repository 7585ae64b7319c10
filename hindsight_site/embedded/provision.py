"""Makes the roles, the database and the rights in it; running it again changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from hindsight_site.refusals import CannotStart

OWNER, APP, DATABASE = "hindsight_owner", "hindsight_app", "hindsight"
_SQL = Path(__file__).parent / "sql"


@dataclass(frozen=True)
class Passwords:
    """The passwords of the two roles; they are never printed."""

    owner: str
    app: str


def provision(superuser: str, passwords: Passwords, database: str = DATABASE) -> None:
    """Bring a server to what Hindsight needs, through `superuser` (a libpq connection string).

    Raises:
        CannotStart: the server refuses, for instance because it has no pgvector.
    """
    try:
        with psycopg.connect(superuser, dbname="postgres", autocommit=True) as connection:
            connection.execute(_script("roles.sql"))
            for role, password in ((OWNER, passwords.owner), (APP, passwords.app)):
                _set_password(connection, role, password)
            row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database]).fetchone()
            if row is None:
                connection.execute(
                    sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE template0 ENCODING 'UTF8'").format(
                        sql.Identifier(database), sql.Identifier(OWNER)
                    )
                )
        with psycopg.connect(superuser, dbname=database) as connection:
            connection.execute(_script("database.sql"))
    except psycopg.OperationalError as error:
        if "password authentication failed" in str(error):
            raise CannotStart(
                "The embedded database does not know the password kept in DATA_DIR/secrets.",
                fix="restore DATA_DIR/secrets from the backup that belongs to this database.",
            ) from None
        raise CannotStart(
            f"The database refused to be set up: {_first_line(error)}", fix="see docs/running.md."
        ) from None
    except psycopg.Error as error:
        raise CannotStart(
            f"The database refused to be set up: {_first_line(error)}", fix="see docs/running.md."
        ) from None


def url(role: str, password: str, socket: Path, database: str = DATABASE) -> str:
    """The URL of a database on the server that listens in the folder `socket`."""
    return f"postgresql://{role}:{quote(password, safe='')}@/{database}?host={quote(str(socket), safe='')}"


def _set_password(connection: psycopg.Connection[tuple[object, ...]], role: str, password: str) -> None:
    """Set a password without sending it: what travels, and what could be logged, is its SCRAM verifier."""
    verifier = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(verifier)))


def _script(name: str) -> sql.SQL:
    return sql.SQL((_SQL / name).read_text(encoding="utf-8"))


def _first_line(error: psycopg.Error) -> str:
    return str(error).strip().splitlines()[0]
