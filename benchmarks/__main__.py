"""`make bench`: what SPEC 13 asks for, as far as it is built; prints one table, writes JSON, draws a picture.

Ratios are taken in one run, side by side. A target that is missed is printed as missed. Sets that are kept outside the
repository (`../shared/data`, or HINDSIGHT_BENCH_DATA) are read in place; without them their rows say so. Each store is
measured by a process of its own, because Django keeps to one database.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from benchmarks import console_pages, over_http, picture, recalling, reviewing
from benchmarks.machine import machine, moment
from benchmarks.stores import MARK, open_store
from benchmarks.table import Row, show

OUT: Final = Path("build") / "bench.json"
PICTURE: Final = Path("docs") / "images" / "latency.svg"
SIZES: Final = (1_000, 10_000, 100_000)
PARTS: Final = {
    "pii_zh": "pii",
    "injections": "injections",
    "context": "context",
    "longmemeval": "quality.longmemeval",
    "personas": "quality.personas",
    "precision": "quality.precision",
    "kvpi": "quality.kvpi",
    "cues": "quality.cues",
    "batch-write": "batch_write",
}
"""Part: its module in this package, which has `figures` and `rows`."""
STORES: Final = ("recall", "http", "review", "console")


def kept_or_built(kept: list[Path], largest: int, folder: Path) -> Iterator[Path]:
    """Stores to measure, the smallest first; what is built here is removed when it has been measured."""
    if kept:
        yield from sorted((path.absolute() for path in kept), key=lambda path: int(_built(path)["units"]))
        return
    layouts = [("one", size) for size in (*SIZES, largest) if size <= largest] + [("many", largest)]
    for layout, size in dict.fromkeys(layouts):
        store = folder / f"{layout}-{size}"
        print(f"building a store of {size:,} ({layout}) ...", file=sys.stderr, flush=True)
        _run("stores", "--units", str(size), "--layout", layout, "--keep", str(store))
        yield store
        subprocess.run(["rm", "-rf", str(store)], check=True)


def _built(store: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((store / MARK).read_text(encoding="utf-8"))
    return found


def _run(module: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", f"benchmarks.{module}", *arguments], check=True, stdout=subprocess.DEVNULL)


def of_stores(
    asked: argparse.Namespace, folder: Path
) -> Iterator[tuple[str, str, dict[str, Any], Callable[[dict[str, Any]], Iterator[Row]]]]:
    """(part, store, figures, how to show them) of each store; over HTTP,
    reviewed and in the console where 100,000 units or more are in one."""
    for store in kept_or_built(asked.store, 1_000_000 if asked.large else asked.units, folder):
        built = _built(store)
        for part, module in zip(STORES, (recalling, over_http, reviewing, console_pages), strict=True):
            if not wanted(part, asked) or (part != "recall" and (built["units"] < 100_000 or built["layout"] != "one")):
                continue
            written = folder / "figures.json"
            _run(module.__name__.rpartition(".")[2], "--store", str(store), "--json", str(written))
            yield part, f"{built['layout']} {built['units']}", json.loads(written.read_text()), module.rows


def wanted(part: str, asked: argparse.Namespace) -> bool:
    return not asked.only or part in asked.only


@contextmanager
def throw_away() -> Iterator[Path]:
    """A folder that the database server's account may pass through."""
    with tempfile.TemporaryDirectory(prefix="hindsight-bench-", dir="/tmp") as folder:
        os.chmod(folder, 0o711)
        yield Path(folder)


def of_parts(asked: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any], Callable[[Any], Iterator[Row]]]]:
    """(part, figures, how to show them) of the parts that run in this process; a database is open."""
    for name, place in PARTS.items():
        if not wanted(name, asked):
            continue
        module = import_module(f"benchmarks.{place}")
        try:
            found = module.figures(asked.into) if name == "batch-write" else module.figures()
        except FileNotFoundError as missing:
            yield name, {"missing": Path(str(missing.filename)).name}, nothing
        else:
            yield name, found, module.rows


def nothing(found: dict[str, Any]) -> Iterator[Row]:
    yield Row(f"not measured: {found['missing']} is not there", "")


def say(rows: Iterator[Row]) -> None:
    for row in rows:
        print(show(row), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--units", type=int, default=SIZES[-1], help="units of the largest store")
    parser.add_argument("--large", action="store_true", help="a million units in the largest store")
    parser.add_argument("--store", type=Path, nargs="+", default=[], metavar="DIR", help="kept stores, none is built")
    parser.add_argument("--into", type=int, default=100_000, help="units that batches are written among")
    parser.add_argument("--only", nargs="+", default=[], choices=[*STORES, *PARTS], help="these parts alone")
    parser.add_argument("--picture", type=Path, default=PICTURE)
    asked = parser.parse_args()
    report: dict[str, Any] = {
        "machine": machine(),
        "begun": moment(),
        "recall": {},
        "http": {},
        "review": {},
        "console": {},
    }
    print(show(Row("what", "figure", "target")))
    largest: dict[str, Any] = {}
    with throw_away() as folder:
        if any(wanted(part, asked) for part in STORES):
            for part, store, found, rows in of_stores(asked, folder):
                report[part][store] = found
                say(rows(found))
                largest = found if part == "recall" and found["layout"] == "one" else largest
        if any(wanted(part, asked) for part in PARTS):
            with open_store(folder / "parts"):
                for name, found, rows in of_parts(asked):
                    report[name] = found
                    say(rows(found))
    report["ended"] = moment()
    print("\n".join(recalling.plans(largest)))
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    drawn = picture.draw(list(report["recall"].values()), asked.picture)
    print(f"written to {OUT}{f' and {asked.picture}' if drawn else ''}; {report['machine']}; {report['ended']}")


if __name__ == "__main__":
    main()
