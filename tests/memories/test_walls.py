"""The second wall: attempts to cross namespaces with plain SQL, as the application's own role."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, IntegrityError, connection

from memories.models import MemoryUnit, Relation
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW


def walled_tables() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relrowsecurity ORDER BY relname")
        return [row[0] for row in cursor.fetchall()]


def test_every_table_with_a_namespace_is_walled_or_known_not_to_be(db):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name FROM information_schema.columns "
            "WHERE column_name = 'namespace_id' AND table_schema = 'public'"
        )
        carrying = {row[0] for row in cursor.fetchall()}
    open_ones = carrying - set(walled_tables())
    # Who may come in, who did what, and what was spent hold ids and counts, and are read before a wall is chosen.
    assert open_ones == {
        "memories_membership",
        "memories_token_namespaces",
        "memories_auditentry",
        "memories_flushdue",
        "review_spend",
    }


def test_without_a_declared_namespace_every_table_is_empty(caller):
    write(caller, MemoryInput(value="The vault code changes on Mondays"), now=NOW)
    with connection.cursor() as cursor:
        for table in walled_tables():
            cursor.execute(f"SELECT count(*) FROM {table}")
            assert cursor.fetchone() == (0,), table


def test_another_namespace_sees_and_changes_nothing(caller, outsider):
    write(caller, MemoryInput(value="The vault code changes on Mondays"), now=NOW)
    with inside(outsider.namespace_id), connection.cursor() as cursor:
        for table in walled_tables():
            cursor.execute(f"SELECT count(*) FROM {table} WHERE namespace_id = %s", [caller.namespace_id])
            assert cursor.fetchone() == (0,), table
        cursor.execute("UPDATE memories_memoryunit SET value = 'stolen'")
        assert cursor.rowcount == 0
        cursor.execute("DELETE FROM memories_memoryunit")
        assert cursor.rowcount == 0
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.get().value == "The vault code changes on Mondays"


def test_a_row_cannot_be_written_into_another_namespace(caller, outsider):
    unit = write(caller, MemoryInput(value="The vault code changes on Mondays"), now=NOW).memory
    with pytest.raises(DatabaseError, match="row-level security"), inside(outsider.namespace_id):
        Relation.objects.create(
            namespace_id=caller.namespace_id,
            from_unit_id=unit.id,
            to_unit_id=unit.source_id,
            type="caused_by",
            created_at=NOW,
        )


def test_a_row_cannot_point_into_another_namespace(caller, outsider):
    mine = write(outsider, MemoryInput(value="The pool opens at six"), now=NOW).memory
    theirs = write(caller, MemoryInput(value="The vault code changes on Mondays"), now=NOW).memory
    with pytest.raises(IntegrityError), inside(outsider.namespace_id):
        Relation.objects.create(
            namespace_id=outsider.namespace_id,
            from_unit_id=mine.id,
            to_unit_id=theirs.id,
            type="caused_by",
            created_at=NOW,
        )


@pytest.mark.parametrize(
    "function",
    [
        "hindsight_lexical(%s, '{1}', '{1}', '{1}', 5, true)",
        "hindsight_frequencies(%s, '{1}')",
        "hindsight_standing(%s, '{1}')",
        "hindsight_having(%s, '{1}', '{1}', NULL, NULL, NULL, true, 5)",
        "hindsight_weighed(%s, '{1}', '{1}', '{}', '{}', 9, '{}', NULL, NULL, NULL, NULL, NULL, true, 5, '{}')",
    ],
)
@pytest.mark.parametrize("declared", ["elsewhere", "nothing"])
def test_the_functions_that_run_as_the_owner_check_the_wall_themselves(caller, outsider, function, declared):
    spaces = [outsider.namespace_id] if declared == "elsewhere" else []
    with pytest.raises(DatabaseError, match="not visible"), inside(*spaces), connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {function}", [caller.namespace_id])


def test_the_wall_closes_again(caller, outsider):
    write(caller, MemoryInput(value="The vault code changes on Mondays"), now=NOW)
    with inside(caller.namespace_id):
        with inside(outsider.namespace_id):
            assert not MemoryUnit.objects.exists()
        assert MemoryUnit.objects.count() == 1
    assert not MemoryUnit.objects.exists()
    with pytest.raises(RuntimeError), inside(caller.namespace_id):
        raise RuntimeError
    assert not MemoryUnit.objects.exists()


def test_the_application_may_neither_change_history_nor_the_schema(caller):
    write(caller, MemoryInput(value="The vault code changes on Mondays"), now=NOW)
    attempts = [
        "UPDATE memories_auditentry SET actor = 'nobody'",
        "DELETE FROM memories_auditentry",
        "UPDATE memories_memoryversion SET value = 'never said'",
        "ALTER TABLE memories_memoryunit DISABLE ROW LEVEL SECURITY",
        "TRUNCATE memories_memoryunit",
        "CREATE TABLE mine (id int)",
        "SET ROLE hindsight_owner",
    ]
    for sql in attempts:
        with pytest.raises(DatabaseError), inside(caller.namespace_id), connection.cursor() as cursor:
            cursor.execute(sql)
