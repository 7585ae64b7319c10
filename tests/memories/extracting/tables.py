"""The tables of this package and their two halves.

Each was written before it was run on. `*_fresh_*` and `durability_traps` (all of it lasts) were written after the first
version of the rules. A half is told by the text's digest, so that nobody chose what was tuned on; the misses of the
blind halves were read once, after these figures were taken. Two wrong labels were mended (Mark and Elly are people;
what stands in for Trello is a question).

durability, layer right: at first sight 115/115 en, 117/118 zh, by whoever wrote rules and table in one sitting;
    fresh at first sight 90/105 en, 83/105 zh (all 44 that it called not long were); then blind 50/55 en, 55/56 zh;
    traps at first sight 108/109
entities, precision and recall: at first sight 44/47, 44/48 en and 37/41, 37/44 zh;
    fresh at first sight 33/35, 33/38 en and 28/32, 28/34 zh; then blind 20/22, 20/22 en and 10/12, 10/14 zh
queries: at first sight 21/30 en, 29/30 zh; fresh at first sight 25/25 en, 23/25 zh
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
