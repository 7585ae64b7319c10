"""`longmemeval` of `make bench`: of the turns that answer a question, how many are among the first five found.

The evidence of all questions is one haystack, as that of 500 people in one namespace: each turn is written through the
gate at its date with its person as subject, each question is asked at its own date, with no filter. Measured is the
share of a question's different evidence turns in the first five results, averaged over the questions that have
evidence; the baseline (`benchmarks.quality.baseline`) gets the same texts as they are.

A turn that the gate merged counts as found in the unit that it reinforced. Where a later turn superseded an earlier
one, only the newer comes back, as it should: `current` counts it for both, `strict` counts the earlier one as missed.
Turns in quarantine are missed in both. What is longer than a unit may be is written in pieces, any of which counts.

`other half` is the gain on the random half of the questions on which the weight of words was not chosen; its figures
stood beside while the first half was looked at, so it is no blind reading. Blind is FIRST: the same run before anything
was changed, when text was 0.75 of the better arm and 0.25 of the other, and what lay after its question was all fresh.

Dates tell people apart in a pool like this one, which helps freshness and the temporal arm and would not help one
person's store: `text alone` weighs neither time nor trust, and is what compares with the baseline like for like; and
the baseline is shown once more with a third list to fuse, of what was said nearest in time to the question.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.quality.baseline import Scores, best, fused, plain
from benchmarks.quality.haystack import Haystack, found, share, standing, written
from benchmarks.quality.intervals import found_share, gain, mean_of, told
from benchmarks.quality.sets import Asked, Turn, longmemeval
from benchmarks.table import Row

TOP = 5
TARGET = 3.0
SEED = 20261130
FIRST = {"gain": (1.6, -1.1, 4.3), "gain of the text alone": (-0.4, -2.7, 1.7)}
ARMS = frozenset({"dense", "lexical", "structured", "temporal"})
_PERIOD = "memories.recalling.question.asked_in"
TEXT_ALONE = {"weights": {"text": 1.0}}
WAYS: dict[str, tuple[frozenset[str], dict[str, Any]]] = {
    "all arms": (ARMS, {}),
    **{f"without {arm}": (ARMS - {arm}, {}) for arm in sorted(ARMS)},
    "text alone": (ARMS - {"temporal"}, TEXT_ALONE),
}
"""Name: (arms, what else the search is asked). Without the temporal arm a question's own period is not read at all."""


def other_half(count: int) -> list[int]:
    """The numbers of the questions on which nothing was chosen."""
    numbers = list(range(count))
    random.Random(SEED).shuffle(numbers)
    return sorted(numbers[count // 2 :])


def measured(hay: Haystack, questions: Sequence[Asked]) -> dict[str, dict[str, list[float]]]:
    """Way: {"current", "strict"}: the share found of each question. A question is embedded once for all ways."""
    from django.utils import timezone

    from memories.embedding import embed_query

    shares: dict[str, dict[str, list[float]]] = {}
    with patch("memories.recalling.search.embed_query", cache(embed_query)):
        for name, (arms, more) in WAYS.items():
            shares[name] = {"current": [], "strict": []}
            for asked in questions:
                with nullcontext() if "temporal" in arms else patch(_PERIOD, return_value=None):
                    ids = found(hay, asked, now=timezone.now(), arms=arms, top=TOP, **more)
                for count in shares[name]:
                    shares[name][count].append(share(hay, asked, ids, heirs=count == "current"))
    return shares


def nearness(texts: Sequence[str], turns: Sequence[Turn], questions: Sequence[Asked]) -> Scores:
    """How near in time to each question each text was said, 0..1, shape (questions, texts)."""
    said = {turn.text: turn.at for turn in turns}
    days = [
        [abs((asked.at - said[text]).total_seconds()) / 86_400 for text in texts] for asked in questions if asked.at
    ]
    return np.exp(-np.asarray(days) / 30)


def _shares(questions: Sequence[Asked], given: Sequence[Sequence[str]]) -> list[float]:
    return [found_share(asked.evidence, some) for asked, some in zip(questions, given, strict=True)]


def figures() -> dict[str, Any]:
    """Every figure; needs a migrated database; FileNotFoundError where the data is not there."""
    turns, questions = longmemeval()
    texts = list(dict.fromkeys(turn.text for turn in turns))
    arms = plain(texts, [asked.text for asked in questions])
    theirs = _shares(questions, best(fused(*arms), texts, TOP))
    dated = _shares(questions, best(fused(*arms, nearness(texts, turns, questions)), texts, TOP))
    hay = written("bench-longmemeval", turns)
    ours = measured(hay, questions)
    kinds = defaultdict(list)
    for number, asked in enumerate(questions):
        kinds[asked.kind].append(number)
    whole = ours["all arms"]["current"]
    half = other_half(len(questions))
    return {
        "turns": len(turns),
        "texts": len(texts),
        "written": dict(sorted(hay.outcomes.items())),
        "standing": standing(hay),
        "baseline": mean_of(theirs),
        "baseline_dated": mean_of(dated),
        "gain_over_dated": gain(whole, dated),
        **{name: {count: mean_of(shares) for count, shares in by.items()} for name, by in ours.items()},
        "gain": {name: gain(by["current"], theirs) for name, by in ours.items()},
        "other_half": gain([whole[one] for one in half], [theirs[one] for one in half]),
        "first": FIRST,
        "gain_strict": gain(ours["all arms"]["strict"], theirs),
        "arm_is_worth": {
            name.removeprefix("without "): gain(whole, ours[name]["current"])
            for name in WAYS
            if name.startswith("without")
        },
        "kinds": {
            kind: {
                "ours": mean_of([whole[number] for number in numbers]),
                "baseline": mean_of([theirs[number] for number in numbers]),
            }
            for kind, numbers in sorted(kinds.items())
        },
    }


def rows(found: dict[str, Any]) -> Iterator[Row]:
    yield Row("evidence recall at 5, dense + BM25", told(found["baseline"]))
    gained = found["gain"]["all arms"]
    yield Row("evidence recall at 5, Hindsight", told(found["all arms"]["current"]))
    yield Row("gain over dense + BM25, points", told(gained, signed=True), f"{TARGET:+.1f}", gained["mean"] >= TARGET)
    alone = found["gain"]["text alone"]
    yield Row(
        "gain of the text alone (no time, no trust)",
        told(alone, signed=True),
        f"{TARGET:+.1f}",
        alone["mean"] >= TARGET,
    )
    fair = f"{found['baseline_dated']['mean']:.1f}; gain over it {told(found['gain_over_dated'], signed=True)}"
    yield Row("dense + BM25 + nearness in time, fused", fair)
    yield Row("gain on the half that nothing was chosen on", told(found["other_half"], signed=True))
    first = dict(zip(("mean", "low", "high"), FIRST["gain"], strict=True))
    yield Row("gain before anything was changed", told(first, signed=True))
    yield Row("gain, superseded turns counted as missed", told(found["gain_strict"], signed=True))
    for arm, worth in found["arm_is_worth"].items():
        without = found[f"without {arm}"]["current"]["mean"]
        yield Row(f"  without the {arm} arm", f"{without:.1f}; the arm is worth {told(worth, signed=True)}")
    for kind, both in found["kinds"].items():
        yield Row(f"  {kind}", f"{told(both['ours'])} against {both['baseline']['mean']:.1f}")
    yield Row("  what the gate did with the turns", ", ".join(f"{name} {n}" for name, n in found["written"].items()))
