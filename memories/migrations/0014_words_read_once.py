"""What a search reads of the table of words: no long list of what the index has not taken in, and each row once.

The index took new terms in only when 4 MB of them had gathered; until then every look-up of a word read that list, half a
millisecond of one. With 64 kB a writer takes them in every fifty units or so. The rows that words gather are read again
where they lie, not by their key, and their share is worked out once.

Only the index of words is taken to look a word up. To find out whether a word stands anywhere, the planner read the units
of the namespace one by one and hoped to meet it soon: for a word that stands nowhere, all of a million, 450 ms.
"""

from importlib import import_module

from django.db import migrations

_BEFORE = import_module("memories.migrations.0008_recall_by_facets").FUNCTIONS
_WEIGHED_BEFORE = _BEFORE[
    _BEFORE.index("CREATE FUNCTION hindsight_weighed") : _BEFORE.index("-- Which of these terms stand")
].replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1)

# As in 0008, but for how rows are read: `place` is where a row lies, the same for as long as the statement runs.
_WEIGHED = """
CREATE OR REPLACE FUNCTION hindsight_weighed(
    ns bigint, drivers bigint[], factors real[], others bigint[], weights real[], units bigint,
    all_of bigint[], any_tag bigint[], any_entity bigint[], any_subject bigint[],
    since timestamptz, until timestamptz, retired_too boolean, lim int, also uuid[]
)
RETURNS TABLE (unit_id uuid, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = on SET enable_sort = on
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    WITH posting AS MATERIALIZED (
        SELECT d.term, p.unit_id, p.place, p.passes
        FROM unnest(drivers) AS d(term)
        CROSS JOIN LATERAL (
            SELECT t.unit_id, t.ctid AS place,
                t.terms @> all_of
                AND (any_tag IS NULL OR t.terms && any_tag)
                AND (any_entity IS NULL OR t.terms && any_entity)
                AND (any_subject IS NULL OR t.terms && any_subject) AS passes
            FROM public.memories_terms t
            WHERE t.namespace_id = ns AND (t.current OR retired_too) AND t.terms @> ARRAY[d.term]
            LIMIT 50000
        ) AS p
    ), counted AS (
        SELECT p.term, count(*) AS holders FROM posting p GROUP BY p.term
    ), weighing AS MATERIALIZED (
        -- A word that stands nowhere weighs as one of the rarest kind: a question is not answered by half of it.
        SELECT d.term, (d.factor * ln(1 + units::float8 / coalesce(c.holders, 1)))::float8 AS weight
        FROM unnest(drivers, factors) AS d(term, factor) LEFT JOIN counted c ON c.term = d.term
        UNION ALL
        SELECT o.term, o.weight::float8 FROM unnest(others, weights) AS o(term, weight)
    ), best AS (
        SELECT p.unit_id, p.place, sum(w.weight) AS weight
        FROM posting p JOIN weighing w ON w.term = p.term
        WHERE p.passes
        GROUP BY p.unit_id, p.place
    ), gathered AS MATERIALIZED (
        SELECT b.unit_id, b.place FROM best b
        WHERE (since IS NULL AND until IS NULL) OR EXISTS (
            SELECT 1 FROM public.memories_memoryunit u
            WHERE u.id = b.unit_id AND u.namespace_id = ns
                AND (since IS NULL OR u.occurred_at >= since) AND (until IS NULL OR u.occurred_at < until)
        )
        ORDER BY b.weight DESC, b.unit_id LIMIT 3 * lim
    ), read AS (
        SELECT t.unit_id, t.terms FROM gathered g JOIN public.memories_terms t ON t.ctid = g.place
        UNION ALL
        SELECT t.unit_id, t.terms FROM public.memories_terms t
        WHERE t.namespace_id = ns AND t.unit_id = ANY (also)
            AND NOT EXISTS (SELECT 1 FROM gathered g WHERE g.unit_id = t.unit_id)
    ), told AS MATERIALIZED (
        SELECT r.unit_id, (
            SELECT sum(w.weight) FROM weighing w WHERE w.term = ANY (r.terms)
        ) / greatest((SELECT sum(w.weight) FROM weighing w), 1e-9) AS share
        FROM read r
    )
    SELECT x.unit_id, least(1, x.share)::real
    FROM (
        SELECT t.unit_id, t.share, row_number() OVER (ORDER BY t.share DESC, t.unit_id) AS place
        FROM told t WHERE t.share > 0
    ) AS x
    WHERE x.place <= lim OR x.unit_id = ANY (also);
END $$;
"""


_LOOKING_UP = """
DO $$
DECLARE
    looking regprocedure;
BEGIN
    FOR looking IN SELECT p.oid::regprocedure FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND p.proname = ANY (ARRAY[
            'hindsight_frequencies', 'hindsight_standing', 'hindsight_holders', 'hindsight_having', 'hindsight_weighed'
        ])
    LOOP
        EXECUTE format('ALTER FUNCTION %s {}', looking);
    END LOOP;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0013_frequent_from_a_hundred")]

    operations = [
        migrations.RunSQL(_WEIGHED, _WEIGHED_BEFORE),
        migrations.RunSQL(
            _LOOKING_UP.replace("{}", "SET enable_indexscan = off SET enable_bitmapscan = on"),
            _LOOKING_UP.replace("{}", "RESET enable_indexscan RESET enable_bitmapscan"),
        ),
        migrations.RunSQL(
            "ALTER INDEX memories_terms_gin SET (gin_pending_list_limit = 64)",
            "ALTER INDEX memories_terms_gin RESET (gin_pending_list_limit)",
        ),
        migrations.RunSQL("SELECT gin_clean_pending_list('memories_terms_gin')", migrations.RunSQL.noop),
    ]
