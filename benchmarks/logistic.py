"""Ridge logistic regression by Newton's method, and folds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int64]

_ROUNDS = 60
_ENOUGH = 1e-4
_OF_THE_BIAS = 1e-3  # its penalty, next to none


def fit(inputs: Numbers, truth: Numbers, penalty: float, offset: Numbers | None = None) -> Numbers:
    """Weights, shape (features + 1,), the bias last; `offset` is added to the log-odds of each row as it is."""
    rows = np.hstack([inputs, np.ones((len(inputs), 1))])
    ridge = np.full(rows.shape[1], penalty)
    ridge[-1] = _OF_THE_BIAS
    weights = np.zeros(rows.shape[1])
    fixed = np.zeros(len(rows)) if offset is None else offset
    for _ in range(_ROUNDS):
        found = probability(rows @ weights + fixed)
        slope = rows.T @ (found - truth) + ridge * weights
        bend = (rows * (found * (1 - found))[:, None]).T @ rows + np.diag(ridge)
        step = np.linalg.solve(bend, slope)
        weights -= step
        if float(np.abs(step).max()) < _ENOUGH:
            break
    return weights


def log_odds(inputs: Numbers, weights: Numbers) -> Numbers:
    return np.asarray(inputs @ weights[:-1] + weights[-1])


def probability(odds: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def folds(count: int, parts: int, seed: int) -> Iterator[tuple[Rows, Rows]]:
    """(rows to fit on, rows left out) of each part."""
    order = np.random.default_rng(seed).permutation(count)
    for part in range(parts):
        out = order[part::parts]
        yield np.setdiff1d(order, out), out
