"""Rows turned into what doors give out."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from memories.confidence import as_read
from memories.gate.privacy import said_by
from memories.models import Alert, Conflict, Decision, ForgetRequest, MemoryUnit, Source
from memories.preferences import Preferences
from memories.shapes.outputs import AlertOut, ConflictOut, DecisionOut, ForgetOut, MemoryOut, SourceOut
from memories.words import ConflictState

_SAME_NAME = (
    "value", "key", "query", "kind", "subject", "attribute", "entities", "participants", "action_type", "decision",
    "tags", "success", "occurred_at", "created_at", "updated_at", "valid_from", "valid_to", "expires_at",
    "last_recalled_at", "last_verified_at", "tier", "state", "critical", "contested", "independent_evidence",
    "recall_count", "success_count", "failure_count", "sensitive", "derived", "version", "source_id",
)  # fmt: skip


class Believed(Protocol):
    """What the confidence that is read depends on: a unit, or what a search has read of one."""

    confidence: float
    idle_since: datetime
    critical: bool
    contested: bool


def confidence_now(unit: Believed, *, preferences: Preferences, now: datetime) -> float:
    """The confidence that a reader sees: decayed, and lowered while contested."""
    return as_read(
        unit.confidence,
        unit.idle_since,
        now,
        critical=unit.critical,
        contested=unit.contested,
        rules=preferences.rules,
    )


def memory_out(unit: MemoryUnit, *, preferences: Preferences, now: datetime) -> MemoryOut:
    fields = {name: getattr(unit, name) for name in _SAME_NAME}
    seen = confidence_now(unit, preferences=preferences, now=now)
    return MemoryOut(id=unit.pk, confidence=round(seen, 4), **fields | {"value": said_by(unit)})


def source_out(source: Source) -> SourceOut:
    return SourceOut(
        id=source.pk,
        channel=source.channel,
        writer=f"{source.writer.prefix}…" if source.writer else None,
        mcp_server=source.mcp_server,
        tool_call_id=source.tool_call_id,
        conversation_id=source.conversation_id,
        session_id=source.session_id,
        task_id=source.task_id,
        step=source.step,
        trust=source.trust,
        created_at=source.created_at,
    )


def conflict_out(conflict: Conflict, *, preferences: Preferences, now: datetime) -> ConflictOut:
    """A conflict with both sides; `a` and `b` must be loaded. `versions` are those to decide on."""
    return ConflictOut(
        id=conflict.pk,
        type=conflict.type,
        state=ConflictState.SETTLED if conflict.state == ConflictState.COEXISTING else conflict.state,
        coexisting=conflict.state == ConflictState.COEXISTING,
        a=memory_out(conflict.a, preferences=preferences, now=now),
        b=memory_out(conflict.b, preferences=preferences, now=now),
        reason=conflict.reason,
        judge_reason=conflict.judge_reason,
        proposal=conflict.proposal,
        resolution="coexist" if conflict.state == ConflictState.COEXISTING else conflict.resolution,
        probability=conflict.probability,
        features=conflict.features,
        versions={"a": conflict.a.version, "b": conflict.b.version},
        opened_at=conflict.opened_at,
        settled_at=conflict.opened_at if conflict.state == ConflictState.COEXISTING else conflict.settled_at,
    )


def decision_out(row: Decision) -> DecisionOut:
    return DecisionOut(
        id=row.pk,
        action=row.action,
        actor=row.actor,
        automatic=row.automatic,
        created_at=row.created_at,
        undone_at=row.undone_at,
        conflict_id=row.conflict_id,
    )


def forget_out(request: ForgetRequest) -> ForgetOut:
    """A forget request with its counts and, once it is done, its receipt; never whom it was about."""
    return ForgetOut(id=request.pk, state=request.state, counts=request.counts, receipt=request.receipt or {})


def alert_out(alert: Alert) -> AlertOut:
    return AlertOut(
        id=alert.pk,
        kind=alert.kind,
        object_type=alert.object_type,
        object_id=alert.object_id,
        detail=alert.detail,
        times=alert.times,
        created_at=alert.created_at,
        acknowledged_at=alert.acknowledged_at,
        acknowledged_by=alert.acknowledged_by,
    )
