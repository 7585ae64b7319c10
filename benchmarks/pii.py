"""`python -m benchmarks.pii`: recall and precision of finding Chinese personal data, on a public set kept outside.

The set says how many of one kind a text holds, not where. Recall: of those it counts, how many were found; precision:
of those found of that kind, how many it counts. Lines that differ are named by number; no sentence is printed.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.table import Row
from memories.privacy import Kind, find

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("HINDSIGHT_BENCH_DATA") or ROOT.parent / "shared" / "data")
KINDS = {
    "Phone": Kind.PHONE,
    "IDCard": Kind.CN_ID,
    "BankCard": Kind.BANK_CARD,
    "Passport": Kind.PASSPORT,
    "Email": Kind.EMAIL,
}
TARGET = 0.95


@dataclass
class Tally:
    """What was there, what was found, and what of it was right."""

    there: int = 0
    found: int = 0
    right: int = 0
    differing: list[int] = field(default_factory=list)

    def add(self, expected: int, found: int, line: int) -> None:
        self.there += expected
        self.found += found
        self.right += min(expected, found)
        if expected != found:
            self.differing.append(line)

    @property
    def recall(self) -> float:
        return self.right / self.there if self.there else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0


def measure(path: Path) -> dict[str, Tally]:
    """A tally per kind, and one of all."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        case = json.loads(line)
        kind = KINDS[case["entity"]]
        found = sum(finding.kind is kind for finding in find(case["text"]))
        for name in (kind.value, "all"):
            tallies[name].add(case["expected_count"], found, number)
    return tallies


PATH = DATA / "pii_zh" / "cn_pii_cases.jsonl"


def figures() -> dict[str, Any]:
    """Recall and precision over the five kinds, and by kind; FileNotFoundError where the data is not there."""
    rows = {
        name: {"recall": round(tally.recall, 3), "precision": round(tally.precision, 3), "there": tally.there}
        for name, tally in measure(PATH).items()
    }
    return {**rows.pop("all"), "kinds": rows}


def rows(found: dict[str, Any]) -> Iterator[Row]:
    met = found["recall"] >= TARGET and found["precision"] >= TARGET
    figure = "recall {recall}, precision {precision}".format(**found)
    yield Row("pii_zh, five kinds", figure, f"{TARGET} and {TARGET}", met)


def main() -> None:
    if not PATH.is_file():
        sys.exit(f"There is no {PATH}. What to do: set HINDSIGHT_BENCH_DATA to the folder that holds pii_zh.")
    tallies = measure(PATH)
    print(f"{'kind':<12}{'there':>6}{'found':>6}{'recall':>8}{'precision':>11}  lines that differ")
    for name in [kind.value for kind in KINDS.values()] + ["all"]:
        tally = tallies[name]
        lines = "" if name == "all" else " ".join(map(str, tally.differing))
        print(f"{name:<12}{tally.there:>6}{tally.found:>6}{tally.recall:>8.3f}{tally.precision:>11.3f}  {lines}")
    whole = tallies["all"]
    met = whole.recall >= TARGET and whole.precision >= TARGET
    print(f"target {TARGET} and {TARGET}: {'met' if met else 'MISSED'}")


if __name__ == "__main__":
    main()
