"""What a search of an earlier moment looks up: what changed since, and how many units hold a word."""

from django.db import migrations

# Every unit has a first version; what changed is told by the others, and there are few of them. All that is asked of
# them first is in the index.
CHANGES = """
CREATE INDEX version_changes ON memories_memoryversion (namespace_id, created_at) INCLUDE (unit_id, number, action)
    WHERE number > 1;
"""

# As hindsight_weighed counts them: a word of an older text weighs what it weighs in a text of now.
HOLDERS = """
CREATE FUNCTION hindsight_holders(ns bigint, wanted bigint[], retired_too boolean)
RETURNS TABLE (term bigint, holders bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = on
SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    SELECT w.term, (
        SELECT count(*) FROM (
            SELECT FROM public.memories_terms t
            WHERE t.namespace_id = ns AND (t.current OR retired_too) AND t.terms @> ARRAY[w.term]
            LIMIT 50000
        ) AS held
    )
    FROM unnest(wanted) AS w(term);
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0008_recall_by_facets")]

    operations = [
        migrations.RunSQL(CHANGES, "DROP INDEX version_changes"),
        migrations.RunSQL(HOLDERS, "DROP FUNCTION hindsight_holders"),
    ]
