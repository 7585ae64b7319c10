"""Multinomial logistic regression that leaves a belief only where examples say so, with truths that may be several."""

from __future__ import annotations

import math

import numpy as np

from benchmarks.logistic import Numbers

_ROUNDS = 1_500
_ENOUGH = 1e-6  # nats a row, in ten rounds


def chances(inputs: Numbers, weights: Numbers) -> Numbers:
    """Probabilities, shape (rows, labels); `weights` has shape (features + 1, labels), the bias last."""
    scores = inputs @ weights[:-1] + weights[-1]
    parts = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(parts / parts.sum(axis=1, keepdims=True))


def fit(inputs: Numbers, allowed: Numbers, prior: Numbers, penalty: Numbers) -> Numbers:
    """Weights, shape (features + 1, labels), the bias last: those of `prior`, of the same shape, but for the few whose
    move is worth its cost of `penalty`, shape (features + 1, 1), a unit: the lasso around a belief.

    `allowed`, shape (rows, labels), is 1 where a label would be right; where several would, the chance that counts is
    that of all of them together. Solved by FISTA (Beck and Teboulle 2009), begun anew whenever it turns uphill.
    """
    rows = np.hstack([inputs, np.ones((len(inputs), 1))])
    pace = 2.0 / float(np.linalg.eigvalsh(rows.T @ rows)[-1])  # the curvature of a softmax is at most a half
    weights, ahead, momentum = prior, prior, 1.0
    cost = best = _cost(inputs, allowed, prior, prior, penalty)
    for number in range(1, _ROUNDS + 1):
        found = chances(inputs, ahead)
        meant = found * allowed
        meant /= np.maximum(meant.sum(axis=1, keepdims=True), 1e-12)
        moved = ahead - pace * (rows.T @ (found - meant)) - prior
        after = prior + np.sign(moved) * np.maximum(np.abs(moved) - pace * penalty, 0.0)
        now = _cost(inputs, allowed, after, prior, penalty)
        if now > cost:  # the momentum carried it too far; without any a step never goes uphill
            if momentum == 1.0:
                break
            ahead, momentum = weights, 1.0
            continue
        following = (1 + math.sqrt(1 + 4 * momentum**2)) / 2
        ahead = after + (momentum - 1) / following * (after - weights)
        weights, momentum, cost = after, following, now
        if number % 10 == 0:
            if best - cost < _ENOUGH * len(rows):
                break
            best = cost
    return weights


def _cost(inputs: Numbers, allowed: Numbers, weights: Numbers, prior: Numbers, penalty: Numbers) -> float:
    moved = float((penalty * np.abs(weights - prior)).sum())
    return float(surprises(chances(inputs, weights), allowed).sum()) + moved


def surprises(given: Numbers, allowed: Numbers) -> Numbers:
    """Of each row, -log of the chance that was given to what is right, in nats."""
    return np.asarray(-np.log(np.maximum((given * allowed).sum(axis=1), 1e-9)))
