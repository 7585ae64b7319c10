"""Pairs of memories with the class that a careful reader gives them.

pairs_en.tsv, pairs_zh.tsv and pairs_mixed.tsv were written and committed before the judge was run on any of them.
practice.tsv and apart.tsv were written after that to learn on; nothing is claimed of them but what still holds.

Columns: id, class (a second one, after a slash, is as right: one voice that takes back its own words changed its mind
or contradicts itself), what kind of pair it is, flags, what is said first, what is said second. A flag is a field of
the unit, `first|second` where the two differ; `source` is the tool server that says it, and without one a person says
both.

Halves are by a hash of the id, so that nobody chose what the judge may be improved on: only "seen" may be.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

from memories.judging import Statement

HERE = Path(__file__).parent
LANGUAGES = ("en", "zh", "mixed")
BETWEEN = timedelta(days=21)
"""How long after the first statement the second is made."""
CLASSES = ("same", "changed", "contradiction", "similar")


@dataclass(frozen=True, slots=True)
class Pair:
    """A row: `fields` holds (first, second) of each flag."""

    id: str
    language: str
    classes: tuple[str, ...]
    kind: str
    fields: dict[str, tuple[str, str]]
    first: str
    second: str

    @property
    def half(self) -> str:
        return "unseen" if hashlib.sha256(self.id.encode()).digest()[0] % 2 else "seen"

    def field(self, name: str, place: int) -> str:
        return self.fields.get(name, ("", ""))[place]


@lru_cache(maxsize=1)
def pairs() -> tuple[Pair, ...]:
    """Every row of the three tables."""
    return tuple(pair for language in LANGUAGES for pair in table(f"pairs_{language}", language))


def table(name: str, language: str = "") -> tuple[Pair, ...]:
    """The rows of a table without its head."""
    lines = (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(_read(language, line) for line in lines[1:])


def _read(language: str, line: str) -> Pair:
    name, classes, kind, flags, first, second = line.split("\t")
    fields = {}
    for flag in flags.split():
        field, _, values = flag.partition("=")
        one, _, other = values.partition("|")
        fields[field] = (one, other or one)
    return Pair(name, language, tuple(classes.split("/")), kind, fields, first, second)


def statement(pair: Pair, place: int, *, now: datetime) -> Statement:
    """One side of a pair as it is said: the second now, the first three weeks before."""
    source = pair.field("source", place)
    return Statement(
        text=(pair.first, pair.second)[place],
        subject=pair.field("subject", place),
        attribute=pair.field("attribute", place),
        key=pair.field("key", place),
        voice=source or "person",
        channel="tool_result" if source else "user_statement",
        occurred_at=(now - BETWEEN, now)[place],
    )
