-- Functions of the owner that measure.py times. The guard inside each stands in for row-level security,
-- which would keep `&&` and `@>` (not leakproof) away from the GIN index.

CREATE OR REPLACE FUNCTION guard(ns bigint) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF (ns = ANY (coalesce(nullif(current_setting('hindsight.namespaces', true), ''), '{}')::bigint[])) IS NOT TRUE THEN
    RAISE insufficient_privilege;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION lexical_hits(ns bigint, hashes bigint[]) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM guard(ns);
  RETURN QUERY SELECT t.unit_id FROM terms t
    WHERE t.current AND t.namespace_id = ns AND t.terms && hashes LIMIT 1000;
END $$;

CREATE OR REPLACE FUNCTION lexical_scan(ns bigint, hashes bigint[], weights real[]) RETURNS TABLE (id uuid, s real)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM guard(ns);
  RETURN QUERY
    SELECT t.unit_id, (SELECT sum(w) FROM unnest(hashes, weights) q(h, w) WHERE h = ANY (t.terms))
    FROM terms t WHERE t.current AND t.namespace_id = ns AND t.terms && hashes ORDER BY 2 DESC LIMIT 50;
END $$;

-- Gathers with the rarer terms (at most `cap` rows each), scores with all, and counts frequencies on the way.
CREATE OR REPLACE FUNCTION lexical_onepass(ns bigint, hashes bigint[], total real, cap int)
RETURNS TABLE (id uuid, s float8)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM guard(ns);
  RETURN QUERY
    WITH hits AS MATERIALIZED (
      SELECT q.h, c.unit_id FROM unnest(hashes) q(h) CROSS JOIN LATERAL (
        SELECT t.unit_id FROM terms t
        WHERE t.current AND t.namespace_id = ns AND t.terms @> ARRAY[q.h] LIMIT cap) c),
    df AS MATERIALIZED (SELECT h, ln(1 + total / count(*)) w, count(*) >= cap AS common FROM hits GROUP BY h),
    best AS MATERIALIZED (
      SELECT unit_id, sum(w) s FROM hits JOIN df USING (h)
      WHERE NOT common OR NOT EXISTS (SELECT FROM df WHERE NOT common)
      GROUP BY unit_id ORDER BY 2 DESC LIMIT 200)
    SELECT b.unit_id, b.s + coalesce((SELECT sum(w) FROM df WHERE common AND h = ANY (t.terms)), 0)
    FROM best b JOIN terms t USING (unit_id) ORDER BY 2 DESC LIMIT 50;
END $$;

CREATE OR REPLACE FUNCTION df_capped(ns bigint, hashes bigint[], cap int) RETURNS TABLE (h bigint, n bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM guard(ns);
  RETURN QUERY SELECT q.h, (
    SELECT count(*) FROM (
      SELECT FROM terms t WHERE t.current AND t.namespace_id = ns AND t.terms @> ARRAY[q.h] LIMIT cap) x)
    FROM unnest(hashes) q(h);
END $$;

CREATE OR REPLACE FUNCTION df_stats(ns bigint, hashes bigint[]) RETURNS TABLE (h bigint, n real)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM guard(ns);
  RETURN QUERY SELECT e, f FROM pg_stats s
    CROSS JOIN LATERAL unnest(s.most_common_elems::text::bigint[], s.most_common_elem_freqs) x(e, f)
    WHERE s.tablename = 'terms' AND s.attname = 'terms' AND e = ANY (hashes);
END $$;

CREATE OR REPLACE FUNCTION df_explain(ns bigint, hashes bigint[]) RETURNS TABLE (h bigint, n real)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE p json;
BEGIN
  PERFORM guard(ns);
  FOREACH h IN ARRAY hashes LOOP
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM terms WHERE current AND terms @> ARRAY[%s]::bigint[]', h) INTO p;
    n := (p->0->'Plan'->>'Plan Rows')::real;
    RETURN NEXT;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION ns_size(ns bigint, cap int) RETURNS bigint
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM guard(ns);
  RETURN (SELECT count(*) FROM (SELECT FROM unit_vector t WHERE t.current AND t.namespace_id = ns LIMIT cap) x);
END $$;
