"""Alternatives to the draft schema, and the cost of writing: run after measure.py, it changes the data.

python -m benchmarks.shape.measure_writes postgresql://superuser@/db?host=/socket --parts alternatives writes
"""

from __future__ import annotations

import json
import time
from functools import partial

import numpy as np

from benchmarks.shape.load import prepare, send, v7
from benchmarks.shape.measure import OWNER, TABLES, Bench, hashes, run_parts

MAKE = """
DROP TABLE IF EXISTS terms_text, terms_ts, df, key_bigint, common_term;
CREATE TABLE terms_text AS
  SELECT id AS unit_id, namespace_id, string_to_array(value, ' ') AS words, true AS current FROM unit;
CREATE TABLE terms_ts AS
  SELECT unit_id, namespace_id, array_to_tsvector(words) AS words, true AS current FROM terms_text;
CREATE TABLE df AS SELECT h, count(*)::int AS n FROM terms, unnest(terms) h GROUP BY h;
CREATE TABLE key_bigint AS SELECT namespace_id, row_number() OVER () AS id FROM unit;
CREATE TABLE common_term (h bigint PRIMARY KEY, n int NOT NULL);
SET maintenance_work_mem = '1GB';
"""
INDEXES = (
    "CREATE INDEX terms_text_gin ON terms_text USING gin (words) WHERE current",
    "CREATE INDEX terms_ts_gin ON terms_ts USING gin (words) WHERE current",
    "CREATE UNIQUE INDEX df_key ON df (h) INCLUDE (n)",
    "CREATE UNIQUE INDEX bigint_key ON key_bigint (id)",
    "CREATE INDEX bigint_ns ON key_bigint (namespace_id, id)",
    "ANALYZE terms_text, terms_ts, df",
    "ANALYZE terms",
)
SIZES = """
SELECT json_object_agg(relname, round(pg_relation_size(oid) / 1e6, 1)) FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND relpages > 9
"""
FILL = """INSERT INTO common_term
SELECT DISTINCT ON (e) e, f * c.reltuples FROM pg_stats s JOIN pg_class c ON c.oid = 'terms'::regclass,
  unnest(s.most_common_elems::text::bigint[], s.most_common_elem_freqs) x(e, f)
WHERE s.tablename = 'terms' AND s.attname = 'terms' AND e IS NOT NULL
"""
COUNT = """INSERT INTO df SELECT h, count(*) FROM
  (SELECT terms FROM terms WHERE namespace_id = 1 OFFSET {} LIMIT 1000) t, unnest(terms) h
GROUP BY h ORDER BY h ON CONFLICT (h) DO UPDATE SET n = df.n + excluded.n
"""


def alternatives(b: Bench) -> None:
    """Lexical terms as text[] and as tsvector; tables of document frequencies; sizes of keys."""
    b.db.execute(MAKE)
    for sql in INDEXES:
        b.run(sql)
    for ns in (1, 2, 20):
        for word in (50_000, 5_000, 500, 50, 0):
            matches = {
                "terms": f"terms && ARRAY[{hashes(ns, word)[0]}]",
                "terms_text": f"words && ARRAY['w{word:05d}']",
                "terms_ts": f"words @@ 'w{word:05d}'",
            }
            for table, match in matches.items():
                sql = f"SELECT unit_id FROM {table} WHERE current AND namespace_id = {ns} AND {match} LIMIT 1000"
                role = OWNER if table == "terms" else "postgres"
                b.time(f"{table}, word {word}, ns={ns}, no RLS", sql, [()] * 20, role=role)
    b.run(FILL)
    print(json.dumps({"what": "sizes in MB", **b.value(SIZES)}), flush=True)
    six = [(hashes(1, 3, 50, 500, 5_000, 20_000, 50_000),)] * 100
    for table in ("df", "common_term"):
        b.time(f"{table}, six terms", f"SELECT h, n FROM {table} WHERE h = ANY (%s)", six, role="postgres")
    for batch in range(3):
        b.run(COUNT.format(batch * 5000))


def writes(b: Bench) -> None:
    """Updates, flips, inserts with composite, plain and no foreign keys, VACUUM."""
    b.db.execute(
        "CREATE TEMP TABLE pick AS SELECT id FROM unit WHERE namespace_id = 1 ORDER BY md5(id::text) LIMIT 13000;"
        "ALTER TABLE unit_vector ADD COLUMN IF NOT EXISTS confidence real NOT NULL DEFAULT 0.5"
    )
    b.run("UPDATE unit SET confidence = 0.4 WHERE id IN (SELECT id FROM pick LIMIT 10000)")
    b.run("UPDATE unit SET state = 'held' WHERE id IN (SELECT id FROM pick LIMIT 10000)")
    b.run("UPDATE unit_vector SET confidence = 0.4 WHERE unit_id IN (SELECT id FROM pick LIMIT 1000)")
    for flag in ("false", "true"):
        some = "(SELECT id FROM pick OFFSET 10000 LIMIT 1000)"
        b.run(f"UPDATE unit_vector SET current = {flag} WHERE unit_id IN {some}")
    rng = np.random.default_rng(int(time.time()))
    keys = {
        "composite": "(namespace_id, unit_id) REFERENCES unit (namespace_id, id)",
        "plain": "(unit_id) REFERENCES unit (id)",
        "none": "",
    }
    for kind, key in keys.items():
        for table, name in (("unit_vector", "vector_unit"), ("terms", "terms_unit")):
            b.db.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")
            if key:
                b.db.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY {key} NOT VALID")
        for batch in range(3):
            ids = v7(100_000_000 + int(rng.integers(0, 1 << 30)), 1000, rng)
            made = prepare(ids, np.full(1000, 1, np.int64), rng, b.smooth)
            b.once(f"insert 1,000 units in three tables, {kind} keys ({batch})", partial(insert, b, made))
    for table in TABLES:
        b.run(f"VACUUM {table}")
    b.run("VACUUM (INDEX_CLEANUP ON) unit_vector")


def insert(b: Bench, made: tuple[str, str, bytes]) -> None:
    """One batch, one transaction."""
    with b.db.transaction():
        send(b.db, made)


if __name__ == "__main__":
    run_parts(__doc__, {"alternatives": alternatives, "writes": writes})
