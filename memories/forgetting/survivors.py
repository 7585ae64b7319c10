"""Units that lose a source but not their last one: handed over to what else states them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memories.confidence import from_evidence
from memories.confidence_log import log_confidence
from memories.forgetting.finding import Found
from memories.models import Evidence, MemoryUnit
from memories.preferences import Preferences
from memories.words import Kind


def hand_over(namespace_id: int, found: Found, *, actor: str, preferences: Preferences, now: datetime) -> int:
    """Point surviving units at their earliest remaining source and take back the confidence that the erased one
    gave them; how many there were. Runs before the erasers."""
    losing = Evidence.objects.filter(namespace_id=namespace_id, source_id__in=found.sources).exclude(
        unit_id__in=found.units
    )
    ids = set(losing.values_list("unit_id", flat=True)) | set(
        MemoryUnit.objects.filter(namespace_id=namespace_id, source_id__in=found.sources)
        .exclude(pk__in=found.units)
        .values_list("pk", flat=True)
    )
    units = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=ids).order_by("pk").select_for_update()
    for unit in units:
        remaining = list(
            Evidence.objects.filter(namespace_id=namespace_id, unit_id=unit.pk)
            .exclude(source_id__in=found.sources)
            .select_related("source")
            .order_by("-content_version", "created_at", "pk")
        )
        rest_on(unit, remaining, cause="evidence_erased", actor=actor, preferences=preferences, now=now)
    return len(ids)


def rest_on(
    unit: MemoryUnit,
    remaining: Sequence[Evidence],
    *,
    cause: str,
    actor: str,
    preferences: Preferences,
    now: datetime,
) -> None:
    """Let a locked unit stand by the evidence that remains (with its sources, the one to name first): its source is one
    of them, and the confidence that the others gave it is taken back."""
    by_writer = {row.writer_id: row.trust for row in reversed(remaining)}
    before = unit.confidence
    if unit.source_id not in {row.source_id for row in remaining}:
        unit.source, unit.voice = remaining[0].source, remaining[0].source.voice
    trusts = [by_writer[key] for key in dict.fromkeys(row.writer_id for row in remaining)]
    # Losing a witness never makes a statement surer than it is.
    unit.confidence = min(before, from_evidence(Kind(unit.kind), trusts, preferences.rules))
    unit.independent_evidence = len(trusts)
    unit.save(update_fields=["source", "voice", "confidence", "independent_evidence"])
    log_confidence(unit, before, cause=cause, actor=actor, now=now)
