"""Shares found, and how sure they are: bootstrap over questions, the same draws at every run."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

DRAWS = 5000
SEED = 20261130


def found_share(wanted: Collection[str], found: Collection[str]) -> float:
    """The share of what was wanted that was found."""
    return len(set(wanted) & set(found)) / len(set(wanted))


def mean_of(values: Sequence[float]) -> dict[str, float]:
    """The mean in points (0..100) with its 95 % interval, and of how many; values lie in -1..1, one a question."""
    array = np.asarray(values, dtype=np.float64)
    chance = np.random.default_rng(SEED)
    draws = array[chance.integers(0, len(array), (DRAWS, len(array)))].mean(axis=1)
    low, high = np.percentile(draws, (2.5, 97.5))
    return {
        "mean": round(100 * float(array.mean()), 2),
        "low": round(100 * float(low), 2),
        "high": round(100 * float(high), 2),
        "questions": len(array),
    }


def gain(ours: Sequence[float], theirs: Sequence[float]) -> dict[str, float]:
    """The mean of the differences, question by question, as `mean_of` gives it."""
    return mean_of([left - right for left, right in zip(ours, theirs, strict=True)])


def told(found: dict[str, float], *, signed: bool = False) -> str:
    """Mean and interval in words."""
    form = "+.1f" if signed else ".1f"
    return f"{found['mean']:{form}} [{found['low']:{form}}, {found['high']:{form}}]"
