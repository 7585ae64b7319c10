"""The public sets as plain values, read in place."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.pii import DATA

_DAY_OF_THE_WEEK = re.compile(r" \(\w+\)")


@dataclass(frozen=True)
class Turn:
    """Something said, by whom of whom, and when."""

    text: str
    person: str
    session: str
    said_by_user: bool
    at: datetime


@dataclass(frozen=True)
class Asked:
    """A question with the texts that answer it; `at` is None where the set has no date for it."""

    text: str
    kind: str
    evidence: tuple[str, ...]
    at: datetime | None


def _moment(text: str) -> datetime:
    return datetime.strptime(_DAY_OF_THE_WEEK.sub("", text), "%Y/%m/%d %H:%M").replace(tzinfo=UTC)


def longmemeval(folder: Path = DATA) -> tuple[list[Turn], list[Asked]]:
    """Evidence turns in the order in which they were said, and the questions that have evidence."""
    lines = (folder / "longmemeval_evidence" / "longmemeval_oracle_evidence_500.jsonl").read_text("utf-8").splitlines()
    turns, questions = [], []
    for row in map(json.loads, lines):
        own = [
            Turn(turn["content"], row["question_id"], f"{row['question_id']}-{number}", turn["role"] == "user", at)
            for number, session in enumerate(row["evidence_sessions"])
            for at in [_moment(session["date"])]
            for turn in session["turns"]
        ]
        if own:
            turns += own
            texts = tuple(turn.text for turn in own)
            questions.append(Asked(row["question"], row["question_type"], texts, _moment(row["question_date"])))
    return sorted(turns, key=lambda turn: turn.at), questions


FIRST_DAY = datetime(2025, 1, 6, 9, tzinfo=UTC)
"""The personas count days from a first one that they do not name."""


def personas(folder: Path = DATA) -> dict[str, tuple[list[Turn], list[Asked]]]:
    """Each life by name, a haystack of its own; questions are asked the day after its last memory."""
    lives = {}
    for path in sorted((folder / "yantrikdb_personas").glob("*.json")):
        life = json.loads(path.read_text("utf-8"))
        turns = [
            Turn(memory["text"], path.stem, session["name"], True, FIRST_DAY + timedelta(session["time_offset_days"]))
            for session in life["sessions"]
            for memory in session["memories"]
        ]
        turns.sort(key=lambda turn: turn.at)
        after = turns[-1].at + timedelta(days=1)
        questions = [Asked(one["query"], path.stem, tuple(one["expected_texts"]), after) for one in life["queries"]]
        lives[path.stem] = (turns, questions)
    if not lives:
        raise FileNotFoundError(2, "missing", str(folder / "yantrikdb_personas"))
    return lives
