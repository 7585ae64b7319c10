"""One line of what `make bench` prints, and how spreads of times are told."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table; `met` is None where there is no target."""

    what: str
    figure: str
    target: str = ""
    met: bool | None = None


def show(row: Row) -> str:
    """The row as a line; a target that is missed says so."""
    verdict = "" if row.met is None else "met" if row.met else "MISSED"
    return f"{row.what:<58}{row.figure:<58}{row.target:<34}{verdict}".rstrip()


def timed(run: Callable[[], object]) -> float:
    """Seconds that it took."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds, and of how many."""
    ranked = sorted(seconds)
    return {
        "p50_ms": round(1000 * statistics.median(ranked), 2),
        "p95_ms": round(1000 * ranked[int(0.95 * (len(ranked) - 1))], 2),
        "times": len(ranked),
    }


def told(found: dict[str, float]) -> str:
    """A spread in words."""
    return f"p50 {found['p50_ms']} ms, p95 {found['p95_ms']} ms"
