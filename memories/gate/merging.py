"""Two current units that say the same become one: the older keeps its place and takes the evidence of the other."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories import confidence, settling
from memories.identity import declared_key
from memories.models import Evidence, MemoryUnit
from memories.policies import Change, in_order
from memories.preferences import Preferences
from memories.sides import side_of
from memories.words import Kind, RelationType, State


def merge_duplicate(one: MemoryUnit, other: MemoryUnit, *, actor: str, now: datetime, preferences: Preferences) -> bool:
    """Fold the newer of two equal, locked, current units into the older; reversible, as a decision of its own.

    A critical unit, or a fact beside an inference, is the one that stays. Units of unlike keys or attributes are
    left alone. True if they were merged.
    """
    keys = (declared_key(one), declared_key(other))
    if (all(keys) and keys[0] != keys[1]) or (one.attribute and other.attribute and one.attribute != other.attribute):
        return False
    older, newer = in_order(side_of(one), side_of(other))
    units: dict[UUID, MemoryUnit] = {one.pk: one, other.pk: other}
    keep, gone = units[older.id], units[newer.id]
    if (gone.critical, gone.kind != Kind.INFERENCE) > (keep.critical, keep.kind != Kind.INFERENCE):
        keep, gone = gone, keep
    if gone.critical:
        return False
    changes = [
        Change(
            gone.pk,
            "merged_away",
            state=State.SUPERSEDED,
            confidence=min(gone.confidence, confidence.SUPERSEDED_AT_MOST),
            related_to=keep.pk,
            relation=RelationType.DUPLICATES,
        )
    ]
    raised = _take_evidence(keep, gone, now)
    if raised:
        cap = confidence.ceiling(Kind(keep.kind), max(keep.source.trust, gone.source.trust), preferences.rules)
        better = confidence.corroborated(keep.confidence, gone.source.trust, cap)
        changes.append(Change(keep.pk, "independent_evidence", confidence=better, verified=True))
    settling.apply(
        changes,
        units=units,
        namespace_id=keep.namespace_id,
        actor=actor,
        action="merge_duplicate",
        now=now,
        automatic=True,
        reason="says the same",
    )
    return True


def _take_evidence(keep: MemoryUnit, gone: MemoryUnit, now: datetime) -> bool:
    """Copy the other's evidence; it keeps its own rows, so that undoing the merge finds them. True if a writer is
    new to the unit that stays."""
    own = Evidence.objects.filter(namespace_id=keep.namespace_id, unit_id=keep.pk, content_version=keep.content_version)
    writers = set(own.values_list("writer_id", flat=True))
    new_writer = False
    for row in Evidence.objects.filter(
        namespace_id=gone.namespace_id, unit_id=gone.pk, content_version=gone.content_version
    ):
        independent = row.writer_id is not None and row.writer_id not in writers
        Evidence.objects.get_or_create(
            namespace_id=keep.namespace_id,
            unit_id=keep.pk,
            source_id=row.source_id,
            content_version=keep.content_version,
            defaults={
                "writer_id": row.writer_id,
                "independent": independent,
                "trust": row.trust,
                "times": row.times,
                "stated_at": row.stated_at,
                "created_at": now,
            },
        )
        new_writer = new_writer or independent
        writers.add(row.writer_id)
    return new_writer
