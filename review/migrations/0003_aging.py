"""When time's own work on a namespace was last done."""

import django.db.models.deletion
from django.db import migrations, models

import memories.models.base
from memories.walls_sql import row_level_security


class Migration(migrations.Migration):
    dependencies = [("review", "0002_walls"), ("memories", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Aging",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=memories.models.base.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("done_at", models.DateTimeField()),
                (
                    "namespace",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="memories.namespace"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("namespace",), name="aging_one")]},
        ),
        row_level_security("review_aging"),
    ]
