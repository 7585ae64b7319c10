"""The pairs as statements, and the parts that they fall into."""

import hashlib
from dataclasses import dataclass

from memories.judging import Statement, Verdict, judge
from tests.memories.judging.pairs_en import PAIRS_EN
from tests.memories.judging.pairs_fresh import PAIRS_FRESH_EN, PAIRS_FRESH_MIXED, PAIRS_FRESH_ZH
from tests.memories.judging.pairs_mixed import PAIRS_MIXED
from tests.memories.judging.pairs_second import PAIRS_SECOND_EN, PAIRS_SECOND_MIXED, PAIRS_SECOND_ZH
from tests.memories.judging.pairs_zh import PAIRS_ZH

Row = tuple[str, str, str, str]

# Of the first round one half, by hash, was kept from tuning until it had been measured (88.5 %; its totals, not its
# misses, were watched while tuning). The second round was written unseen (72.5 %) and then used. The last was measured
# once, when all was done (82.7 %): that, not the whole, is what to expect of new text. Its misses were read later, when
# designators came in (test_designators.py), so it is fresh no longer and what is printed for it now is too good.
ROUNDS: dict[str, dict[str, list[Row]]] = {
    "first": {"en": PAIRS_EN, "zh": PAIRS_ZH, "mixed": PAIRS_MIXED},
    "second": {"en": PAIRS_SECOND_EN, "zh": PAIRS_SECOND_ZH, "mixed": PAIRS_SECOND_MIXED},
    "fresh": {"en": PAIRS_FRESH_EN, "zh": PAIRS_FRESH_ZH, "mixed": PAIRS_FRESH_MIXED},
}


@dataclass(frozen=True)
class Pair:
    round: str
    language: str
    labels: tuple[str, ...]
    older: Statement
    newer: Statement

    @property
    def part(self) -> str:
        """Halves of the first round are by hash, so that nobody chose what was tuned on."""
        if self.round != "first":
            return self.round
        odd = hashlib.sha256(f"{self.older.text}\n{self.newer.text}".encode()).digest()[0] % 2
        return "held-out" if odd else "dev"


def statements(voices: str, older: str, newer: str) -> tuple[Statement, Statement]:
    if voices == "same":
        return Statement(older, voice="user-1"), Statement(newer, voice="user-1")
    if voices == "differ":
        return Statement(older, voice="tool-a"), Statement(newer, voice="tool-b")
    if voices == "inference":
        return Statement(older, kind="inference", voice="agent"), Statement(newer, voice="user-1")
    return Statement(older), Statement(newer)


def all_pairs() -> list[Pair]:
    return [
        Pair(name, language, tuple(labels.split("|")), *statements(voices, older, newer))
        for name, tables in ROUNDS.items()
        for language, table in tables.items()
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
        near = "-" if self.similarity is None else f"{self.similarity:.2f}"
        return (
            f"{self.pair.part:8} {self.pair.language:5} want {'|'.join(self.pair.labels)}, got {self.verdict.label} "
            f"{self.verdict.probability:.2f}{' sure' if self.verdict.sure else ''} (sim {near}): "
            f"{self.pair.older.text} / {self.pair.newer.text}"
        )


def judge_all(similarities: list[float | None]) -> list[Judged]:
    return [
        Judged(pair, near, judge(pair.older, pair.newer, near))
        for pair, near in zip(all_pairs(), similarities, strict=True)
    ]
