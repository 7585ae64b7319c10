"""precisionMemBench as plain values: beliefs, and cases with what each tier of an answer must and must not hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.pii import DATA

USER = "test-user"
MOST = 20
"""Beliefs that the set allows a context by default."""


@dataclass(frozen=True)
class Belief:
    """`gone` is why it must never come back: superseded, resolved, or somebody else's."""

    id: str
    user: str
    content: str
    name: str
    aliases: tuple[str, ...]
    scope: tuple[str, ...]
    pinned: bool
    question: bool
    replaced_by: str | None
    resolved: bool

    @property
    def gone(self) -> str:
        if self.user != USER:
            return "another user's"
        return "superseded" if self.replaced_by else "resolved" if self.resolved else ""


@dataclass(frozen=True)
class Case:
    """One search. The tiers are `relevant`, `pinned` and `questions`; `only` is what `relevant` should hold and nothing
    else, None where the case does not say; `learns` and `renames` happen after it, in a session."""

    id: str
    user: str
    scope: tuple[str, ...]
    query: str
    most: int
    only: frozenset[str] | None
    must: Mapping[str, frozenset[str]] = field(default_factory=dict)
    must_not: Mapping[str, frozenset[str]] = field(default_factory=dict)
    no_text: tuple[str, ...] = ()
    learns: Belief | None = None
    renames: tuple[str, tuple[str, ...]] | None = None


def _belief(row: Mapping[str, Any]) -> Belief:
    return Belief(
        id=row["_id"],
        user=row["user_id"],
        content=row["content"],
        name=row["canonical_name"],
        aliases=tuple(row["aliases"]),
        scope=tuple(row["scope"]),
        pinned=row["pinned"],
        question=row["type"] == "open_question",
        replaced_by=row["superseded_by"],
        resolved=row["resolved_at"] is not None,
    )


def _case(name: str, row: Mapping[str, Any], query: str) -> Case:
    expect = row["expect"]
    relevant, pinned, questions = (expect.get(tier, {}) for tier in ("relevantBeliefs", "pinnedFacts", "openQuestions"))
    only = relevant.get("shouldOnlyInclude")
    noise = expect.get("noiseCheck", {}).get("mustNotSurface", ())
    learns, renames = row.get("createBeliefAtTurn"), row.get("updateBeliefAtTurn")
    return Case(
        id=name,
        user=row.get("userId", USER),
        scope=tuple(row["scope"]),
        query=query,
        most=row.get("budget", {}).get("maxBeliefs", MOST),
        only=None if only is None else frozenset(only),
        must={
            # One case has the facts inside the beliefs; it means the same there.
            "pinned": frozenset(pinned.get("mustInclude") or relevant.get("pinnedFacts", {}).get("mustInclude", ())),
            "questions": frozenset(questions.get("mustInclude", ())),
        },
        must_not={
            "relevant": frozenset((*relevant.get("mustExclude", ()), *noise)),
            "pinned": frozenset((*pinned.get("mustExclude", ()), *relevant.get("mustExclude", ()))),
            "questions": frozenset(questions.get("mustExclude", ())),
        },
        no_text=tuple(expect.get("personaPrelude", {}).get("mustNotContain", ())),
        learns=None if learns is None else _belief(learns),
        renames=None if renames is None else (renames["beliefId"], tuple(renames["addAliases"])),
    )


def _read(name: str, folder: Path) -> Any:
    return json.loads((folder / "precisionmembench" / name).read_text("utf-8"))


def beliefs(folder: Path = DATA) -> list[Belief]:
    """The seed, as it stands in the file: a belief before the one that replaced it."""
    return [_belief(row) for row in _read("beliefs.seed.json", folder)]


def cases(folder: Path = DATA) -> list[Case]:
    """Single searches first, then the turns of the sessions, in their order."""
    single = [_case(row["caseId"], row, row["query"]) for row in _read("retrieval.cases.json", folder)]
    turns = [
        _case(f"{session['caseId']}, turn {turn['turnIndex']}", turn, turn["userMessage"])
        for session in _read("session-retrieval.cases.json", folder)
        for turn in session["turns"]
    ]
    return single + turns
