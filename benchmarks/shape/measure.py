"""Measure the draft schema that load.py filled.

    python -m benchmarks.shape.measure postgresql://superuser@/db?host=/socket --parts dense lexical ...

Each timed statement runs warm in a transaction of its own, after SET LOCAL ROLE and set_config, on one
local connection; parameters are bound in the client, as Django does. Only the statement is timed, with its
round trip. Prints one JSON line a measurement: n, p50 and p95 in milliseconds. What changes the data is in
measure_writes.py.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import psycopg

from benchmarks.shape.load import term_hash, vectors

ALLOWED = "nullif(current_setting('hindsight.namespaces', true), '')"
POLICIES = {
    "array": f"namespace_id = ANY (coalesce({ALLOWED}, '{{}}')::bigint[])",
    "single": f"namespace_id = {ALLOWED}::bigint",
    "array_subselect": f"namespace_id = ANY (ARRAY(SELECT unnest(coalesce({ALLOWED}, '{{}}')::bigint[])))",
    "single_subselect": f"namespace_id = (SELECT {ALLOWED}::bigint)",
}
TABLES = ("unit", "unit_vector", "terms")
WHERE = "FROM unit_vector WHERE namespace_id = %s AND current AND space_id = 1"
HNSW = f"SELECT unit_id {WHERE} ORDER BY (embedding::halfvec(384)) <#> %s::halfvec(384) LIMIT 50"
EXACT = f"SELECT unit_id {WHERE} ORDER BY embedding <#> %s::halfvec LIMIT 50"
FORCE = "SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off"
SCAN = f"{FORCE}; SET LOCAL hnsw.iterative_scan = %s; SET LOCAL hnsw.ef_search = %s"
INDEXES = ("vector_hnsw", "vector_ns", "terms_gin", "Seq Scan", "unit_tags", "unit_pkey")
APP, OWNER = "hindsight_app", "hindsight_owner"
Params = Sequence[Sequence[Any]]


def hashes(ns: int, *numbers: int) -> list[int]:
    """The term hashes of these words in a namespace."""
    return [int(h) for h in term_hash(np.full(len(numbers), ns), np.array(numbers))]


class Bench:
    """One connection, and how to time things on it."""

    def __init__(self, url: str, smooth: bool = False) -> None:
        self.db = psycopg.connect(url, autocommit=True, cursor_factory=psycopg.ClientCursor)
        functions = Path(__file__).with_name("functions.sql").read_text()
        self.db.execute(f"SET ROLE hindsight_owner; {functions} RESET ROLE")
        made = vectors(200, np.random.default_rng(99), smooth)
        self.queries = ["[" + ",".join(f"{x:.5f}" for x in row) + "]" for row in made]
        self.smooth = smooth

    def policy(self, form: str) -> None:
        """Put one form of the policy on every table."""
        for table in TABLES:
            self.db.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
            self.db.execute(f"DROP POLICY IF EXISTS tenant ON {table}")
            self.db.execute(f"CREATE POLICY tenant ON {table} USING ({POLICIES[form]})")
            self.db.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO hindsight_app")

    def time(
        self,
        name: str,
        sql: str,
        params: Params,
        ns: int = 1,
        role: str = APP,
        setup: str = "",
        single: bool = False,
        truth: list[set[Any]] | None = None,
    ) -> list[set[Any]]:
        """Time `sql` once for each parameter tuple; return the sets of first columns."""
        took, found, plan = [], [], ""
        for i, values in enumerate([*params[:2], *params]):
            with self.db.transaction():
                self.db.execute(f"SET LOCAL ROLE {role}; {setup}")
                self.db.execute(
                    "SELECT set_config('hindsight.namespaces', %s, true)",
                    [str(ns) if single else f"{{{ns}}}"],
                )
                if i == 0:
                    plan = "\n".join(r[0] for r in self.db.execute("EXPLAIN " + sql, values))
                started = time.perf_counter()
                rows = self.db.execute(sql, values).fetchall()
                elapsed = time.perf_counter() - started
            if i >= 2:
                took.append(1000 * elapsed)
                found.append({row[0] for row in rows})
        line: dict[str, object] = {"what": name, "n": len(took), "p50": round(statistics.median(took), 2)}
        line["p95"] = round(float(np.percentile(took, 95)), 2)
        line["rows"] = round(statistics.mean(map(len, found)), 1)
        line["plan"] = [index for index in INDEXES if index in plan]
        if truth:
            shares = [len(a & b) / max(1, len(b)) for a, b in zip(found, truth, strict=True)]
            line["recall"] = round(statistics.mean(shares), 3)
        print(json.dumps(line), flush=True)
        return found

    def once(self, name: str, act: Callable[[], object]) -> None:
        """Time one action and the WAL it wrote."""
        before = self.value("SELECT pg_current_wal_insert_lsn()")
        started = time.perf_counter()
        act()
        took = 1000 * (time.perf_counter() - started)
        wal = float(self.value("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), %s)", before)) / 1e6
        print(json.dumps({"what": name, "n": 1, "ms": round(took, 1), "wal_mb": round(wal, 2)}), flush=True)

    def run(self, sql: str) -> None:
        """Time one statement, named by itself."""
        self.once(sql[:90], lambda: self.db.execute(sql))

    def value(self, sql: str, *params: object) -> Any:
        """The first column of the first row."""
        row = self.db.execute(sql, params).fetchone()
        return row[0] if row else None


def dense(b: Bench) -> None:
    """Exact against HNSW, by size of namespace, with recall."""
    b.policy("array")
    for ns in (1, 2, 3, 4, 5, 6, 7, 20):
        size = b.value("SELECT count(*) FROM unit_vector WHERE namespace_id = %s AND current", ns)
        few = [(ns, q) for q in b.queries[: 20 if ns <= 2 else 50]]
        truth = b.time(f"exact ns={size}", EXACT, few, ns)
        b.time(f"exact, owner, ns={size}", EXACT, few, ns, role=OWNER)
        b.time(f"planner's choice ns={size}", HNSW, few, ns, truth=truth)
        b.time(f"capped count 20000 ns={size}", "SELECT ns_size(%s, 20000)", [(ns,)] * 50, ns)
        for mode in ("off", "relaxed_order", "strict_order"):
            for ef in (40, 64, 100, 200) if ns <= 2 or mode == "relaxed_order" else (100,):
                name = f"hnsw {mode} ef={ef} ns={size}"
                b.time(name, HNSW, few, ns, setup=SCAN % (mode, ef), truth=truth)
    every = HNSW.replace("namespace_id = %s AND ", "")
    for ef in (40, 64, 100, 200):
        b.time(f"bare hnsw ef={ef}", every, [(q,) for q in b.queries], role=OWNER, setup=SCAN % ("off", ef))
    b.time("exact, cosine ns=2", EXACT.replace("<#>", "<=>"), [(2, q) for q in b.queries[:20]], 2)


def policies(b: Bench) -> None:
    """The cost of each form of the policy for a point look-up, dense, lexical."""
    ids = list(b.db.execute("SELECT id FROM unit WHERE namespace_id = 1 LIMIT 200"))
    for form in ("none", *POLICIES):
        b.policy("array" if form == "none" else form)
        how: dict[str, Any] = {"role": OWNER if form == "none" else APP, "single": form.startswith("single")}
        scan = SCAN % ("relaxed_order", 100)
        b.time(f"{form}: point look-up", "SELECT value FROM unit WHERE id = %s", ids, **how)
        b.time(f"{form}: hnsw, 500k", HNSW, [(1, q) for q in b.queries], setup=scan, **how)
        b.time(f"{form}: exact, 100k", EXACT, [(2, q) for q in b.queries[:20]], 2, **how)
        b.time(f"{form}: exact, 400", EXACT, [(20, q) for q in b.queries[:50]], 20, **how)
        find = "FROM terms WHERE current AND terms && ARRAY[%s]::bigint[]"
        rare, middle, common = hashes(1, 50_000, 500, 3)
        b.time(f"{form}: rare word", f"SELECT unit_id {find} LIMIT 1000", [(rare,)] * 20, **how)
        b.time(f"{form}: middle word", f"SELECT unit_id {find} LIMIT 1000", [(middle,)] * 20, **how)
        b.time(f"{form}: count a common word", f"SELECT count(*) {find}", [(common,)] * 5, **how)


def lexical(b: Bench) -> None:
    """The lexical arm inside SECURITY DEFINER functions, and ways to document frequencies."""
    b.policy("array")
    for ns, total in ((1, 500_000), (2, 100_000), (20, 400)):
        for word in (50_000, 5_000, 500, 50, 0):
            one = [(ns, hashes(ns, word))] * 50
            b.time(f"hits of word {word} ns={ns}", "SELECT * FROM lexical_hits(%s, %s)", one, ns)
        six = hashes(ns, 3, 50, 500, 5_000, 20_000, 50_000)
        scan = "SELECT * FROM lexical_scan(%s, %s, %s::real[])"
        b.time(f"score all six terms ns={ns}", scan, [(ns, six, [1, 2, 3, 4, 5, 6])] * 20, ns)
        b.time(f"score the four rarest ns={ns}", scan, [(ns, six[2:], [3, 4, 5, 6])] * 50, ns)
        for cap in (1000, 3000):
            capped: Params = [(ns, six, total, cap)] * 50
            b.time(f"one pass, cap {cap} ns={ns}", "SELECT * FROM lexical_onepass(%s, %s, %s, %s)", capped, ns)
            b.time(f"df capped {cap} ns={ns}", "SELECT * FROM df_capped(%s, %s, %s)", [(ns, six, cap)] * 50, ns)
        for how in ("stats", "explain"):
            b.time(f"df from {how} ns={ns}", f"SELECT * FROM df_{how}(%s, %s)", [(ns, six)] * 50, ns)


def joins(b: Bench) -> None:
    """Fifty candidates joined with their units; a filter of 0.1 %; advisory locks."""
    b.policy("array")
    keep = "u.state = 'active' AND (u.expires_at IS NULL OR u.expires_at > now()) AND u.confidence >= 0.3"
    narrow = [(1, q) for q in b.queries[:20]]
    fifty = [(list(found),) for found in b.time("exact, 500k", EXACT, narrow)] * 5
    join = f"SELECT u.* FROM unit u WHERE u.id = ANY (%s) AND {keep}"
    b.time("join 50 ids with unit", join, fifty)
    b.time("join 50 ids with unit, and tags", join + " AND u.tags && '{t100}'", fifty)
    exact = (
        f"WITH f AS MATERIALIZED (SELECT u.id FROM unit u WHERE u.namespace_id = %s AND u.tags && '{{t1}}' AND {keep})"
        " SELECT v.unit_id FROM f JOIN unit_vector v ON v.unit_id = f.id AND v.current AND v.space_id = 1"
        " ORDER BY v.embedding <#> %s::halfvec LIMIT 50"
    )
    b.time("0.1 % tag, exact, no RLS (GIN on tags)", exact, narrow, role=OWNER)
    b.time("0.1 % tag, exact, RLS", exact, narrow[:5])
    nearest = HNSW.replace("ORDER", "AND unit_id IN (SELECT id FROM unit WHERE tags && '{t1}') ORDER")
    for scan, memory in ((20_000, 1), (200_000, 1), (200_000, 16)):
        setup = SCAN % ("relaxed_order", 200) + "; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off"
        setup += f"; SET LOCAL hnsw.max_scan_tuples = {scan}; SET LOCAL hnsw.scan_mem_multiplier = {memory}"
        b.time(f"0.1 % tag, hnsw, scan {scan}, memory {memory}", nearest, narrow[:10], setup=setup, role=OWNER)
    locks = "SELECT pg_advisory_xact_lock_shared(7, %s), pg_advisory_xact_lock(hashtextextended(%s, 0))"
    b.time("advisory locks, shared + exclusive", locks, [(i, f"s{i}") for i in range(200)])
    b.time("SELECT 1", "SELECT 1", [()] * 200)


def run_parts(about: str | None, parts: dict[str, Callable[[Bench], None]]) -> None:
    """Read the command line and run the parts asked for, in order."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--parts", nargs="+", choices=parts, default=list(parts))
    parser.add_argument("--smooth", action="store_true", help="as for load.py")
    args = parser.parse_args()
    bench = Bench(args.url, args.smooth)
    for part in args.parts:
        parts[part](bench)


if __name__ == "__main__":
    run_parts(__doc__, {"dense": dense, "policies": policies, "lexical": lexical, "joins": joins})
