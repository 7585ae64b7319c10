"""Everything that is known of how a unit came to be what it is."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from memories.callers import Caller
from memories.errors import NotFound
from memories.models import Conflict, Decision, MemoryUnit, MemoryVersion, Recall, Relation
from memories.models.base import SNAPSHOT_FIELDS
from memories.preferences import preferences_of
from memories.presenting import conflict_out, decision_out, memory_out, source_out
from memories.recalling.feedback.returned import recalls_that_returned
from memories.recalling.feedback.variants import variants_of
from memories.shapes.outputs import (
    EventOut,
    EvidenceOut,
    MemoryOut,
    RecallOut,
    RelationOut,
    TraceOut,
    VariantOut,
    VersionOut,
)
from memories.walls import inside
from memories.words import Scope

_NEWEST = 100


def get(caller: Caller, unit_id: UUID, *, now: datetime) -> MemoryOut:
    """One unit, whatever its state. Raises NotFound."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        unit = MemoryUnit.objects.filter(namespace_id=caller.namespace_id, pk=unit_id).first()
        if unit is None:
            raise NotFound("There is no such memory.", field="id")
        return memory_out(unit, preferences=preferences_of(caller.namespace_id), now=now)


def trace(caller: Caller, unit_id: UUID, *, now: datetime) -> TraceOut:
    """Origin, versions with who, why and the difference, confidence, relations both ways, conflicts, recalls.

    At most the newest 100 of each. Raises NotFound.
    """
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        preferences = preferences_of(caller.namespace_id)
        unit = (
            MemoryUnit.objects.filter(namespace_id=caller.namespace_id, pk=unit_id)
            .select_related("source__writer")
            .first()
        )
        if unit is None:
            raise NotFound("There is no such memory.", field="id")
        space = caller.namespace_id
        events = unit.confidence_events.filter(namespace_id=space).order_by("-created_at", "-id")[:_NEWEST]
        evidence = unit.evidence.filter(namespace_id=space).select_related("source").order_by("created_at", "id")
        conflicts = Conflict.objects.filter(Q(a_id=unit_id) | Q(b_id=unit_id), namespace_id=space).select_related(
            "a", "b"
        )
        recalls = Recall.objects.filter(
            namespace_id=space, pk__in=recalls_that_returned(space, [unit_id], most=_NEWEST)
        )
        decisions = Decision.objects.filter(namespace_id=space, moves__contains=[{"unit": str(unit_id)}])
        return TraceOut(
            memory=memory_out(unit, preferences=preferences, now=now),
            source=source_out(unit.source),
            evidence=[
                EvidenceOut(
                    source_id=row.source_id,
                    channel=row.source.channel,
                    independent=row.independent,
                    trust=row.trust,
                    times=row.times,
                    stated_at=row.stated_at,
                )
                for row in evidence[:_NEWEST]
            ],
            versions=versions_of(unit),
            confidence_events=[
                EventOut(
                    before=row.before,
                    after=row.after,
                    cause=row.cause,
                    factors=row.factors,
                    actor=row.actor,
                    created_at=row.created_at,
                )
                for row in reversed(events)
            ],
            relations=relations_of(unit),
            conflicts=[
                conflict_out(row, preferences=preferences, now=now)
                for row in conflicts.order_by("-opened_at")[:_NEWEST]
            ],
            recalls=[
                RecallOut(
                    id=row.pk,
                    query=row.query,
                    created_at=row.created_at,
                    success=row.success,
                    credited=unit_id in row.credited_ids,
                    partial=row.partial,
                )
                for row in recalls.order_by("-created_at")[:_NEWEST]
            ],
            query_variants=[
                VariantOut(
                    id=row.pk,
                    text=row.text,
                    uses=row.uses,
                    recall_id=row.recall_id,
                    created_at=row.created_at,
                    last_used_at=row.last_used_at,
                )
                for row in variants_of(space, [unit_id]).get(unit_id, [])
            ],
            decisions=[decision_out(row) for row in decisions.order_by("-created_at")[:_NEWEST]],
        )


def versions_of(unit: MemoryUnit) -> list[VersionOut]:
    """The versions of a unit, oldest first, each with what it changed against the one before."""
    rows = list(MemoryVersion.objects.filter(namespace_id=unit.namespace_id, unit_id=unit.pk).order_by("number"))
    shown: list[VersionOut] = []
    before: MemoryVersion | None = None
    for row in rows:
        changes = {}
        if before is not None:
            changes = {
                name: [getattr(before, name), getattr(row, name)]
                for name in SNAPSHOT_FIELDS
                if name != "original" and getattr(before, name) != getattr(row, name)
            }
        shown.append(
            VersionOut(
                number=row.number,
                action=row.action,
                actor=row.actor,
                reason=row.reason,
                created_at=row.created_at,
                value=row.value,
                state=row.state,
                confidence=row.confidence,
                changes=changes,
            )
        )
        before = row
    return shown


def relations_of(unit: MemoryUnit) -> list[RelationOut]:
    """Edges both ways, newest first."""
    rows = (
        Relation.objects.filter(Q(from_unit_id=unit.pk) | Q(to_unit_id=unit.pk), namespace_id=unit.namespace_id)
        .select_related("from_unit", "to_unit")
        .order_by("-created_at", "-id")[:_NEWEST]
    )
    shown = []
    for row in rows:
        outward = row.from_unit_id == unit.pk
        other = row.to_unit if outward else row.from_unit
        shown.append(
            RelationOut(
                type=row.type,
                direction="out" if outward else "in",
                other_id=other.pk,
                other_value=other.value,
                other_state=other.state,
                created_at=row.created_at,
            )
        )
    return shown
