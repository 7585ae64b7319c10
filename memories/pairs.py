"""What was judged already: a pair at its content versions, so that it is not judged again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from memories.judging.statements import DECISIVE
from memories.models import JudgedPair, MemoryUnit

if TYPE_CHECKING:
    from memories.unit_verdicts import Neighbour


def ordered(one: MemoryUnit, other: MemoryUnit) -> tuple[MemoryUnit, MemoryUnit]:
    """(a, b) with the smaller id first, as JudgedPair keeps them."""
    return (one, other) if one.pk < other.pk else (other, one)


def remember_pairs(compared: Iterable[tuple[MemoryUnit, Sequence[Neighbour]]], *, now: datetime) -> None:
    """Keep the local judge's verdicts on units and their neighbours, in one statement.

    A pair that was judged at these content versions before keeps what was said then. Only what would do something is
    kept: that two units merely resemble each other is most of all pairs, and cheaper seen again than kept.
    """
    JudgedPair.objects.bulk_create(
        [_judged(unit, item, now) for unit, near in compared for item in near if item.verdict.label in DECISIVE],
        ignore_conflicts=True,
    )


def _judged(unit: MemoryUnit, item: Neighbour, now: datetime) -> JudgedPair:
    a, b = ordered(unit, item.unit)
    return JudgedPair(
        namespace_id=unit.namespace_id,
        a_id=a.pk,
        b_id=b.pk,
        a_content=a.content_version,
        b_content=b.content_version,
        label=item.verdict.label,
        probability=item.verdict.probability,
        judge="local",
        similarity=item.similarity,
        features=[
            {"name": feature.name, "weight": round(feature.weight, 3), "detail": feature.detail}
            for feature in item.verdict.features
        ],
        waiting=not item.verdict.sure and item.verdict.label in DECISIVE,
        created_at=now,
    )
