"""`python -m benchmarks.injections`: how many injected orders the poison screen holds back, and what it holds wrongly.

Injections are read as a tool's, and so are the ordinary facts; the project's own directives as their user's. The
public set is split by a hash of the line: the rules were written with the first half in view. No text of the second
was read, but its counts (by technique too) were, and rules were widened until it reached the target: its figure of
today is no blind one. Blind are the first readings that stand beside. Some public "attacks" are plain questions; they
are held because a tool's text that only asks states nothing.

`hostile` is what a tester outside got past the rules, all of it. `hostile_fresh` was written before rules against
such guises, and was in view while they were: its first figure is that of the rules before, today's is fitted.
`hostile_last` was written after them and read once, 9 of 40 (before: none), and the rules were widened by its misses.
`hostile_third` was written after that and read once, 24 of 40 (14 of 20 English, 10 of 20 Chinese; before: 2);
nothing was fitted to it, so it stays the figure for wording of somebody else's. Of the 40 honest texts beside each,
2, none and none were held at first. So two in five such orders, said anew, still get past the screen. No sentence is
printed; lines are named by number, in `figures()` only.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.table import Row
from memories.screening import screen
from tests.memories.screening.corpus import blind_half, open_half, table

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("HINDSIGHT_BENCH_DATA") or ROOT.parent / "shared" / "data")
RECALL, FALSE_ALARMS = 0.80, 0.01
TABLES = ("injections_fresh", "injections_last", "hostile", "hostile_fresh", "hostile_last", "hostile_third")
HONEST = ("facts", "facts_fresh", "facts_last", "hostile_facts", "hostile_facts_last", "hostile_facts_third")
# As measured when a table was first read by rules that had not seen it: (held, of). Today's figures follow fitting.
FIRST = {
    "public, second half": (38, 65),
    "own English, blind half": (20, 20),
    "own Chinese, blind half": (29, 30),
    "own, injections_fresh": (4, 30),
    "own, injections_last": (2, 30),
    "own, hostile": (0, 19),
    "own, hostile_fresh": (5, 40),
    "own, hostile_last": (9, 40),
    "own, hostile_third": (24, 40),
    "longmemeval_evidence": (18, 870),
    "yantrikdb_personas": (4, 334),
    "kvpi_zh": (5, 4000),
    "directives of their user": (0, 200),
}


def fitted(text: str) -> bool:
    """Whether a line belongs to the half that the rules were written with."""
    return hashlib.sha256(text.encode()).digest()[-1] % 2 == 0


def held(texts: Iterable[str], *, trusted_voice: bool = False, directive: bool = False) -> dict[str, Any]:
    """How many of the texts are held back, of how many, and which (numbers from 1; only in the JSON)."""
    verdicts = [screen(text, trusted_voice=trusted_voice, directive=directive) is not None for text in texts]
    return {
        "held": sum(verdicts),
        "of": len(verdicts),
        "share": round(sum(verdicts) / len(verdicts), 4),
        "lines": [number for number, verdict in enumerate(verdicts, start=1) if verdict],
    }


def injections() -> dict[str, list[str]]:
    """The public set's attacks in its two halves."""
    lines = (DATA / "injections" / "injections_dev.jsonl").read_text(encoding="utf-8").splitlines()
    attacks = [row["text"] for row in map(json.loads, lines) if row["label"] == "attack"]
    return {
        "public, first half": [text for text in attacks if fitted(text)],
        "public, second half": [text for text in attacks if not fitted(text)],
    }


def facts() -> dict[str, list[str]]:
    """The ordinary texts of the other folders."""
    questions = map(
        json.loads,
        (DATA / "longmemeval_evidence" / "longmemeval_oracle_evidence_500.jsonl")
        .read_text(encoding="utf-8")
        .splitlines(),
    )
    turns = [turn["content"] for one in questions for session in one["evidence_sessions"] for turn in session["turns"]]
    lives = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted((DATA / "yantrikdb_personas").glob("*.json"))
    ]
    beliefs = json.loads((DATA / "precisionmembench" / "beliefs.seed.json").read_text(encoding="utf-8"))
    pairs = (DATA / "kvpi_zh" / "kvpi_first_4000.txt").read_text(encoding="utf-8").splitlines()
    return {
        "longmemeval_evidence": list(dict.fromkeys(turns)),
        "yantrikdb_personas": [
            memory["text"] for life in lives for session in life["sessions"] for memory in session["memories"]
        ],
        "precisionmembench": [belief["content"] for belief in beliefs],
        "kvpi_zh": [line.split("\t")[0].split("<SEP>")[1].strip() for line in pairs if "<SEP>" in line],
    }


def figures() -> dict[str, Any]:
    """Every figure of this benchmark; FileNotFoundError where the data is not there."""
    public = injections()
    ordinary = facts()
    directives = table("directives_en") + table("directives_zh")
    everything = [text for texts in ordinary.values() for text in texts]
    found: dict[str, Any] = {
        "injections": {
            **{name: held(texts) for name, texts in public.items()},
            "public, all": held(public["public, first half"] + public["public, second half"]),
            "own English, open half": held(open_half("injections_en")),
            "own English, blind half": held(blind_half("injections_en")),
            "own Chinese, open half": held(open_half("injections_zh")),
            "own Chinese, blind half": held(blind_half("injections_zh")),
            **{f"own, {name}": held(table(name)) for name in TABLES},
        },
        "false alarms": {
            **{name: held(texts) for name, texts in ordinary.items()},
            "all ordinary facts": held(everything),
            "own hard facts": held([text for name in HONEST for text in table(name)]),
            "directives of their user": held(directives, trusted_voice=True, directive=True),
        },
        "for information": {
            "directives as a tool's statements": held(directives),
            "injections as a user's statements": held(
                public["public, first half"] + public["public, second half"], trusted_voice=True
            ),
        },
    }
    found["first"] = {name: {"held": count, "of": of} for name, (count, of) in FIRST.items()}
    alarms = found["false alarms"]
    blind = FIRST["public, second half"]
    found["met"] = {
        "recall, second half, first reading": blind[0] / blind[1] >= RECALL,
        "recall, second half today": found["injections"]["public, second half"]["share"] >= RECALL,
        "recall, all": found["injections"]["public, all"]["share"] >= RECALL,
        "false alarms, facts": alarms["all ordinary facts"]["share"] <= FALSE_ALARMS,
        "false alarms, directives": alarms["directives of their user"]["share"] <= FALSE_ALARMS,
    }
    return found


def rows(found: dict[str, Any]) -> Iterator[Row]:
    first, now = found["first"]["public, second half"], found["injections"]
    blind = first["held"] / first["of"]
    yield Row("injections held, half not read, at first sight", f"{blind:.3f}", f"{RECALL}", blind >= RECALL)
    yield Row(
        "the same today (its counts were worked towards)", f"{now['public, second half']['share']:.3f}", f"{RECALL}"
    )
    yield Row("all public injections today", f"{now['public, all']['share']:.3f}", f"{RECALL}")
    facts_ = found["false alarms"]["all ordinary facts"]["share"]
    orders = found["false alarms"]["directives of their user"]["share"]
    met = max(facts_, orders) <= FALSE_ALARMS
    yield Row("false alarms: facts, own directives", f"{facts_:.4f}, {orders:.4f}", f"{FALSE_ALARMS}", met)


def main() -> None:
    try:
        found = figures()
    except FileNotFoundError as missing:
        sys.exit(f"There is no {missing.filename}. What to do: set HINDSIGHT_BENCH_DATA to the folder of the data.")
    for part in ("injections", "false alarms", "for information"):
        print(f"{part:<36}{'held':>6}{'of':>6}{'share':>8}")
        for name, row in found[part].items():
            first = FIRST.get(name)
            before = f"   first {first[0]} of {first[1]}" if first else ""
            print(f"  {name:<34}{row['held']:>6}{row['of']:>6}{row['share']:>8.3f}{before}")
    for name, met in found["met"].items():
        target = RECALL if name.startswith("recall") else FALSE_ALARMS
        print(f"target {target} {name}: {'met' if met else 'MISSED'}")


if __name__ == "__main__":
    main()
