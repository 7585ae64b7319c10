"""Common is what stands in a hundred units or more, five hundred before: a question of several words that stand in some
hundreds each read a page of the table of words for every one of these units."""

from importlib import import_module

from django.db import migrations

_BEFORE = import_module("memories.migrations.0008_recall_by_facets").FUNCTIONS
_REFILL = _BEFORE[_BEFORE.index("CREATE FUNCTION hindsight_refill_common_terms") :].replace(
    "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1
)


class Migration(migrations.Migration):
    dependencies = [("memories", "0012_cues")]

    operations = [
        migrations.RunSQL(_REFILL.replace("* rows_now >= 500", "* rows_now >= 100"), _REFILL),
        migrations.RunSQL("SELECT hindsight_refill_common_terms()", migrations.RunSQL.noop),
    ]
