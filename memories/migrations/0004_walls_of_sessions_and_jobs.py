"""The walls of the tables of 0003: composite keys, row-level security."""

from django.db import migrations

from memories.walls_sql import composite_key, row_level_security


class Migration(migrations.Migration):
    dependencies = [("memories", "0003_sessions_jobs_keys")]

    operations = [
        composite_key("memories_turn", "session_id", "memories_session"),
        composite_key("memories_flushdue", "session_id", "memories_session"),
        *[
            row_level_security(table)
            for table in ("memories_session", "memories_turn", "memories_job", "memories_idempotencykey")
        ],
    ]
