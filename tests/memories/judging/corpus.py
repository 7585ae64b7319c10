"""The pairs as statements, and the halves they fall into by hash."""

import hashlib
from dataclasses import dataclass

from memories.judging import Statement, Verdict, judge
from tests.memories.judging.pairs_en import PAIRS_EN
from tests.memories.judging.pairs_mixed import PAIRS_MIXED
from tests.memories.judging.pairs_zh import PAIRS_ZH


@dataclass(frozen=True)
class Pair:
    language: str
    labels: tuple[str, ...]
    older: Statement
    newer: Statement

    @property
    def held_out(self) -> bool:
        """Half by hash, so that nobody chose what was tuned on."""
        return hashlib.sha256(f"{self.older.text}\n{self.newer.text}".encode()).digest()[0] % 2 == 1


def _statements(voices: str, older: str, newer: str) -> tuple[Statement, Statement]:
    if voices == "same":
        return Statement(older, voice="user-1"), Statement(newer, voice="user-1")
    if voices == "differ":
        return Statement(older, voice="tool-a"), Statement(newer, voice="tool-b")
    if voices == "inference":
        return Statement(older, kind="inference", voice="agent"), Statement(newer, voice="user-1")
    return Statement(older), Statement(newer)


def all_pairs() -> list[Pair]:
    tables = (("en", PAIRS_EN), ("zh", PAIRS_ZH), ("mixed", PAIRS_MIXED))
    return [
        Pair(language, tuple(labels.split("|")), *_statements(voices, older, newer))
        for language, table in tables
        for labels, voices, older, newer in table
    ]


@dataclass(frozen=True)
class Judged:
    pair: Pair
    similarity: float | None
    verdict: Verdict

    @property
    def right(self) -> bool:
        return self.verdict.label in self.pair.labels

    @property
    def line(self) -> str:
        half = "held-out" if self.pair.held_out else "dev"
        near = "-" if self.similarity is None else f"{self.similarity:.2f}"
        return (
            f"{half:8} {self.pair.language:5} want {'|'.join(self.pair.labels)}, got {self.verdict.label} "
            f"{self.verdict.probability:.2f}{' sure' if self.verdict.sure else ''} (sim {near}): "
            f"{self.pair.older.text} / {self.pair.newer.text}"
        )


def judge_all(similarities: list[float | None]) -> list[Judged]:
    return [
        Judged(pair, near, judge(pair.older, pair.newer, near))
        for pair, near in zip(all_pairs(), similarities, strict=True)
    ]
