"""What holds in a namespace that sets nothing: the installation's settings, by the names of a namespace's own."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from memories.preferences import combine
from memories.shapes.settings import PolicySettings, PrivacySettings
from memories.words import Channel


def defaults() -> dict[str, Any]:
    """Each field of the form with what holds without it; a setting with parts has a field for each part."""
    usual = combine({})
    found: dict[str, Any] = {
        "value_max_length": usual.value_max_length,
        "channels": [str(word) for word in Channel],
        "fact_confidence": usual.rules.fact,
        "inference_confidence": usual.rules.inference,
        "critical_channels": sorted(str(word) for word in usual.critical_channels),
        "durability": "judge" if usual.judge_durability else "off",
        "short_ttl_seconds": usual.short_ttl_seconds,
        "screening": "quarantine" if usual.screen else "off",
        "single_valued": [],
        "review_daily_token_budget": settings.HINDSIGHT.REVIEW_DAILY_TOKEN_BUDGET,
    }
    for name in (
        "judge_on_write", "overlap_neighbours", "conflict_similarity", "recall_echo_hours", "event_review",
        "keep_lessons", "min_similarity", "min_confidence", "profile", "top_k", "review_confidence",
        "review_token_budget", "queue_per_day", "spot_checks",
    ):  # fmt: skip
        found[name] = getattr(usual, name)
    found |= {f"policies.{part}": way for part, way in PolicySettings().model_dump(mode="json").items()}
    found |= {f"privacy.{part}": way for part, way in PrivacySettings().model_dump(mode="json").items()}
    for profile, weights in usual.weights.items():
        found |= {f"profiles.{profile}.{part}": weight for part, weight in weights.items()}
    return found
