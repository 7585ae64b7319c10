"""`python -m benchmarks.context`: how much of a session's history the block for a prompt takes, and what is in it.

Conversations are put together from a public set kept outside: a question's own evidence turns, as they were said, lie
scattered among turns of other questions, and the question is asked at the end. Nothing is searched: the long tier is
empty, so that only the last turns and the summary count. Measured, on settings as they are by default:

- share: tokens of the block over tokens of the whole history, by Hindsight's own count;
- sentence: of each question's evidence, the sentence that shares most words with question and answer: is it there;
- answer: of the questions whose answer stands word for word in their evidence, how many find it in the block.

No rule was fitted on this set. A second run asks nothing, to show what the summary keeps when it does not know what
will be asked.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.pii import DATA
from benchmarks.table import Row
from memories.extracting.counting import tokens_of
from memories.extracting.spans import sentences
from memories.extracting.summary import Said
from memories.judging.language import folded, terms
from memories.words import TurnRole
from sessions.packing import budget_of, pack

TURNS = (30, 60, 120)
HOT = 5
RATIO = 0.3
MAX_TOKENS = 2000
TARGET = 0.35
SEED = 20261130
_TOO_PLAIN = 3
"""An answer shorter than so many characters ("2") stands in any text."""


@dataclass
class Case:
    """A conversation with a question about it."""

    question: str
    answer: str
    turns: list[Said]
    evidence: list[str]


@dataclass
class Tally:
    """What was measured over many conversations."""

    shares: list[float] = field(default_factory=list)
    sentences: list[bool] = field(default_factory=list)
    answers: list[bool] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        ranked = sorted(self.shares)
        return {
            "conversations": len(ranked),
            "share_median": round(ranked[len(ranked) // 2], 3),
            "share_most": round(ranked[-1], 3),
            "sentence_kept": round(sum(self.sentences) / len(self.sentences), 3),
            "answer_kept": round(sum(self.answers) / len(self.answers), 3),
            "answers": len(self.answers),
        }


def cases(path: Path, turns: int, *, limit: int) -> list[Case]:
    """The same conversations at every call: questions with evidence, in the order of the file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if not row["abstention"] and row["evidence_sessions"]]
    chance = random.Random(SEED)
    pool = [(row["question_id"], turn) for row in rows for part in row["evidence_sessions"] for turn in part["turns"]]
    found = []
    for row in rows[:limit]:
        own = [turn for part in row["evidence_sessions"] for turn in part["turns"]]
        others = chance.sample([turn for name, turn in pool if name != row["question_id"]], turns - len(own))
        places = sorted(chance.sample(range(turns), len(own)))
        mixed = list(others)
        for place, turn in zip(places, own, strict=True):
            mixed.insert(place, turn)
        said = [Said(number, TurnRole(turn["role"]), turn["content"]) for number, turn in enumerate(mixed, start=1)]
        found.append(Case(row["question"], str(row["answer"]), said, [turn["content"] for turn in own]))
    return found


def key_sentence(evidence: str, wanted: set[str]) -> str:
    spans = sentences(evidence)
    texts = [span.of(evidence) for span in spans] or [evidence]
    return max(texts, key=lambda text: (len(wanted & set(terms(text))), -len(text)))


def measure(found: list[Case], *, asked: bool) -> Tally:
    tally = Tally()
    for case in found:
        turns = [*case.turns, Said(len(case.turns) + 1, TurnRole.USER, case.question)] if asked else case.turns
        history = sum(tokens_of(turn.text) for turn in turns)
        packed = pack(
            fence="0123456789",
            hot=turns[-HOT:],
            older=turns[:-HOT],
            cold=[],
            query=case.question if asked else "",
            ratio=RATIO,
            budget=budget_of(history, asked=None, most=MAX_TOKENS),
        )
        tally.shares.append(packed.tokens / history)
        block = plain(packed.text)
        wanted = {*terms(case.question), *terms(case.answer)}
        for evidence in case.evidence:
            # Its end, since what leads into it ("By the way, ") may be left out.
            tally.sentences.append(plain(key_sentence(evidence, wanted))[-50:] in block)
        answer = plain(case.answer)
        if len(answer) >= _TOO_PLAIN and any(answer in plain(evidence) for evidence in case.evidence):
            tally.answers.append(answer in block)
    return tally


def plain(text: str) -> str:
    return " ".join("".join(mark if mark.isalnum() else " " for mark in folded(text)).split())


def figures(limit: int = 120) -> dict[str, Any]:
    """Every figure; FileNotFoundError where the data is not there."""
    path = DATA / "longmemeval_evidence" / "longmemeval_oracle_evidence_500.jsonl"
    table: dict[str, Any] = {}
    for turns in TURNS:
        found = cases(path, turns, limit=limit)
        for asked in (True, False):
            table[f"{turns} turns, {'question known' if asked else 'nothing asked'}"] = measure(
                found, asked=asked
            ).figures()
    return table


def rows(found: dict[str, Any]) -> Iterator[Row]:
    for name, row in found.items():
        figure = "{share_median} of the tokens, key sentence {sentence_kept}, answer {answer_kept}".format(**row)
        yield Row(f"context, {name}", figure, f"at most {TARGET}", row["share_median"] <= TARGET)


def main() -> None:
    try:
        table = figures()
    except FileNotFoundError as missing:
        sys.exit(f"There is no {missing.filename}. What to do: set HINDSIGHT_BENCH_DATA to the folder of the data.")
    names = list(next(iter(table.values())))
    print(f"{'':<28}" + "".join(f"{name:>15}" for name in names))
    for name, row in table.items():
        print(f"{name:<28}" + "".join(f"{row[part]:>15}" for part in names))
    met = all(row["share_median"] <= TARGET for row in table.values())
    print(f"share at most {TARGET}: {'met' if met else 'MISSED'}")


if __name__ == "__main__":
    main()
