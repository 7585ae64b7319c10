"""Snapshots of units: how one is taken, how a unit is put back to one, and what search may see of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from memories.models import Decision, MemoryUnit, MemoryVersion, Terms, Vector
from memories.models.base import SNAPSHOT_FIELDS
from memories.words import State

UNIT_STANDING = (
    "state",
    "confidence",
    "critical",
    "tier",
    "valid_from",
    "valid_to",
    "expires_at",
    "version",
    "content_version",
    "updated_at",
    "state_changed_at",
    "idle_since",
    "last_verified_at",
    "review_due_at",
)
"""The columns that a change of standing may write; content columns are written by an edit or a rollback."""


def snapshot(
    unit: MemoryUnit,
    *,
    action: str,
    actor: str,
    now: datetime,
    reason: str = "",
    decision: Decision | None = None,
) -> MemoryVersion:
    """An unsaved version equal to the unit as it stands."""
    fields = {name: getattr(unit, name) for name in SNAPSHOT_FIELDS}
    return MemoryVersion(
        namespace_id=unit.namespace_id,
        unit_id=unit.pk,
        number=unit.version,
        content_version=unit.content_version,
        action=action,
        actor=actor,
        reason=reason,
        decision_row_id=decision.pk if decision else None,
        created_at=now,
        **fields,
    )


def save_with_version(
    unit: MemoryUnit,
    *,
    action: str,
    actor: str,
    now: datetime,
    reason: str = "",
    decision: Decision | None = None,
    content_changed: bool = False,
) -> MemoryVersion:
    """Count the version up, save the unit and its snapshot, and keep the search rows in step with its state."""
    unit.version += 1
    unit.updated_at = now
    if content_changed:
        unit.save()
    else:
        unit.save(update_fields=list(UNIT_STANDING))
    version = snapshot(unit, action=action, actor=actor, now=now, reason=reason, decision=decision)
    version.save(force_insert=True)
    sync_search_rows(unit)
    return version


def sync_search_rows(unit: MemoryUnit) -> None:
    """Only an active unit's present content is in the HNSW and GIN indexes."""
    current = unit.state == State.ACTIVE
    rows = Vector.objects.filter(namespace_id=unit.namespace_id, unit_id=unit.pk)
    # First take the old one out: at most one vector of a unit is current.
    rows.filter(current=True).exclude(content_version=unit.content_version).update(current=False)
    rows.filter(content_version=unit.content_version).exclude(current=current).update(current=current)
    Terms.objects.filter(namespace_id=unit.namespace_id, unit_id=unit.pk).exclude(current=current).update(
        current=current
    )


def put_back(unit: MemoryUnit, version: MemoryVersion, fields: Iterable[str] = SNAPSHOT_FIELDS) -> None:
    """Give the unit the fields of one of its versions, in memory; its content version goes back with them."""
    for name in fields:
        setattr(unit, name, getattr(version, name))
    unit.content_version = version.content_version


def next_content(unit: MemoryUnit) -> int:
    """The number of content that no version of the unit has had."""
    newest = (
        MemoryVersion.objects.filter(namespace_id=unit.namespace_id, unit_id=unit.pk)
        .order_by("-content_version")
        .values_list("content_version", flat=True)
        .first()
    )
    return max(newest or 0, unit.content_version) + 1
