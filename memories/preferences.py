"""The settings that hold in one namespace: the environment's, with what the namespace overrides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings

from memories.confidence import Rules
from memories.models import Namespace
from memories.words import Channel

SINGLE_VALUED = frozenset(
    {
        "name", "full_name", "age", "birthday", "gender", "job_title", "employer", "occupation", "email",
        "phone", "phone_number", "address", "home_address", "city", "country", "timezone", "time_zone",
        "language", "preferred_language", "marital_status", "budget", "deadline", "port", "host", "version",
        "status", "owner", "salary", "height", "weight", "preferred_test_framework", "test_framework",
        "web_framework", "framework", "database", "editor", "operating_system", "os",
    }
)  # fmt: skip
"""Attributes that have one value at a time, built in; a namespace may add its own (SPEC 1)."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a namespace is set to.

    `judge_on_write` false leaves every overlap but equality to the review: writes are cheaper, and two values stand
    side by side until it has run.
    """

    rules: Rules
    critical_channels: frozenset[Channel]
    single_valued: frozenset[str]
    overlap_neighbours: int
    judge_on_write: bool
    conflict_similarity: float
    min_similarity: float
    min_confidence: float
    review_confidence: float
    top_k: int
    candidates: int
    freshness_days: float
    weights: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


PROFILES: Mapping[str, Mapping[str, float]] = {
    "reviewed": {"text": 0.60, "confidence": 0.30, "freshness": 0.10, "structural": 0.0},
}


def preferences_of(namespace_id: int) -> Preferences:
    """The preferences of a namespace; one query."""
    stored = Namespace.objects.filter(pk=namespace_id).values_list("preferences", flat=True).first() or {}
    return combine(stored)


def combine(stored: Mapping[str, Any]) -> Preferences:
    """The environment's settings with a namespace's own on top; unknown names are ignored."""
    env = settings.HINDSIGHT
    base = Preferences(
        rules=Rules(
            fact=env.FACT_CONFIDENCE,
            inference=env.INFERENCE_CONFIDENCE,
            inference_ceiling=env.INFERENCE_CEILING,
            decay_rate=env.CONFIDENCE_DECAY_RATE,
            decay_period_days=env.CONFIDENCE_DECAY_PERIOD_DAYS,
            contested_factor=env.CONTESTED_FACTOR,
        ),
        critical_channels=frozenset(Channel(word) for word in env.CRITICAL_CHANNELS),
        single_valued=SINGLE_VALUED,
        overlap_neighbours=env.OVERLAP_NEIGHBOURS,
        judge_on_write=True,
        conflict_similarity=env.CONFLICT_SIMILARITY,
        min_similarity=env.MIN_SIMILARITY,
        min_confidence=env.MIN_CONFIDENCE,
        review_confidence=env.REVIEW_CONFIDENCE,
        top_k=env.TOP_K,
        candidates=env.SEARCH_CANDIDATES,
        freshness_days=env.FRESHNESS_TIME_CONSTANT_DAYS,
        weights=PROFILES,
    )
    own = {
        name: stored[name]
        for name in (
            "judge_on_write",
            "conflict_similarity",
            "min_similarity",
            "min_confidence",
            "review_confidence",
            "top_k",
        )
        if name in stored
    }
    extra = frozenset(stored.get("single_valued", ()))
    channels = frozenset(Channel(word) for word in stored.get("critical_channels", ()))
    return replace(
        base,
        **own,
        single_valued=base.single_valued | extra,
        critical_channels=base.critical_channels | channels,
    )
