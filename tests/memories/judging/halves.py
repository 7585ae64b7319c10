"""Tables of pairs in two halves, judged in every voice and at several nearnesses: the worst one counts."""

import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path

from memories.judging import Statement, judge

VOICES = (("u", "u"), ("a", "b"), ("", ""))
NEAR = (0.5, 0.65, 0.8, 0.95, 1.0)


def rows(table: str) -> list[tuple[str, ...]]:
    """Rows of a table without its head; the last two columns are the older and the newer text."""
    lines = (Path(__file__).parent / f"{table}.tsv").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines[1:]]


def half(older: str, newer: str) -> str:
    """By hash, so that nobody chose what was tuned on."""
    return "blind" if hashlib.sha256(f"{older}\n{newer}".encode()).digest()[0] % 2 else "tuning"


def sure_of(older: str, newer: str, labels: tuple[str, ...]) -> str:
    """The first sure verdict with one of these labels, or ""."""
    for (first, second), near in itertools.product(VOICES, NEAR):
        verdict = judge(Statement(older, voice=first), Statement(newer, voice=second), near)
        if verdict.sure and verdict.label in labels:
            return f"{verdict.label} at {near} by {first or '-'}/{second or '-'}: {older} / {newer}"
    return ""


def falsely_sure(table: str, labels: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """(half, what was sure or "") of each row."""
    for *_, older, newer in rows(table):
        yield half(older, newer), sure_of(older, newer, labels)
