"""Every rule of confidence (SPEC 5), pure: plain values in, plain values out, the clock passed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memories.words import Channel, Kind

SUPERSEDED_AT_MOST = 0.1
CONFIRMED_AT_LEAST = 0.95
RESTORED_FROM_ARCHIVE = 0.4
OVERWRITE_GAIN = 1.2

CHANNEL_TRUST = {
    Channel.USER_STATEMENT: 1.0,
    Channel.CONFIG_FILE: 1.0,
    Channel.TOOL_RESULT: 0.95,
    Channel.IMPORT: 0.9,
    Channel.AGENT_INFERENCE: 0.8,
}
"""How far a channel is believed; also the highest confidence that its statements may reach."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers of SPEC 5 and 12, from the settings and the namespace."""

    fact: float = 0.9
    inference: float = 0.6
    inference_ceiling: float = 0.8
    decay_rate: float = 0.02
    decay_period_days: float = 7
    contested_factor: float = 0.7


def clip(value: float) -> float:
    return min(1.0, max(0.0, value))


def ceiling(kind: Kind, trust: float, rules: Rules) -> float:
    """The highest confidence of a statement: an inference has its own, trust caps the rest."""
    return clip(min(trust, rules.inference_ceiling) if kind == Kind.INFERENCE else trust)


def initial(kind: Kind, trust: float, proposed: float | None, rules: Rules) -> float:
    """Confidence of a new unit: what the writer proposes, or the default of its kind, under the ceiling."""
    default = rules.inference if kind == Kind.INFERENCE else rules.fact
    return min(default if proposed is None else proposed, ceiling(kind, trust, rules))


def corroborated(confidence: float, trust: float, cap: float) -> float:
    """Independent evidence: c + 0.5 (1 - c) trust, never over the ceiling and never down."""
    return clip(max(confidence, min(cap, confidence + 0.5 * (1 - confidence) * trust)))


def from_evidence(kind: Kind, trusts: Sequence[float], rules: Rules) -> float:
    """Confidence from the evidence that remains: the trusts of its independent writers, first one first."""
    first, *others = trusts
    cap = ceiling(kind, max(trusts), rules)
    value = initial(kind, first, None, rules)
    for trust in others:
        value = corroborated(value, trust, cap)
    return value


def after_outcome(confidence: float, success: bool, cap: float) -> float:
    """A task that used it succeeded (c + 0.1 (1 - c), under the ceiling) or failed (0.85 c)."""
    if success:
        return clip(max(confidence, min(cap, confidence + 0.1 * (1 - confidence))))
    return clip(confidence * 0.85)


def confirmed(confidence: float) -> float:
    """A person said that it is right."""
    return clip(max(confidence, CONFIRMED_AT_LEAST))


def overwriting(own: float, old: float, cap: float) -> float:
    """The newer of a change takes over: max(own, min(ceiling, 1.2 old))."""
    return clip(max(own, min(cap, OVERWRITE_GAIN * old)))


def decayed(confidence: float, idle_since: datetime, now: datetime, *, critical: bool, rules: Rules) -> float:
    """Linear in whole periods since it was last recalled, verified or written; critical units do not decay."""
    if critical or now <= idle_since:
        return confidence
    periods = int((now - idle_since).total_seconds() // (rules.decay_period_days * 86_400))
    return clip(confidence - rules.decay_rate * periods)


def as_read(
    confidence: float,
    idle_since: datetime,
    now: datetime,
    *,
    critical: bool,
    contested: bool,
    rules: Rules,
) -> float:
    """What a reader sees: decayed, and lowered by one factor while any conflict of the unit is open."""
    value = decayed(confidence, idle_since, now, critical=critical, rules=rules)
    return value * rules.contested_factor if contested else value
