"""A unit seen as a side of a judgement or of a policy."""

from __future__ import annotations

from memories.judging.statements import Statement
from memories.models import MemoryUnit
from memories.policies import Side
from memories.words import Channel, Kind


def side_of(unit: MemoryUnit) -> Side:
    """What policies may know of a unit; `source` must be loaded."""
    return Side(
        id=unit.pk,
        kind=Kind(unit.kind),
        channel=Channel(unit.source.channel),
        voice=unit.voice,
        subject=unit.subject_key,
        trust=unit.source.trust,
        critical=unit.critical,
        confidence=unit.confidence,
        occurred_at=unit.occurred_at,
        created_at=unit.created_at,
        expires_at=unit.expires_at,
    )


def statement_of(unit: MemoryUnit) -> Statement:
    """What the judge may know of a unit; `source` must be loaded."""
    return Statement(
        text=unit.value,
        subject=unit.subject_key,
        attribute=unit.attribute,
        kind=unit.kind,
        voice=unit.voice,
        occurred_at=unit.occurred_at,
        key=unit.key,
        channel=unit.source.channel,
    )
