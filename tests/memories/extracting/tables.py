"""The tables of this package and their two halves.

Each was written before the rules were tuned. `*_fresh_*` were written after the first version of the rules, and its
figures on them are the first, unfitted ones. A half is told by the text's digest, so that nobody chose what was tuned on;
only misses of the tuning halves were read.
"""

import hashlib
from pathlib import Path

from memories.extracting import Durability, durability_of


def rows(table: str) -> list[list[str]]:
    """Rows of a table without its head; "\\n" in a cell is a line break."""
    lines = (Path(__file__).parent / f"{table}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [line.replace("\\n", "\n").split("\t") for line in lines]


def half(text: str) -> str:
    """By hash: blind or tuning."""
    return "blind" if hashlib.sha256(text.replace("\n", "\\n").encode()).digest()[0] % 2 else "tuning"


def judged(channel: str, flags: str, text: str) -> Durability:
    """A row judged; flags: s in a session, d a decision, v a directive, f failed."""
    return durability_of(
        text,
        channel=channel,
        decision="d" in flags,
        directive="v" in flags,
        success=False if "f" in flags else None,
        in_session="s" in flags,
    )
