"""Fill an empty PostgreSQL database with the draft schema at a chosen size.

    python -m benchmarks.shape.load postgresql://superuser@/db?host=/socket --rows 1000000

Rows of all namespaces are interleaved in time order, as a live store has them. Vectors are clustered
(5,000 centres, noise of 64 latent dimensions), words follow a flattened Zipf law. Seeds are fixed.
Prints one JSON line for each step. The URL must be a superuser's on an EMPTY database to throw away.
"""

from __future__ import annotations

import argparse
import json
import time
import uuid
from collections.abc import Iterator

import numpy as np
import psycopg

DIM = 384
CENTRES = 5_000
LATENT = 64
VOCABULARY = 200_000
WORDS = 18
START_MS = 1_735_689_600_000
SIZES = {1: 0.5, 2: 0.1, 3: 0.05, 4: 0.02, 5: 0.01, 6: 0.005, 7: 0.002}
SMALL = 400  # rows of each namespace from id 8 on

SCHEMA = """
CREATE EXTENSION IF NOT EXISTS vector;
DO $$ BEGIN CREATE ROLE hindsight_owner NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE hindsight_app NOLOGIN NOBYPASSRLS; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
GRANT CREATE, USAGE ON SCHEMA public TO hindsight_owner;
GRANT USAGE ON SCHEMA public TO hindsight_app;
SET ROLE hindsight_owner;
CREATE TABLE namespace (id bigint PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE unit (id uuid NOT NULL, namespace_id bigint NOT NULL, value text NOT NULL,
  subject text, attribute text, state text NOT NULL, confidence real NOT NULL,
  occurred_at timestamptz NOT NULL, expires_at timestamptz,
  tags text[] NOT NULL) WITH (fillfactor = 85);
CREATE TABLE unit_vector (unit_id uuid NOT NULL, namespace_id bigint NOT NULL, content_version int NOT NULL,
  space_id smallint NOT NULL, embedding halfvec NOT NULL, current boolean NOT NULL);
CREATE TABLE terms (unit_id uuid NOT NULL, namespace_id bigint NOT NULL, terms bigint[] NOT NULL,
  current boolean NOT NULL);
RESET ROLE;
"""

KEY = "FOREIGN KEY (namespace_id, unit_id) REFERENCES unit (namespace_id, id)"
INDEXES = [
    "ALTER TABLE unit ADD PRIMARY KEY (id)",
    "ALTER TABLE unit ADD UNIQUE (namespace_id, id)",
    "ALTER TABLE unit ADD FOREIGN KEY (namespace_id) REFERENCES namespace (id)",
    "CREATE INDEX unit_subject ON unit (namespace_id, subject, attribute) WHERE state = 'active'",
    "CREATE INDEX unit_tags ON unit USING gin (tags)",
    "ALTER TABLE unit_vector ADD UNIQUE (unit_id, content_version)",
    f"ALTER TABLE unit_vector ADD CONSTRAINT vector_unit {KEY}",
    "CREATE INDEX vector_ns ON unit_vector (namespace_id) WHERE current",
    "ALTER TABLE terms ADD PRIMARY KEY (unit_id)",
    f"ALTER TABLE terms ADD CONSTRAINT terms_unit {KEY}",
    "CREATE INDEX terms_gin ON terms USING gin (terms) WHERE current",
    "ALTER TABLE terms ALTER terms SET STATISTICS 1000",
    "VACUUM ANALYZE",
    "CREATE INDEX vector_hnsw ON unit_vector USING hnsw ((embedding::halfvec(384)) halfvec_ip_ops)"
    " WHERE current AND space_id = 1",
]


def step(name: str, started: float, **more: object) -> None:
    """Print what a step took."""
    print(json.dumps({"step": name, "seconds": round(time.perf_counter() - started, 2), **more}), flush=True)


def namespaces(rows: int, rng: np.random.Generator) -> np.ndarray:
    """The namespace of every row, shuffled: a few of known share, the rest in small ones."""
    parts = [np.full(int(rows * share), ns, np.int64) for ns, share in SIZES.items()]
    rest = rows - sum(len(part) for part in parts)
    parts.append(8 + np.arange(rest, dtype=np.int64) // SMALL)
    joined = np.concatenate(parts)
    rng.shuffle(joined)
    return joined


def v7(first: int, count: int, rng: np.random.Generator) -> list[uuid.UUID]:
    """Time-ordered ids, 25 ms apart, in the layout of UUID version 7."""
    noise = rng.integers(0, 1 << 62, count, dtype=np.int64)
    return [
        uuid.UUID(
            int=(START_MS + 25 * (first + i)) << 80 | 7 << 76 | (first + i) % 4096 << 64 | 2 << 62 | int(noise[i])
        )
        for i in range(count)
    ]


def vectors(count: int, rng: np.random.Generator, smooth: bool = False) -> np.ndarray:
    """Clustered unit vectors; the centres and the latent basis are the same for every caller.

    By default the centres are far apart (hard for HNSW beyond one cluster); `smooth` puts them into the
    latent space too.
    """
    fixed = np.random.default_rng(7)
    centres = fixed.standard_normal((CENTRES, DIM), dtype=np.float32)
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    basis = fixed.standard_normal((LATENT, DIM), dtype=np.float32) / np.sqrt(LATENT * DIM)
    if smooth:
        centres = fixed.standard_normal((CENTRES, LATENT), dtype=np.float32) @ basis
    made = centres[rng.integers(0, CENTRES, count)]
    made += 0.8 * rng.standard_normal((count, LATENT), dtype=np.float32) @ basis
    made += 0.1 / np.sqrt(DIM) * rng.standard_normal((count, DIM), dtype=np.float32)
    unit: np.ndarray = made / np.linalg.norm(made, axis=1, keepdims=True)
    return unit


def words(count: int, rng: np.random.Generator) -> np.ndarray:
    """Word numbers, 18 a row: the commonest is in about a fifth of the rows, as after stop words."""
    law = np.cumsum((np.arange(VOCABULARY) + 10.0) ** -1.05)
    return np.searchsorted(law / law[-1], rng.random((count, WORDS))).astype(np.int64)


def term_hash(ns: np.ndarray, word: np.ndarray) -> np.ndarray:
    """A 64-bit hash of (namespace, word): splitmix64."""
    mixed = (ns.astype(np.uint64) << np.uint64(32)) ^ word.astype(np.uint64)
    with np.errstate(over="ignore"):
        mixed = mixed * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    final: np.ndarray = (mixed ^ (mixed >> np.uint64(31))).view(np.int64)
    return final


VECTOR_ROW = np.dtype([
    ("fields", ">i2"), ("l1", ">i4"), ("unit", "V16"), ("l2", ">i4"), ("ns", ">i8"),
    ("l3", ">i4"), ("version", ">i4"), ("l4", ">i4"), ("space", ">i2"),
    ("l5", ">i4"), ("dim", ">i2"), ("unused", ">i2"), ("half", ">u2", (DIM,)),
    ("l6", ">i4"), ("current", "i1"),
])  # fmt: skip


def vector_rows(ids: list[uuid.UUID], ns: np.ndarray, made: np.ndarray) -> bytes:
    """Rows of the vector table in the binary format of COPY, without its header and trailer."""
    out = np.zeros(len(ids), VECTOR_ROW)
    out["fields"], out["l1"], out["l2"], out["l3"], out["l4"], out["l5"], out["l6"] = (
        6,
        16,
        8,
        4,
        2,
        4 + 2 * DIM,
        1,
    )
    out["unit"] = np.frombuffer(b"".join(i.bytes for i in ids), "V16")
    out["ns"], out["version"], out["space"], out["dim"], out["current"] = ns, 1, 1, DIM, 1
    out["half"] = made.astype(np.float16).view(np.uint16)
    return out.tobytes()


COPY_UNIT = "COPY unit FROM STDIN"
COPY_TERMS = "COPY terms FROM STDIN"
COPY_VECTOR = (
    "COPY unit_vector (unit_id, namespace_id, content_version, space_id, embedding, current) FROM STDIN (FORMAT binary)"
)


def text_rows(
    ids: list[uuid.UUID], ns: np.ndarray, word: np.ndarray, rng: np.random.Generator
) -> Iterator[tuple[str, str]]:
    """Each row as lines of COPY for `unit` and `terms`. Tag t1 is on 0.1 % of rows, t10 1 %, t100 10 %."""
    hashes = term_hash(ns[:, None], word)
    chance, confidence, person = rng.random(len(ids)), rng.random(len(ids)), rng.integers(0, 2000, len(ids))
    for i, unit in enumerate(ids):
        tags = ",".join(name for name, share in (("t1", 0.001), ("t10", 0.01), ("t100", 0.1)) if chance[i] < share)
        value = " ".join(f"w{w:05d}" for w in word[i])
        expires = "2027-12-01" if confidence[i] < 0.1 else r"\N"
        yield (
            f"{unit}\t{ns[i]}\t{value}\tuser{person[i]}\tattr{person[i] % 37}\tactive"
            f"\t{0.2 + 0.8 * confidence[i]:.3f}\t2026-01-01\t{expires}\t{{{tags}}}\n",
            f"{unit}\t{ns[i]}\t{{{','.join(map(str, set(hashes[i].tolist())))}}}\tt\n",
        )


def prepare(
    ids: list[uuid.UUID], ns: np.ndarray, rng: np.random.Generator, smooth: bool = False
) -> tuple[str, str, bytes]:
    """What COPY needs for one batch: lines of `unit`, lines of `terms`, bytes of `unit_vector`."""
    pairs = list(text_rows(ids, ns, words(len(ids), rng), rng))
    made = vector_rows(ids, ns, vectors(len(ids), rng, smooth))
    return (
        "".join(p[0] for p in pairs),
        "".join(p[1] for p in pairs),
        b"PGCOPY\n\xff\r\n\0" + bytes(8) + made + b"\xff\xff",
    )


def send(db: psycopg.Connection, batch: tuple[str, str, bytes]) -> None:
    """COPY one prepared batch into the three tables."""
    unit, terms, vector = batch
    data: str | bytes
    for statement, data in ((COPY_UNIT, unit), (COPY_TERMS, terms), (COPY_VECTOR, vector)):
        with db.cursor().copy(statement) as copy:
            copy.write(data)


def main() -> None:
    """Create, fill, index."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--memory", default="2GB", help="maintenance_work_mem")
    parser.add_argument("--workers", type=int, default=2, help="parallel maintenance workers")
    parser.add_argument("--smooth", action="store_true", help="vectors whose clusters overlap")
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    ns = namespaces(args.rows, rng)
    with psycopg.connect(args.url, autocommit=True) as db:
        db.execute(SCHEMA)
        db.execute("INSERT INTO namespace SELECT i, 'ns' || i FROM generate_series(1, %s::bigint) i", [int(ns.max())])
        started = time.perf_counter()
        for first in range(0, args.rows, 20_000):
            part = ns[first : first + 20_000]
            send(db, prepare(v7(first, len(part), rng), part, rng, args.smooth))
        step("copy", started, rows=args.rows)
        db.execute(f"SET maintenance_work_mem = '{args.memory}'")
        db.execute(f"SET max_parallel_maintenance_workers = {args.workers}")
        for statement in INDEXES:
            started = time.perf_counter()
            db.execute(statement)
            step(statement[:70], started)


if __name__ == "__main__":
    main()
