"""SQL that the migrations of every app use: composite foreign keys, row-level security, append-only tables.

Django has no composite foreign keys, so models declare theirs with `db_constraint=False` and the migration
adds one on (namespace_id, x_id): a row cannot point into another namespace, whatever the code does.
"""

from __future__ import annotations

from django.db.migrations.operations import RunSQL

VISIBLE = "coalesce(nullif(current_setting('hindsight.namespaces', true), ''), '{}')::bigint[]"
"""The namespaces that the current transaction may see, set by memories.walls; unset means none."""


def composite_key(table: str, column: str, parent: str, *, on_delete: str = "CASCADE") -> RunSQL:
    """A foreign key (namespace_id, column) to parent (namespace_id, id), checked at commit."""
    name = f"{table}_{column}_same_namespace"[:63]
    keys = f"FOREIGN KEY (namespace_id, {column}) REFERENCES {parent} (namespace_id, id)"
    action = f"ON DELETE SET NULL ({column})" if on_delete == "SET NULL" else f"ON DELETE {on_delete}"
    return RunSQL(
        sql=f"ALTER TABLE {table} ADD CONSTRAINT {name} {keys} {action} DEFERRABLE INITIALLY IMMEDIATE",
        reverse_sql=f"ALTER TABLE {table} DROP CONSTRAINT {name}",
    )


def row_level_security(table: str) -> RunSQL:
    """The second wall: a role that is not the owner sees and writes rows of visible namespaces only."""
    return RunSQL(
        sql=f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;"
        f"CREATE POLICY namespace_wall ON {table} USING (namespace_id = ANY ({VISIBLE}))",
        reverse_sql=f"DROP POLICY namespace_wall ON {table}; ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
    )


def append_only(table: str, *, except_columns: tuple[str, ...] = (), may_delete: bool = False) -> RunSQL:
    """Refuse updates (but of `except_columns`) and, unless `may_delete`, deletes, for every role."""
    ignored = "".join(f" - '{column}'" for column in except_columns)
    events = "UPDATE" if may_delete else "UPDATE OR DELETE"
    return RunSQL(
        sql=f"""
        CREATE FUNCTION {table}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' AND to_jsonb(OLD){ignored} = to_jsonb(NEW){ignored} THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'restrict_violation';
        END $$;
        CREATE TRIGGER append_only BEFORE {events} ON {table}
            FOR EACH ROW EXECUTE FUNCTION {table}_is_append_only();
        """,
        reverse_sql=f"DROP TRIGGER append_only ON {table}; DROP FUNCTION {table}_is_append_only()",
    )
