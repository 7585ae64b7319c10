"""What each run does besides judging: by index on what is due, never by scanning the store."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import F

from memories.lifecycle import archive
from memories.locks import lock_namespace
from memories.models import MemoryUnit, Recall
from memories.walls import inside
from memories.words import State

_AT_ONCE = 500


def expire(namespace_id: int, *, now: datetime) -> int:
    """Archive what is past its time. Search has not shown it since that instant; this tidies the indexes."""
    done = 0
    while True:
        with inside(namespace_id):
            lock_namespace(namespace_id)
            units = list(
                MemoryUnit.objects.filter(namespace_id=namespace_id, state=State.ACTIVE, expires_at__lte=now).order_by(
                    "pk"
                )[:_AT_ONCE]
            )
            for unit in units:
                archive(unit, actor="review", now=now, reason="expired")
        done += len(units)
        if len(units) < _AT_ONCE:
            return done


def fold_recalls(namespace_id: int) -> int:
    """Add what was recalled since the last run to the units' counts; each recall is folded once."""
    done = 0
    while True:
        with inside(namespace_id):
            lock_namespace(namespace_id)
            recalls = list(
                Recall.objects.filter(namespace_id=namespace_id, folded=False)
                .order_by("pk")
                .select_for_update()[:_AT_ONCE]
            )
            counts: dict[UUID, int] = {}
            newest: dict[UUID, datetime] = {}
            for recall in recalls:
                for unit_id in recall.unit_ids:
                    counts[unit_id] = counts.get(unit_id, 0) + 1
                    newest[unit_id] = max(newest.get(unit_id, recall.created_at), recall.created_at)
            for unit_id in sorted(counts):
                unit = MemoryUnit.objects.filter(namespace_id=namespace_id, pk=unit_id)
                unit.update(recall_count=F("recall_count") + counts[unit_id])
                unit.exclude(last_recalled_at__gte=newest[unit_id]).update(last_recalled_at=newest[unit_id])
                unit.filter(idle_since__lt=newest[unit_id]).update(idle_since=newest[unit_id])
            Recall.objects.filter(namespace_id=namespace_id, pk__in=[recall.pk for recall in recalls]).update(
                folded=True
            )
        done += len(recalls)
        if len(recalls) < _AT_ONCE:
            return done
