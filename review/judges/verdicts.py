"""From a language model's opinions to a verdict, pure."""

from __future__ import annotations

import math

from memories.judging.statements import Feature, Verdict
from review.judges.answer import Opinion

SURE_FROM = 0.7
"""A verdict below this confidence does not act."""


def agree(one: Opinion, other: Opinion) -> bool:
    """Whether two opinions lead to the same: both of similar and unrelated leave the units alone."""
    apart = ("similar", "unrelated")
    return one.label == other.label or (one.label in apart and other.label in apart)


def verdict_of(opinion: Opinion, other: Opinion | None) -> Verdict:
    """A verdict from one opinion, or from two in opposite orders: the less confident one counts."""
    confidence = opinion.confidence if other is None else min(opinion.confidence, other.confidence)
    agreed = other is None or agree(opinion, other)
    odds = min(max(confidence, 0.001), 0.999)
    features = [Feature("language model", round(math.log(odds / (1 - odds)), 3), opinion.label)]
    if other is not None:
        features.append(Feature("both orders agree" if agreed else "orders disagree", 0.0))
    if confidence < SURE_FROM:
        features.append(Feature("low confidence", 0.0))
    return Verdict(opinion.label, confidence, agreed and confidence >= SURE_FROM, tuple(features))
