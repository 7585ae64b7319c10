"""What stands near a unit, for whoever has to decide about it: the same subject and attribute, and what is alike."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import numpy as np
from django.db.models import Q

from memories.models import MemoryUnit, Vector
from memories.nearest import nearest
from memories.words import State

FEW: Final = 4
"""How many are shown of a unit."""
ALIKE_FROM: Final = 0.35
"""Below this cosine a text is about something else; vectors are centred, so that any two texts have about 0."""
_SAME_SLOT: Final = 20


@dataclass(frozen=True, slots=True)
class Near:
    """A current unit beside another: whether both are about one attribute of one subject, and how alike the texts are
    (None where nothing was measured)."""

    unit: MemoryUnit
    same_slot: bool
    similarity: float | None


def near_each(units: Sequence[MemoryUnit], *, besides: Collection[UUID] = ()) -> dict[UUID, list[Near]]:
    """For each of these units of one namespace the few current ones that stand nearest, without these and `besides`.

    Called inside the wall. By index only, and for each unit the same number of statements.
    """
    shown = {unit.pk for unit in units} | set(besides)
    cosines = _alike(units, shown)
    wanted = Q(pk__in={pk for found in cosines.values() for pk in found})
    for unit in units:
        if unit.subject_key and unit.attribute:
            wanted |= Q(pk__in=_in_the_slot_of(unit, shown))
    rows = (
        MemoryUnit.objects.filter(wanted, namespace_id__in={unit.namespace_id for unit in units}, state=State.ACTIVE)
        .select_related("source")
        .defer("original")
    )
    found = list(rows)
    return {unit.pk: _best(unit, found, cosines.get(unit.pk, {})) for unit in units}


def _in_the_slot_of(unit: MemoryUnit, shown: Collection[UUID]) -> Collection[UUID]:
    rows = MemoryUnit.objects.filter(
        namespace_id=unit.namespace_id,
        subject_key=unit.subject_key,
        attribute=unit.attribute,
        state=State.ACTIVE,
    ).exclude(pk__in=shown)
    return list(rows.order_by("-occurred_at", "pk").values_list("pk", flat=True)[:_SAME_SLOT])


def _alike(units: Sequence[MemoryUnit], shown: Collection[UUID]) -> Mapping[UUID, Mapping[UUID, float]]:
    """The nearest of each unit that has a vector of what it says now."""
    said_now = Q(pk__in=[])
    for unit in units:
        said_now |= Q(namespace_id=unit.namespace_id, unit_id=unit.pk, content_version=unit.content_version)
    by_unit = {unit.pk: unit for unit in units}
    return {
        row.unit_id: dict(
            nearest(
                by_unit[row.unit_id].namespace_id,
                np.asarray(row.embedding, dtype=np.float32),
                limit=FEW,
                where="u.id <> ALL(%s)",
                params=[list(shown)],
            )
        )
        for row in Vector.objects.filter(said_now, space__active=True).only("unit_id", "embedding")
    }


def _best(unit: MemoryUnit, found: Sequence[MemoryUnit], cosines: Mapping[UUID, float]) -> list[Near]:
    near = [
        Near(
            other,
            same_slot=bool(unit.subject_key and unit.attribute)
            and (other.subject_key, other.attribute) == (unit.subject_key, unit.attribute),
            similarity=cosines.get(other.pk),
        )
        for other in found
        if other.namespace_id == unit.namespace_id
    ]
    near = [one for one in near if one.same_slot or (one.similarity or 0) >= ALIKE_FROM]
    near.sort(key=lambda one: (not one.same_slot, -(one.similarity or 0), str(one.unit.pk)))
    return near[:FEW]
