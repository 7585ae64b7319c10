"""Composite keys and row-level security of review's tables."""

from django.db import migrations

from memories.walls_sql import composite_key, row_level_security


class Migration(migrations.Migration):
    dependencies = [("review", "0001_initial"), ("memories", "0002_walls_and_indexes")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE review_reviewrun ADD CONSTRAINT run_namespace_id UNIQUE (namespace_id, id)",
            "ALTER TABLE review_reviewrun DROP CONSTRAINT run_namespace_id",
        ),
        composite_key("review_spend", "run_id", "review_reviewrun", on_delete="SET NULL"),
        row_level_security("review_reviewrun"),
    ]
