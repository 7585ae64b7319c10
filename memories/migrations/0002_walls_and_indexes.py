"""What Django's schema language cannot say: composite keys, row-level security, the search indexes."""

from django.db import migrations

from memories.walls_sql import VISIBLE, append_only, composite_key, row_level_security

UNIT = "memories_memoryunit"
DECISION = "memories_decision"

COMPOSITE = [
    composite_key(UNIT, "source_id", "memories_source", on_delete="RESTRICT"),
    composite_key("memories_vector", "unit_id", UNIT),
    composite_key("memories_terms", "unit_id", UNIT),
    composite_key("memories_memoryversion", "unit_id", UNIT),
    composite_key("memories_memoryversion", "decision_row_id", DECISION, on_delete="SET NULL"),
    composite_key("memories_evidence", "unit_id", UNIT),
    composite_key("memories_evidence", "source_id", "memories_source"),
    composite_key("memories_confidenceevent", "unit_id", UNIT),
    composite_key("memories_confidenceevent", "decision_row_id", DECISION, on_delete="SET NULL"),
    composite_key("memories_relation", "from_unit_id", UNIT),
    composite_key("memories_relation", "to_unit_id", UNIT),
    composite_key("memories_relation", "decision_row_id", DECISION, on_delete="SET NULL"),
    composite_key("memories_judgedpair", "a_id", UNIT),
    composite_key("memories_judgedpair", "b_id", UNIT),
    composite_key("memories_conflict", "a_id", UNIT),
    composite_key("memories_conflict", "b_id", UNIT),
    composite_key(DECISION, "conflict_id", "memories_conflict"),
]

WALLED = [
    "memories_source",
    UNIT,
    "memories_vector",
    "memories_terms",
    "memories_memoryversion",
    "memories_evidence",
    "memories_confidenceevent",
    "memories_relation",
    "memories_judgedpair",
    "memories_conflict",
    DECISION,
    "memories_recall",
    "memories_forgetrequest",
    "memories_erasuremark",
    "memories_alert",
]

# The dimension is a property of the space, not of the column: each space has one partial index of its own,
# made by `manage.py reembed` for spaces other than the first.
VECTOR_INDEX = """
CREATE INDEX memories_vector_hnsw_1 ON memories_vector
    USING hnsw ((embedding::halfvec(384)) halfvec_ip_ops) WITH (m = 16, ef_construction = 64)
    WHERE current AND space_id = 1;
ALTER TABLE memories_vector ALTER COLUMN embedding SET STORAGE MAIN;
"""

# array operators are not leakproof, so under row-level security the index would not be used: the function runs
# as the owner and checks the wall itself.
LEXICAL = f"""
CREATE INDEX memories_terms_gin ON memories_terms USING gin (terms);
ALTER TABLE memories_terms ALTER COLUMN terms SET STATISTICS 1000;

CREATE FUNCTION hindsight_behind_wall(ns bigint) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
BEGIN
    -- IS NOT TRUE, not NOT: an unset setting makes the comparison NULL, which must not let anyone through.
    IF (ns = ANY ({VISIBLE})) IS NOT TRUE THEN
        RAISE EXCEPTION 'namespace is not visible to this transaction' USING ERRCODE = 'insufficient_privilege';
    END IF;
END $$;

CREATE FUNCTION hindsight_term_counts(ns bigint, wanted bigint[], cap int)
RETURNS TABLE (term bigint, units bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    SELECT w.term, (
        SELECT count(*) FROM (
            SELECT 1 FROM public.memories_terms t
            WHERE t.current AND t.terms @> ARRAY[w.term] LIMIT cap
        ) AS capped
    )
    FROM unnest(wanted) AS w(term);
END $$;

-- Retired units keep their terms: asking for them too is rare, and leaving them out is a filter.
CREATE FUNCTION hindsight_lexical(
    ns bigint, drivers bigint[], wanted bigint[], weights real[], lim int, retired_too boolean
)
RETURNS TABLE (unit_id uuid, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
    PERFORM public.hindsight_behind_wall(ns);
    RETURN QUERY
    SELECT t.unit_id,
           (SELECT sum(q.weight) FROM unnest(wanted, weights) AS q(term, weight) WHERE q.term = ANY (t.terms))
               AS total
    FROM public.memories_terms t
    WHERE (t.current OR retired_too) AND t.namespace_id = ns AND t.terms && drivers
    ORDER BY total DESC, t.unit_id
    LIMIT lim;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("memories", "0001_initial")]

    operations = [
        *COMPOSITE,
        *[row_level_security(table) for table in WALLED],
        append_only("memories_auditentry"),
        append_only(
            "memories_memoryversion", except_columns=("original", "decision_row_id"), may_delete=True
        ),
        migrations.RunSQL(
            f"ALTER TABLE {UNIT} SET (fillfactor = 85)", f"ALTER TABLE {UNIT} RESET (fillfactor)"
        ),
        migrations.RunSQL(VECTOR_INDEX, "DROP INDEX memories_vector_hnsw_1"),
        migrations.RunSQL(
            LEXICAL,
            "DROP FUNCTION hindsight_lexical; DROP FUNCTION hindsight_term_counts; DROP FUNCTION hindsight_behind_wall;"
            "DROP INDEX memories_terms_gin",
        ),
    ]
