"""Latency against the size of a store, drawn from what `make bench` wrote.

python -m benchmarks.picture build/bench.json docs/images/latency.svg
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

LINES: Final = (
    ("search, p50", ("search", "p50_ms"), "#1f5fbf", "-", "o"),
    ("search, p95", ("search", "p95_ms"), "#1f5fbf", ":", "o"),
    ("search, filter of 0.1 %, p50", ("kinds", "tag one-in-1000", "p50_ms"), "#b5541c", "-", "s"),
    ("bare HNSW statement, p50", ("bare", "p50_ms"), "#4a4a4a", "-", "^"),
)


def draw(stores: list[dict[str, Any]], path: Path) -> bool:
    """Write the picture, unless fewer than two sizes were measured; whether it was."""
    sizes = sorted((found for found in stores if found["layout"] == "one"), key=lambda found: int(found["units"]))
    if len({found["units"] for found in sizes}) < 2:
        return False
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import FuncFormatter, LogLocator

    mpl.rcParams |= {"svg.hashsalt": "hindsight", "svg.fonttype": "path", "font.size": 11}
    figure, axes = plt.subplots(figsize=(9, 4.4))
    units = [found["units"] for found in sizes]
    for name, steps, colour, style, mark in LINES:
        axes.plot(units, [_at(found, steps) for found in sizes], style, color=colour, marker=mark, label=name)
    asked = [found for found in sizes if found["units"] >= 100_000]
    axes.plot(
        [found["units"] for found in asked],
        [_allowed(found) for found in asked],
        "--_",
        color="#2e7d32",
        markersize=16,
        markeredgewidth=2,
        label="asked for, p50 (SPEC 13)",
    )
    axes.set(xscale="log", yscale="log", xlabel="units in the namespace", ylabel="milliseconds")
    plain = FuncFormatter(lambda number, _: f"{number:,.0f}" if number >= 1 else f"{number:g}")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(plain)
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.set_title("A search, its query vector ready, one client", loc="left")
    axes.grid(visible=True, which="major", color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=9, loc="center left", bbox_to_anchor=(1.02, 0.5))
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    return True


def _at(found: Any, steps: tuple[str, ...]) -> float:
    for step in steps:
        found = found[step]
    return float(found)


def _allowed(found: dict[str, Any]) -> float:
    """What SPEC 13 asks for at 100,000 and, by another rule, at a million."""
    bare = float(found["bare"]["p50_ms"])
    return 1.5 * bare + 8 if found["units"] >= 1_000_000 else bare + 8


def main() -> None:
    report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    if not draw(list(report["recall"].values()), Path(sys.argv[2])):
        sys.exit("Fewer than two sizes were measured: there is nothing to draw.")


if __name__ == "__main__":
    main()
