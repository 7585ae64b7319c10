"""Stores of a chosen size in the real schema, in minutes: what searches are measured among.

    python -m benchmarks.stores --units 100000 --keep /tmp/store100k
    python -m benchmarks --store /tmp/store100k
    python manage.py serve --data-dir /tmp/store100k

Rows go in by COPY as the superuser of the embedded database, without the secondary indexes, which are made again at
the end; terms go in through memories.searchable, so they are what a write makes. `--layout` says who holds the units:
`one` namespace, `many` of 1,000 units each, or `mixed`, where one holds half and the others 500 each.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import numpy as np
import psycopg

MARK: Final = "bench-store.json"
LAYOUTS: Final = ("one", "many", "mixed")
TABLES: Final = ("memoryunit", "vector", "terms", "memoryversion", "evidence")
_CHUNK: Final = 20_000
_SECONDARY: Final = """
    SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
    WHERE i.indrelid = ANY (%s::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
"""


@contextmanager
def open_store(folder: Path) -> Iterator[None]:
    """Django on the database in `folder` (made where there is none), with every migration applied."""
    from hindsight_site.data_dir import open_data_dir
    from hindsight_site.embedded.instance import database_for_a_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")
    os.environ["DATA_DIR"] = str(folder)
    with database_for_a_command(open_data_dir(folder)):
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield


def superuser() -> psycopg.Connection[Any]:
    """A connection that row-level security does not bind, to the embedded database that is open."""
    from django.conf import settings

    from hindsight_site import secrets_folder
    from hindsight_site.data_dir import DataDir
    from hindsight_site.embedded.cluster import SUPERUSER
    from hindsight_site.embedded.provision import url

    secrets = secrets_folder.SecretsFolder(DataDir(settings.DATA_DIR).secrets)
    password = secrets.read_or_make(secrets_folder.SUPERUSER_PASSWORD)
    where = settings.DATABASES["default"]
    return psycopg.connect(url(SUPERUSER, password, Path(where["HOST"]), where["NAME"]), autocommit=True)


def plan_of(layout: str, units: int) -> dict[str, int]:
    """Name of each namespace and how many units it holds."""
    if layout == "one":
        return {"bench": units}
    if layout == "many":
        return {f"bench-{number:04d}": 1000 for number in range(units // 1000)}
    small = {f"bench-{number:04d}": 500 for number in range(units // 2 // 500)}
    return {"bench": units - 500 * len(small), **small}


def build(layout: str, units: int, *, seed: int = 1, memory: str = "2GB") -> dict[str, Any]:
    """Fill the open database; returns what was built and what each step took."""
    from django.utils import timezone

    from memories.namespaces import ensure_namespace

    plan = plan_of(layout, units)
    spaces = {name: ensure_namespace(name).pk for name in plan}
    now = timezone.now()
    counts = {spaces[name]: count for name, count in plan.items()}
    taken = fill(counts, now=now, seed=seed, memory=memory)
    return {"layout": layout, "units": units, "seed": seed, "built_at": now.isoformat(), "seconds": taken}


def fill(counts: dict[int, int], *, now: datetime, seed: int = 1, memory: str = "2GB") -> dict[str, float]:
    """Give each namespace (by id) this many units, interleaved in time; seconds that each step took.

    `memory` is the maintenance_work_mem of the index builds, which take a second time as much in /dev/shm.
    """
    from benchmarks import store_rows
    from benchmarks.store_sources import sources_for

    taken: dict[str, float] = {}
    total = sum(counts.values())
    owners = np.repeat(np.array(list(counts), np.int64), list(counts.values()))
    np.random.default_rng(seed).shuffle(owners)
    with superuser() as db:
        with _step("sources and base vectors", taken):
            sources = {space: sources_for(space, count, now=now) for space, count in counts.items()}
            known = store_rows.bases(min(store_rows.BASES, total), seed)
        db.execute("SET session_replication_role = replica")
        db.execute(f"SET maintenance_work_mem = '{memory}'")
        indexes = db.execute(_SECONDARY, [[f"memories_{table}" for table in TABLES]]).fetchall()
        for name, _ in indexes:
            db.execute(f"DROP INDEX {name}")
        maker = store_rows.Maker(owners, sources, known, now, seed, subjects=max(10, total // 100))
        for chunk in maker.chunks(_CHUNK):
            with _step("units, vectors, versions", taken):
                _copy(db, chunk)
            with _step("terms", taken):
                _terms(chunk)
        for _, definition in indexes:
            with _step("hnsw" if "hnsw" in definition else "other indexes", taken):
                db.execute(definition)
        with _step("vacuum analyze", taken):
            db.execute(f"VACUUM (ANALYZE) {', '.join(f'memories_{table}' for table in (*TABLES, 'source'))}")
        db.execute("SELECT hindsight_refill_common_terms()")
    return taken


def _copy(db: psycopg.Connection[Any], chunk: Any) -> None:
    from benchmarks import store_copy

    with db.transaction():
        store_copy.units(db, chunk.units)
        store_copy.vectors(db, chunk.units, chunk.vectors, chunk.cues)
        store_copy.history(db, chunk.units)


def _terms(chunk: Any) -> None:
    """The terms that a write makes of these units, with one statement a namespace."""
    from memories.searchable import index_units
    from memories.walls import inside

    ordered = sorted(chunk.units, key=lambda unit: unit.namespace_id)
    for space, group in groupby(ordered, key=lambda unit: unit.namespace_id):
        units = list(group)
        for start in range(0, len(units), 2000):
            with inside(space):
                index_units(units[start : start + 2000], None)


@contextmanager
def _step(name: str, taken: dict[str, float]) -> Iterator[None]:
    started = time.perf_counter()
    yield
    taken[name] = round(taken.get(name, 0.0) + time.perf_counter() - started, 1)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stores", description=__doc__.partition("\n")[0])
    parser.add_argument("--units", type=int, default=100_000)
    parser.add_argument("--layout", choices=LAYOUTS, default="one")
    parser.add_argument("--keep", type=Path, required=True, metavar="DIR", help="the data folder to make")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", default="2GB", help="maintenance_work_mem while indexes are built")
    asked = parser.parse_args(arguments)
    folder = asked.keep.absolute()
    if (folder / "postgres").exists():
        parser.error(f"there is a database in {folder} already. What to do: remove it, or name another folder.")
    started = time.perf_counter()
    with open_store(folder):
        built = build(asked.layout, asked.units, seed=asked.seed, memory=asked.memory)
    (folder / MARK).write_text(json.dumps(built, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(built | {"seconds in all": round(time.perf_counter() - started, 1)}, indent=2))


if __name__ == "__main__":
    main()
