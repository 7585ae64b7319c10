"""What happens when a statement says what a unit says already: evidence is kept, no second row is made."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from memories import confidence
from memories.callers import Caller
from memories.confidence_log import log_confidence
from memories.gate.drafting import Draft
from memories.models import Evidence, MemoryUnit, Source
from memories.preferences import Preferences
from memories.versions import save_with_version
from memories.words import Kind, Tier

_LAYERS = [Tier.WORKING, Tier.SHORT, Tier.LONG]


def add_evidence(
    unit: MemoryUnit, source: Source, *, writer_id: int | None, stated_at: datetime, now: datetime
) -> bool:
    """Keep that this source states this unit; True if the writer is a new, independent one.

    Labels tell voices apart, but only different tokens count as independent (SPEC 3.2): one writer that repeats
    itself under other labels adds nothing to confidence.
    """
    known = Evidence.objects.filter(
        namespace_id=unit.namespace_id, unit_id=unit.pk, content_version=unit.content_version
    )
    independent = writer_id is not None and not known.filter(writer_id=writer_id).exists() and known.exists()
    _, created = Evidence.objects.get_or_create(
        namespace_id=unit.namespace_id,
        unit_id=unit.pk,
        source_id=source.pk,
        content_version=unit.content_version,
        defaults={
            "writer_id": writer_id,
            "independent": independent,
            "trust": source.trust,
            "stated_at": stated_at,
            "created_at": now,
        },
    )
    if not created:
        known.filter(source_id=source.pk).update(times=F("times") + 1, stated_at=stated_at)
    return independent


def reinforce(
    unit: MemoryUnit,
    draft: Draft,
    source: Source,
    *,
    caller: Caller,
    preferences: Preferences,
    now: datetime,
) -> str:
    """Add a statement to the unit that says it already; returns why its confidence rose or did not.

    A fact that confirms an inference makes it a fact. A longer life and a higher layer are taken over.
    """
    new = draft.unit
    independent = add_evidence(unit, source, writer_id=caller.writer_id, stated_at=new.occurred_at, now=now)
    promoted = unit.kind == Kind.INFERENCE and new.kind == Kind.FACT
    before = unit.confidence
    if promoted:
        unit.kind = Kind.FACT
        unit.source, unit.voice = source, draft.origin.voice
        unit.confidence = max(unit.confidence, new.confidence)
    if independent:
        unit.independent_evidence += 1
        unit.last_verified_at = now
        cap = confidence.ceiling(Kind(unit.kind), max(unit.source.trust, source.trust), preferences.rules)
        unit.confidence = confidence.corroborated(unit.confidence, source.trust, cap)
    unit.idle_since = now
    log_confidence(
        unit,
        before,
        cause="independent_evidence" if independent else "stated_as_fact",
        actor=caller.actor,
        now=now,
        trust=round(source.trust, 4),
        source=str(source.pk),
    )
    lives_longer = _take_over_lifetime(unit, new)
    if promoted or lives_longer:
        save_with_version(
            unit,
            action="reinforced",
            actor=caller.actor,
            now=now,
            reason="stated as a fact" if promoted else "kept longer",
            content_changed=True,
        )
    else:
        unit.updated_at = now
        unit.save(
            update_fields=[
                "confidence", "independent_evidence", "last_verified_at", "idle_since", "updated_at"
            ]
        )  # fmt: skip
    if independent:
        return "independent_source"
    return "stated_as_fact" if promoted else "same_source"


def _take_over_lifetime(unit: MemoryUnit, new: MemoryUnit) -> bool:
    changed = False
    if _LAYERS.index(Tier(new.tier)) > _LAYERS.index(Tier(unit.tier)):
        unit.tier = new.tier
        changed = True
    if unit.expires_at is not None and (new.expires_at is None or new.expires_at > unit.expires_at):
        unit.expires_at = new.expires_at
        changed = True
    if new.critical and not unit.critical:
        unit.critical = True
        changed = True
    return changed
