"""The settings that hold in one namespace: the environment's, with what the namespace overrides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import TextField
from django.db.models.functions import Cast

from memories.confidence import Rules
from memories.models import Namespace
from memories.policies import Policies, Way
from memories.privacy import Policy
from memories.ranking import PROFILES, Weights
from memories.shapes.settings import NamespaceSettings, PolicySettings
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
    """What a namespace is set to, in the order of the gate's steps.

    `judge_on_write` false leaves every overlap but equality to the review: writes are cheaper, and two values stand
    side by side until it has run. `review_daily_token_budget` None leaves the day to the installation's alone.
    """

    value_max_length: int
    channels: frozenset[Channel]
    rules: Rules
    critical_channels: frozenset[Channel]
    judge_durability: bool
    short_ttl_seconds: int
    turn_retention_days: float
    privacy: Policy
    screen: bool
    single_valued: frozenset[str]
    overlap_neighbours: int
    judge_on_write: bool
    conflict_similarity: float
    recall_echo_hours: float
    event_review: bool
    keep_lessons: bool
    min_similarity: float
    min_confidence: float
    review_confidence: float
    top_k: int
    candidates: int
    freshness_days: float
    profile: str
    weights: Mapping[str, Weights]
    policies: Policies
    review_token_budget: int
    review_daily_token_budget: int | None
    queue_per_day: int
    spot_checks: int


VALUE_MAX_LENGTH = 2000


def preferences_of(namespace_id: int) -> Preferences:
    """The preferences of a namespace; one query."""
    stored = Namespace.objects.filter(pk=namespace_id).values_list(Cast("preferences", TextField()), flat=True).first()
    return preferences_from(stored or "{}")


def preferences_from(stored: str) -> Preferences:
    """The preferences that a namespace's stored settings, as JSON text, make; worked out once for each text.

    What is read each time is the text, so a change holds at once in every process, and nothing has to be told.
    """
    installation, known = settings.HINDSIGHT, _prepared.get(stored)
    if known is not None and known[0] is installation:
        return known[1]
    made = combine(json.loads(stored))
    if len(_prepared) >= _PREPARED_AT_MOST:
        _prepared.clear()
    _prepared[stored] = (installation, made)
    return made


_PREPARED_AT_MOST = 2_000
_prepared: dict[str, tuple[object, Preferences]] = {}


def combine(stored: Mapping[str, Any]) -> Preferences:
    """The installation's settings with a namespace's own on top.

    What is stored was validated when it was set (memories.namespaces); a name that is unknown by now is passed over,
    so that an older setting never stops a write.
    """
    env = settings.HINDSIGHT
    own = NamespaceSettings.model_validate(
        {name: value for name, value in stored.items() if name in NamespaceSettings.model_fields}
    )

    def pick(mine: Any, theirs: Any) -> Any:
        return theirs if mine is None else mine

    return Preferences(
        value_max_length=pick(own.value_max_length, VALUE_MAX_LENGTH),
        channels=frozenset(pick(own.channels, Channel)),
        rules=Rules(
            fact=pick(own.fact_confidence, env.FACT_CONFIDENCE),
            inference=pick(own.inference_confidence, env.INFERENCE_CONFIDENCE),
            inference_ceiling=env.INFERENCE_CEILING,
            decay_rate=env.CONFIDENCE_DECAY_RATE,
            decay_period_days=env.CONFIDENCE_DECAY_PERIOD_DAYS,
            contested_factor=env.CONTESTED_FACTOR,
        ),
        critical_channels=frozenset(Channel(word) for word in env.CRITICAL_CHANNELS)
        | frozenset(own.critical_channels or ()),
        judge_durability=own.durability != "off",
        short_ttl_seconds=pick(own.short_ttl_seconds, env.SHORT_TTL_SECONDS),
        turn_retention_days=env.TURN_RETENTION_DAYS,
        privacy=Policy(**(own.privacy.model_dump() if own.privacy else {})),
        screen=own.screening != "off",
        single_valued=SINGLE_VALUED | frozenset(own.single_valued or ()),
        overlap_neighbours=pick(own.overlap_neighbours, env.OVERLAP_NEIGHBOURS),
        judge_on_write=pick(own.judge_on_write, True),
        conflict_similarity=pick(own.conflict_similarity, env.CONFLICT_SIMILARITY),
        recall_echo_hours=pick(own.recall_echo_hours, env.RECALL_ECHO_HOURS),
        event_review=pick(own.event_review, True),
        keep_lessons=bool(own.keep_lessons),
        min_similarity=pick(own.min_similarity, env.MIN_SIMILARITY),
        min_confidence=pick(own.min_confidence, env.MIN_CONFIDENCE),
        review_confidence=pick(own.review_confidence, env.REVIEW_CONFIDENCE),
        top_k=pick(own.top_k, env.TOP_K),
        candidates=env.SEARCH_CANDIDATES,
        freshness_days=env.FRESHNESS_TIME_CONSTANT_DAYS,
        profile=pick(own.profile, "reviewed"),
        weights=dict(PROFILES) | (own.profiles.chosen() if own.profiles else {}),
        policies=_policies(own.policies or PolicySettings()),
        review_token_budget=pick(own.review_token_budget, env.REVIEW_TOKEN_BUDGET),
        review_daily_token_budget=own.review_daily_token_budget,
        queue_per_day=pick(own.queue_per_day, env.QUEUE_PER_DAY),
        spot_checks=pick(own.spot_checks, env.SPOT_CHECKS_PER_DAY),
    )


def _policies(chosen: PolicySettings) -> Policies:
    return Policies(**{name: Way(word) for name, word in chosen.model_dump().items()})
