"""A pytest plugin: one throw-away PostgreSQL for the whole run, with the two roles of production.

Loaded by `-p tests.embedded_database`, so that the environment is complete before Django loads its settings.
The server starts when the first test asks for the database; tests of pure modules never pay for it.
Migrations run as `hindsight_owner` and tests as `hindsight_app`, so that row-level security and missing rights
show. With TEST_DATABASE_SUPERUSER_URL a database of its own is made on that server instead.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from cryptography.fernet import Fernet
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from hindsight_site.data_dir import DataDir, open_data_dir
from hindsight_site.embedded.cluster import SUPERUSER, Cluster, open_cluster
from hindsight_site.embedded.provision import APP, OWNER, Passwords, provision

# What migrations and Django fill and tests must find again.
KEPT_TABLES = ("django_migrations", "django_content_type", "auth_permission")


@dataclass
class TestDatabase:
    """Where the run's database is; `superuser` is a libpq connection string without a database name."""

    __test__ = False
    root: Path
    database: str
    superuser: str
    passwords: Passwords
    data: DataDir | None = None
    superuser_password: str = ""
    cluster: Cluster | None = None
    truncate: str = ""

    def url(self, role: str, password: str) -> str:
        target = conninfo_to_dict(self.superuser)
        host = quote(str(target.get("host", "")), safe="")
        port = f"&port={target['port']}" if target.get("port") else ""
        return f"postgresql://{role}:{quote(password, safe='')}@/{self.database}?host={host}{port}"

    def connect(self) -> psycopg.Connection[Any]:
        """As the superuser, whom neither row-level security nor a trigger stops."""
        return psycopg.connect(self.superuser, dbname=self.database, autocommit=True)

    def start(self) -> None:
        if self.data is not None:
            self.cluster = open_cluster(self.data, fast_and_loose=True)
            self.cluster.start(superuser_password=self.superuser_password)
        provision(self.superuser, self.passwords, self.database)

    def stop(self) -> None:
        if self.cluster is not None:
            self.cluster.stop()
        elif self.data is None and self.truncate:
            with psycopg.connect(self.superuser, dbname="postgres", autocommit=True) as connection:
                connection.execute(
                    sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(self.database))
                )
        shutil.rmtree(self.root, ignore_errors=True)

    def remember_seed(self) -> None:
        """Note which rows the migrations made, to put them back after a test that committed."""
        with self.connect() as connection:
            connection.execute("CREATE SCHEMA seed")
            rows = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL(%s)",
                [list(KEPT_TABLES)],
            ).fetchall()
            commands = ["SET session_replication_role = replica", "SET lock_timeout = '10s'"]
            names = [f'public."{name}"' for (name,) in rows]
            commands.append(f"TRUNCATE {', '.join(names)} RESTART IDENTITY CASCADE")
            for (name,) in rows:
                if connection.execute(f'SELECT 1 FROM public."{name}" LIMIT 1').fetchone():
                    connection.execute(f'CREATE TABLE seed."{name}" AS TABLE public."{name}"')
                    commands.append(f'INSERT INTO public."{name}" SELECT * FROM seed."{name}"')
            self.truncate = "; ".join(commands)

    def empty(self) -> None:
        """Back to what the migrations left."""
        with self.connect() as connection:
            connection.execute(self.truncate)


def _plan() -> TestDatabase:
    root = Path(tempfile.mkdtemp(prefix="hindsight-test-", dir="/tmp"))  # short, whatever TMPDIR says
    root.chmod(0o711)  # the server may run under another account
    passwords = Passwords(owner=secrets.token_urlsafe(16), app=secrets.token_urlsafe(16))
    given = os.environ.get("TEST_DATABASE_SUPERUSER_URL", "")
    if given:
        name = f"hindsight_test_{os.getpid()}"
        return TestDatabase(root, name, make_conninfo(given, dbname=None), passwords)
    data = open_data_dir(root / "data")
    password = secrets.token_urlsafe(16)
    superuser = make_conninfo("", host=str(data.socket), user=SUPERUSER, password=password)
    return TestDatabase(root, "hindsight", superuser, passwords, data, password)


database = _plan()

if "PYTEST_XDIST_WORKER" in os.environ:
    # The embedder's threads of two workers on two cores wait for each other busily; one each is faster.
    os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    for name in [name for name in os.environ if name.isupper() and name.startswith(("LLM_", "EMBEDDING_"))]:
        del os.environ[name]  # a developer's own settings must not decide what tests see
    os.environ.update(
        # A machine that is busy with other tests is no slow part of a search; tests of the deadline set their own.
        SEARCH_DEADLINE_MS="60000",
        SECRET_KEY=secrets.token_urlsafe(48),
        FIELD_ENCRYPTION_KEY=Fernet.generate_key().decode(),
        DATA_DIR=str(database.root / "data"),
        DATABASE_URL=database.url(APP, database.passwords.app),
        DATABASE_OWNER_URL=database.url(OWNER, database.passwords.owner),
    )


def pytest_unconfigure() -> None:
    database.stop()


def migrated_database(django_db_blocker: Any) -> Iterator[TestDatabase]:
    """The body of `django_db_setup` (tests/conftest.py): start, migrate as owner, remember the seed."""
    from django.core.management import call_command
    from django.db import connections
    from django.test import TransactionTestCase

    database.start()
    with django_db_blocker.unblock():
        call_command("migrate", database="owner", interactive=False, verbosity=0)
        connections["owner"].close()
    database.remember_seed()

    def teardown(self: TransactionTestCase) -> None:
        for connection in connections.all(initialized_only=True):
            connection.close()  # an open transaction of this thread would block the truncation
        database.empty()

    # Django's own way is TRUNCATE as the connected role, a right that the application must not have.
    TransactionTestCase._fixture_teardown = teardown  # type: ignore[attr-defined]
    yield database
    with django_db_blocker.unblock():
        connections.close_all()
