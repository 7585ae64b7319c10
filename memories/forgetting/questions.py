"""Questions that units learned, where they speak of what is to be forgotten.

A question goes with the recall that it came from, also where another unit learned it: what came back for it is what it
asked about. A unit that stays is found by its remaining words alone.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from memories.forgetting.finding import Found
from memories.models import MemoryUnit, QueryVariant
from memories.searchable import index_units


def questions_of(namespace_id: int, found: Found) -> QuerySet[QueryVariant]:
    """Those of the units, those that name the target, and those learned from the recalls that go."""
    return QueryVariant.objects.filter(
        Q(unit_id__in=found.units) | Q(pk__in=found.variants) | Q(recall_id__in=found.recalls),
        namespace_id=namespace_id,
    )


def erase_questions(namespace_id: int, found: Found) -> int:
    """Delete them, and make the search words of the units that stay anew; how many were deleted."""
    rows = questions_of(namespace_id, found)
    ids, units = list(rows.values_list("pk", flat=True)), set(rows.values_list("unit_id", flat=True))
    QueryVariant.objects.filter(namespace_id=namespace_id, pk__in=ids).delete()
    staying = units - found.units
    index_units(
        list(
            MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=staying).select_related("source").order_by("pk")
        ),
        None,
    )
    return len(ids)
