"""The command line of what is measured in one kept store: which store, and where its figures go."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.table import Row, show


def main_of(
    name: str,
    doc: str,
    figures: Callable[[Path], dict[str, Any]],
    rows: Callable[[dict[str, Any]], Iterable[Row]],
    more: Callable[[dict[str, Any]], Iterable[str]] = lambda _: (),
) -> None:
    """Measure the store that `--store` names, print its rows and then `more` lines, and write JSON where asked.

    `name` is the module's, without the package; `doc` begins with what it measures.
    """
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=doc.partition("\n")[0])
    parser.add_argument("--store", type=Path, required=True, metavar="DIR", help="made by benchmarks.stores")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    asked = parser.parse_args()
    found = figures(asked.store.absolute())
    for row in rows(found):
        print(show(row), flush=True)
    for line in more(found):
        print(line)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
