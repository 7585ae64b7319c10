"""`personas` of `make bench`: short memories of four lives over a year, each a haystack of its own.

Written and searched as `benchmarks.quality.longmemeval` does; questions are asked the day after a life's last memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from benchmarks.quality.baseline import best, fused, plain
from benchmarks.quality.haystack import found, share, written
from benchmarks.quality.intervals import found_share, gain, mean_of, told
from benchmarks.quality.longmemeval import ARMS, TEXT_ALONE, TOP
from benchmarks.quality.sets import personas
from benchmarks.table import Row


def figures() -> dict[str, Any]:
    """Every figure; needs a migrated database; FileNotFoundError where the data is not there."""
    from django.utils import timezone

    ours: dict[str, list[float]] = {"current": [], "strict": [], "text alone": []}
    theirs: list[float] = []
    outcomes: Counter[str] = Counter()
    lives: dict[str, dict[str, Any]] = {}
    for name, (turns, questions) in personas().items():
        texts = [turn.text for turn in turns]
        given = best(fused(*plain(texts, [asked.text for asked in questions])), texts, TOP)
        theirs += [found_share(asked.evidence, some) for asked, some in zip(questions, given, strict=True)]
        hay = written(f"bench-{name}", turns)
        outcomes += hay.outcomes
        for asked in questions:
            ids = found(hay, asked, now=timezone.now(), arms=ARMS, top=TOP)
            ours["current"].append(share(hay, asked, ids, heirs=True))
            ours["strict"].append(share(hay, asked, ids, heirs=False))
            ids = found(hay, asked, now=timezone.now(), arms=ARMS, top=TOP, **TEXT_ALONE)
            ours["text alone"].append(share(hay, asked, ids, heirs=True))
        lives[name] = {
            "ours": mean_of(ours["current"][-len(questions) :]),
            "baseline": mean_of(theirs[-len(questions) :]),
        }
    return {
        "written": dict(sorted(outcomes.items())),
        "baseline": mean_of(theirs),
        "lives": lives,
        **{name: mean_of(shares) for name, shares in ours.items()},
        "gain": {name: gain(shares, theirs) for name, shares in ours.items()},
    }


def rows(found: dict[str, Any]) -> Iterator[Row]:
    yield Row("personas, recall at 5, dense + BM25", told(found["baseline"]))
    yield Row("personas, recall at 5, Hindsight", told(found["current"]))
    yield Row("personas, gain, points", told(found["gain"]["current"], signed=True))
    yield Row("personas, gain of the text alone", told(found["gain"]["text alone"], signed=True))
    yield Row("personas, gain, superseded counted as missed", told(found["gain"]["strict"], signed=True))
    for name, both in found["lives"].items():
        yield Row(f"  {name}", f"{told(both['ours'])} against {both['baseline']['mean']:.1f}")
    yield Row("  what the gate did with the memories", ", ".join(f"{name} {n}" for name, n in found["written"].items()))
