"""The application's role: what it may do, and what it may not."""

from __future__ import annotations

import psycopg
import pytest
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from hindsight_site.embedded.provision import provision
from hindsight_site.models import Beat
from tests.embedded_database import TestDatabase


@pytest.mark.django_db
def test_tests_run_as_the_application():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user")
        assert cursor.fetchone() == ("hindsight_app", False, False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (i int)",
        "CREATE SCHEMA mine",
        "ALTER TABLE hindsight_site_beat DISABLE TRIGGER ALL",
        "TRUNCATE hindsight_site_beat",
        "DROP TABLE hindsight_site_beat",
        "SET ROLE hindsight_owner",
        "CREATE EXTENSION plpgsql",
    ],
)
def test_the_application_may_not_change_the_schema(statement: str):
    with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
def test_the_application_reads_and_writes_what_migrations_made():
    Beat.objects.create(name="mine", every_seconds=60, next_at=timezone.now())
    Beat.objects.filter(name="mine").update(every_seconds=30)
    assert Beat.objects.get(name="mine").every_seconds == 30
    Beat.objects.filter(name="mine").delete()


@pytest.mark.django_db(transaction=True)
def test_the_application_may_vacuum_what_it_erased():
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege('hindsight_site_beat', 'MAINTAIN')")
        assert cursor.fetchone() == (True,)
        cursor.execute("VACUUM hindsight_site_beat")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_committed_rows_are_gone_before_the_next_test(turn: int):
    assert not Beat.objects.filter(name="committed").exists()
    Beat.objects.create(name="committed", every_seconds=60, next_at=timezone.now())


def test_provisioning_again_changes_nothing(database: TestDatabase):
    provision(database.superuser, database.passwords, database.database)
    with psycopg.connect(database.superuser, dbname=database.database) as superuser:
        row = superuser.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'").fetchone()
    assert row is not None
    assert tuple(int(part) for part in row[0].split(".")) >= (0, 8, 0)
