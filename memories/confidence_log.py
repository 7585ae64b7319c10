"""The one place that writes confidence events."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from memories.models import ConfidenceEvent, Decision, MemoryUnit


def log_confidence(
    unit: MemoryUnit,
    before: float,
    *,
    cause: str,
    actor: str,
    now: datetime,
    decision: Decision | None = None,
    **factors: Any,
) -> None:
    """Record that the stored confidence of a unit went from `before` to what it holds now, if it moved at all.

    `factors` say what it was computed from: numbers and opaque ids, never text.
    """
    log_confidences([(unit, before)], cause=cause, actor=actor, now=now, decision=decision, **factors)


def log_confidences(
    moved: Iterable[tuple[MemoryUnit, float]],
    *,
    cause: str,
    actor: str,
    now: datetime,
    decision: Decision | None = None,
    **factors: Any,
) -> None:
    """`log_confidence` of several units, each with its confidence before, in one statement; none if nothing moved."""
    events = [
        ConfidenceEvent(
            namespace_id=unit.namespace_id,
            unit_id=unit.pk,
            before=before,
            after=unit.confidence,
            cause=cause,
            factors=factors,
            actor=actor,
            decision_row=decision,
            created_at=now,
        )
        for unit, before in moved
        if unit.confidence != before
    ]
    if events:
        ConfidenceEvent.objects.bulk_create(events)
