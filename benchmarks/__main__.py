"""`make bench`: what SPEC 13 asks for, as far as it is built, on a store of its own; prints a table, writes JSON.

Ratios are taken in one run, side by side. A target that is missed is printed as missed. Sets that are kept outside the
repository (`../shared/data`, or HINDSIGHT_BENCH_DATA) are read in place; without them their rows say so.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OUT = Path("build") / "bench.json"


@dataclass(frozen=True)
class Row:
    """One line of the table; `met` is None where there is no target."""

    what: str
    figure: str
    target: str = ""
    met: bool | None = None


def searching(found: dict[str, Any]) -> Iterator[Row]:
    size = f"{found['units']:,} units"
    for name in ("query_embedding", "nearest_alone", "search_vector_ready"):
        yield Row(f"{name.replace('_', ' ')}, {size}", "p50 {p50_ms} ms, p95 {p95_ms} ms".format(**found[name]))
    less = found["search_minus_nearest_p50_ms"]
    yield Row("search less nearest, p50", f"{less} ms", "8 ms (at 100,000)", less <= 8)


def batch_writing(found: dict[str, Any]) -> Iterator[Row]:
    ratio, (low, high) = found["batch_write_over_embedder"], found["lowest_and_highest_of_the_rounds"]
    yield Row("embedder alone", f"{found['embedder_per_second']} statements/s")
    yield Row(f"batch write into {found['units']:,}", f"{found['batch_write_per_second']} statements/s")
    yield Row("batch write over the embedder", f"{ratio} ({low} to {high})", "0.8 (into 100,000)", ratio >= 0.8)


def personal_data(found: dict[str, Any]) -> Iterator[Row]:
    met = found["recall"] >= 0.95 and found["precision"] >= 0.95
    yield Row("pii_zh, five kinds", "recall {recall}, precision {precision}".format(**found), "0.95 and 0.95", met)


def injections(found: dict[str, Any]) -> Iterator[Row]:
    first, now = found["first"]["public, second half"], found["injections"]
    blind = first["held"] / first["of"]
    yield Row("injections held, half not read, at first sight", f"{blind:.3f}", "0.80", blind >= 0.8)
    yield Row("the same today (its counts were worked towards)", f"{now['public, second half']['share']:.3f}", "0.80")
    yield Row("all public injections today", f"{now['public, all']['share']:.3f}", "0.80")
    facts = found["false alarms"]["all ordinary facts"]["share"]
    orders = found["false alarms"]["directives of their user"]["share"]
    yield Row("false alarms: facts, own directives", f"{facts:.4f}, {orders:.4f}", "0.01", max(facts, orders) <= 0.01)


def contexts(found: dict[str, Any]) -> Iterator[Row]:
    for name, row in found.items():
        figure = "{share_median} of the tokens, key sentence {sentence_kept}, answer {answer_kept}".format(**row)
        yield Row(f"context, {name}", figure, "at most 0.35", row["share_median"] <= 0.35)


def measured(
    units: int, into: int, only: Collection[str]
) -> Iterator[tuple[str, dict[str, Any], Callable[[dict[str, Any]], Iterator[Row]]]]:
    """(part, figures, how to show them) of each part; the ones that need no store first."""
    from benchmarks import batch_write, context, pii
    from benchmarks import injections as poison
    from benchmarks import searching as search

    for name, figures, show in (
        ("pii_zh", pii.figures, personal_data),
        ("injections", poison.figures, injections),
        ("context", context.figures, contexts),
        ("search", lambda: search.figures(units), searching),
        ("batch-write", lambda: batch_write.figures(into), batch_writing),
    ):
        if only and name not in only:
            continue
        try:
            yield name, figures(), show
        except FileNotFoundError as missing:
            yield name, {"missing": Path(str(missing.filename)).name}, nothing


def nothing(found: dict[str, Any]) -> Iterator[Row]:
    yield Row(f"not measured: {found['missing']} is not there", "")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--units", type=int, default=2000, help="units that searches are measured among")
    parser.add_argument("--into", type=int, default=100_000, help="units that batches are written among")
    parser.add_argument("--only", nargs="+", default=[], metavar="PART", help="these parts alone, such as: batch-write")
    asked = parser.parse_args()
    from hindsight_site.data_dir import open_data_dir
    from hindsight_site.embedded.instance import database_for_a_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")
    report: dict[str, Any] = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    }
    with tempfile.TemporaryDirectory(prefix="hindsight-bench-", dir="/tmp") as folder:
        os.chmod(folder, 0o711)
        os.environ["DATA_DIR"] = folder
        with database_for_a_command(open_data_dir(Path(folder))):
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            print(f"{'what':<50}{'figure':<58}{'target':<22}")
            for name, found, show in measured(asked.units, asked.into, asked.only):
                report[name] = found
                for row in show(found):
                    verdict = "" if row.met is None else "met" if row.met else "MISSED"
                    print(f"{row.what:<50}{row.figure:<58}{row.target:<22}{verdict}", flush=True)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(report, indent=2) + "\n")
    print(f"written to {OUT}; {report['machine']}")


if __name__ == "__main__":
    main()
