"""What a search looks up: words and facets by one index, how common the common ones are, times and keys by range."""

from django.db import migrations, models

# Functions of the owner, as those of 0002: array operators are not leakproof, so that under row-level security the
# index would not be used. Each checks the wall itself, and gives out ids, counts and scores, never text.
FUNCTIONS = """
DROP FUNCTION hindsight_term_counts;

-- Of each term: in how many units it stands, for the commonest; else 0 if in none that is current, -1 if in some.
CREATE FUNCTION hindsight_frequencies(ns bigint, wanted bigint[])
RETURNS TABLE (term bigint, units bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    SELECT w.term, coalesce(c.units, CASE WHEN EXISTS (
        SELECT 1 FROM public.memories_terms t
        WHERE t.namespace_id = ns AND t.current AND t.terms @> ARRAY[w.term]
    ) THEN -1::bigint ELSE 0::bigint END)
    FROM (SELECT DISTINCT unnest(wanted)) AS w(term)
    LEFT JOIN public.memories_commonterm c ON c.term = w.term;
END $$;

-- Units by the weight of the terms that they hold, as a share of the weight of all: the best, and those of `also`, which
-- other arms have found. A driver gathers units and weighs factor * ln(1 + units / those that hold it); others, too
-- common to gather by, only add a weight that is known.
CREATE FUNCTION hindsight_weighed(
    ns bigint, drivers bigint[], factors real[], others bigint[], weights real[], units bigint,
    all_of bigint[], any_tag bigint[], any_entity bigint[], any_subject bigint[],
    since timestamptz, until timestamptz, retired_too boolean, lim int, also uuid[]
)
RETURNS TABLE (unit_id uuid, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = on SET enable_sort = on
SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    WITH posting AS MATERIALIZED (
        SELECT d.term, p.unit_id, p.passes
        FROM unnest(drivers) AS d(term)
        CROSS JOIN LATERAL (
            SELECT t.unit_id,
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
        SELECT p.unit_id, sum(w.weight) AS weight
        FROM posting p JOIN weighing w ON w.term = p.term
        WHERE p.passes
        GROUP BY p.unit_id
    ), gathered AS MATERIALIZED (
        (
            SELECT b.unit_id FROM best b
            WHERE (since IS NULL AND until IS NULL) OR EXISTS (
                SELECT 1 FROM public.memories_memoryunit u
                WHERE u.id = b.unit_id AND u.namespace_id = ns
                    AND (since IS NULL OR u.occurred_at >= since) AND (until IS NULL OR u.occurred_at < until)
            )
            ORDER BY b.weight DESC, b.unit_id LIMIT 3 * lim
        )
        UNION
        SELECT unnest(also)
    ), told AS (
        SELECT t.unit_id, (
            SELECT sum(w.weight) FROM weighing w WHERE w.term = ANY (t.terms)
        ) / greatest((SELECT sum(w.weight) FROM weighing w), 1e-9) AS share
        FROM gathered g JOIN public.memories_terms t ON t.unit_id = g.unit_id AND t.namespace_id = ns
    )
    SELECT x.unit_id, least(1, x.share)::real
    FROM (
        SELECT t.unit_id, t.share, row_number() OVER (ORDER BY t.share DESC, t.unit_id) AS place
        FROM told t WHERE t.share > 0
    ) AS x
    WHERE x.place <= lim OR x.unit_id = ANY (also);
END $$;

-- Which of these terms stand in any current unit, such as one spelling of many.
CREATE FUNCTION hindsight_standing(ns bigint, wanted bigint[])
RETURNS TABLE (term bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public SET enable_seqscan = off AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    SELECT DISTINCT x.term
    FROM (
        SELECT t.terms FROM public.memories_terms t
        WHERE t.namespace_id = ns AND t.current AND t.terms && wanted
        LIMIT 200
    ) AS held CROSS JOIN LATERAL unnest(held.terms) AS x(term)
    WHERE x.term = ANY (wanted);
END $$;

-- Units that hold all of some facets and one of each set of others, by the index: `rare` of them are looked up.
CREATE FUNCTION hindsight_having(
    ns bigint, rare bigint[], all_of bigint[], any_tag bigint[], any_entity bigint[], any_subject bigint[],
    retired_too boolean, lim int
)
RETURNS TABLE (unit_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public SET enable_seqscan = off SET enable_bitmapscan = on SET enable_sort = on
SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    SELECT t.unit_id FROM public.memories_terms t
    WHERE t.namespace_id = ns AND (t.current OR retired_too)
        AND t.terms && rare
        -- Evaluated on what was found, not looked up: || '{}' keeps a common facet's long list out of it.
        AND (t.terms || '{}'::bigint[]) @> all_of
        AND (any_tag IS NULL OR (t.terms || '{}'::bigint[]) && any_tag)
        AND (any_entity IS NULL OR (t.terms || '{}'::bigint[]) && any_entity)
        AND (any_subject IS NULL OR (t.terms || '{}'::bigint[]) && any_subject)
    LIMIT lim;
END $$;

-- Fill the common terms from what ANALYZE found, if it has found anything since; how many there are.
CREATE FUNCTION hindsight_refill_common_terms() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    rows_now float8;
    filled bigint;
BEGIN
    SELECT reltuples INTO rows_now FROM pg_class WHERE oid = 'public.memories_terms'::regclass;
    -- One at a time, and whoever comes second has nothing to do.
    IF NOT pg_try_advisory_xact_lock(hashtext('hindsight_refill_common_terms')) THEN
        RETURN 0;
    END IF;
    -- Only what differs is written: most of the time nothing does.
    WITH fresh AS MATERIALIZED (
        SELECT e.term, greatest(1, round(e.share * rows_now))::bigint AS units
        FROM pg_stats s
        CROSS JOIN LATERAL unnest(
            s.most_common_elems::text::bigint[],
            s.most_common_elem_freqs[1:cardinality(s.most_common_elems::text::bigint[])]
        ) AS e(term, share)
        WHERE s.schemaname = 'public' AND s.tablename = 'memories_terms' AND s.attname = 'terms' AND rows_now > 0
            AND e.share * rows_now >= 500
    ), gone AS (
        DELETE FROM public.memories_commonterm c WHERE NOT EXISTS (SELECT 1 FROM fresh f WHERE f.term = c.term)
    )
    INSERT INTO public.memories_commonterm AS c (term, units)
    SELECT f.term, f.units FROM fresh f
    ON CONFLICT (term) DO UPDATE SET units = excluded.units WHERE c.units <> excluded.units;
    SELECT count(*) INTO filled FROM public.memories_commonterm;
    RETURN filled;
END $$;
"""

UNDO = """
DROP FUNCTION hindsight_refill_common_terms; DROP FUNCTION hindsight_having; DROP FUNCTION hindsight_standing;
DROP FUNCTION hindsight_weighed; DROP FUNCTION hindsight_frequencies;
CREATE FUNCTION hindsight_term_counts(ns bigint, wanted bigint[], cap int)
RETURNS TABLE (term bigint, units bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    SELECT w.term, (
        SELECT count(*) FROM (
            SELECT 1 FROM public.memories_terms t WHERE t.current AND t.terms @> ARRAY[w.term] LIMIT cap
        ) AS capped
    )
    FROM unnest(wanted) AS w(term);
END $$;
"""

# A prefix is a range of the bytes, whatever the database's collation; times are asked for by range too.
RANGES = """
CREATE INDEX unit_key_bytes ON memories_memoryunit (namespace_id, key COLLATE "C") WHERE key <> '';
CREATE INDEX unit_occurred ON memories_memoryunit (namespace_id, occurred_at) WHERE state = 'active';
"""


def facets_of_what_stands(apps, schema_editor):
    """Units written before facets were indexed hold words alone: a filter by channel would not find them."""
    from memories.searchable import hashes_of

    alias = schema_editor.connection.alias
    units = apps.get_model("memories", "MemoryUnit").objects.using(alias).select_related("source")
    rows = apps.get_model("memories", "Terms").objects.using(alias)
    some = list(units.order_by("pk")[:1000])
    while some:
        stand = {row.pk: row for row in rows.filter(pk__in=[unit.pk for unit in some])}
        for unit in some:
            if unit.pk in stand:
                stand[unit.pk].terms = hashes_of(unit)
        rows.bulk_update(stand.values(), ["terms"])
        some = list(units.filter(pk__gt=some[-1].pk).order_by("pk")[:1000])


class Migration(migrations.Migration):
    dependencies = [("memories", "0007_recall_outcomes")]

    operations = [
        migrations.CreateModel(
            name="CommonTerm",
            fields=[
                ("term", models.BigIntegerField(primary_key=True, serialize=False)),
                ("units", models.BigIntegerField()),
            ],
        ),
        migrations.RunSQL(FUNCTIONS, UNDO),
        migrations.RunSQL(RANGES, "DROP INDEX unit_key_bytes; DROP INDEX unit_occurred"),
        migrations.RunPython(facets_of_what_stands, migrations.RunPython.noop),
    ]
