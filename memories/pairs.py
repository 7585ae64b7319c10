"""What was judged already: a pair at its content versions, so that it is not judged again."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from memories.models import JudgedPair, MemoryUnit

if TYPE_CHECKING:
    from memories.overlap import Neighbour
    from memories.preferences import Preferences

UNDECIDED = ("same", "changed", "contradicts")
"""Labels that would do something if they were sure; an unsure one waits for a better judge."""


def ordered(one: MemoryUnit, other: MemoryUnit) -> tuple[MemoryUnit, MemoryUnit]:
    """(a, b) with the smaller id first, as JudgedPair keeps them."""
    return (one, other) if one.pk < other.pk else (other, one)


def remember_pair(unit: MemoryUnit, item: Neighbour, *, preferences: Preferences, now: datetime) -> JudgedPair | None:
    """Keep the local judge's verdict, unless the two are so far apart that no review would look at them."""
    waiting = not item.verdict.sure and item.verdict.label in UNDECIDED
    near = item.similarity is None or item.similarity >= preferences.conflict_similarity
    if not (waiting or near or item.verdict.label in UNDECIDED):
        return None
    a, b = ordered(unit, item.unit)
    pair, _ = JudgedPair.objects.get_or_create(
        namespace_id=unit.namespace_id,
        a_id=a.pk,
        b_id=b.pk,
        a_content=a.content_version,
        b_content=b.content_version,
        defaults={
            "label": item.verdict.label,
            "probability": item.verdict.probability,
            "judge": "local",
            "similarity": item.similarity,
            "features": [
                {"name": feature.name, "weight": round(feature.weight, 3), "detail": feature.detail}
                for feature in item.verdict.features
            ],
            "waiting": waiting,
            "created_at": now,
        },
    )
    return pair
