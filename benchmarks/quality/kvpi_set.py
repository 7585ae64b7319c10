"""The KvPI slice as plain values, read in place: what is kept of a person, and what is said later."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from benchmarks.pii import DATA

Stands = Literal["neither", "own", "another"]
"""What the statement is to the profile: about neither of its values, its own value, another one."""

STANDS: Final[tuple[Stands, ...]] = ("neither", "own", "another")
FITTED_ON: Final = 3_000
_PAIR = re.compile(r"'(\w+)': *'?([^',}]*)'?")


@dataclass(frozen=True)
class Case:
    """Facts of one person, each "key: value", and a statement; the set's own reading of the statement (its columns
    after the label) is not read."""

    facts: tuple[str, ...]
    statement: str
    stands: Stands


def cases(first: int, last: int, folder: Path = DATA) -> list[Case]:
    """The cases from `first` up to, not including, `last`.

    How a profile is quoted tells its label here and there, so that only keys and values are taken.
    """
    path = folder / "kvpi_zh" / "kvpi_first_4000.txt"
    found = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if not first <= number < last:
                continue
            pair, label, *_ = line.rstrip("\n").split("\t")
            profile, _, statement = pair.partition(" <SEP> ")
            facts = tuple(f"{key}: {value.strip()}" for key, value in _PAIR.findall(profile))
            found.append(Case(facts, statement, STANDS[int(label)]))
    return found


def to_fit(folder: Path = DATA) -> list[Case]:
    return cases(0, FITTED_ON, folder)


def to_report(folder: Path = DATA) -> list[Case]:
    return cases(FITTED_ON, 4_000, folder)


def written() -> list[Case]:
    """Pairs that were written for this project, English and Chinese."""
    lines = (Path(__file__).parent / "profile_pairs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return [Case((profile,), statement, _stands(label)) for label, profile, statement in rows]


def _stands(label: str) -> Stands:
    return next(one for one in STANDS if one == label)
