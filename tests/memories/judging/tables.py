"""The tables of what is no conflict (apart_*.tsv) and of what is one (conflict_*.tsv), and their two halves.

The tables were written before the judge was run on them. Columns: kind, how the voices stand (as in pairs_en), older,
newer, and the calibrated similarity that the local model gave, so that reading them needs no model.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memories.judging import Verdict, judge
from tests.memories.judging.corpus import statements

CONFLICTS = ("changed", "contradicts")


@dataclass(frozen=True)
class Told:
    """A judged row of a table."""

    side: str
    language: str
    kind: str
    voices: str
    older: str
    newer: str
    near: float
    verdict: Verdict

    @property
    def part(self) -> str:
        """Halves by hash, so that nobody chose what was tuned on."""
        return "blind" if hashlib.sha256(f"{self.older}\n{self.newer}".encode()).digest()[0] % 2 else "tuning"

    @property
    def acts(self) -> bool:
        """Whether the write gate would retire the older statement by itself."""
        return self.verdict.sure and self.verdict.label in CONFLICTS

    @property
    def line(self) -> str:
        sure = " sure" if self.verdict.sure else ""
        return (
            f"{self.side} {self.language} {self.kind}: {self.verdict.label} {self.verdict.probability:.2f}{sure}: "
            f"{self.older} / {self.newer}"
        )


def told() -> Iterator[Told]:
    """Every row of the four tables, judged."""
    for side in ("apart", "conflict"):
        for language in ("en", "zh"):
            lines = (Path(__file__).parent / f"{side}_{language}.tsv").read_text(encoding="utf-8").splitlines()
            for line in lines[1:]:
                kind, voices, older, newer, near = line.split("\t")
                verdict = judge(*statements(voices, older, newer), float(near))
                yield Told(side, language, kind, voices, older, newer, float(near), verdict)
