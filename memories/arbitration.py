"""A third independent source settles what two sources disagreed about (SPEC 6.5)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from memories import settling
from memories.contradictions import ask_people
from memories.locks import lock_units
from memories.models import Conflict, Evidence, MemoryUnit
from memories.policies import effects
from memories.preferences import Preferences
from memories.sides import side_of
from memories.words import ConflictState, ConflictType, Resolution, State


def arbitrate(unit: MemoryUnit, *, preferences: Preferences, actor: str, now: datetime) -> list[Conflict]:
    """Settle the source conflicts of a unit that another independent source has just stated.

    The side that more writers state wins, from two writers on; a critical loser is left to people. The winner is
    restored (its factor falls away) and has been raised by the evidence itself.
    """
    settled = []
    standing = Conflict.objects.filter(
        Q(a_id=unit.pk) | Q(b_id=unit.pk),
        namespace_id=unit.namespace_id,
        state=ConflictState.COEXISTING,
        type=ConflictType.SOURCE,
    ).order_by("pk")
    for conflict in standing:
        units = lock_units(unit.namespace_id, [conflict.a_id, conflict.b_id])
        # The caller may hold changes of this unit that are saved but newer than what it was loaded with.
        units[unit.pk] = unit
        other = units[conflict.b_id if conflict.a_id == unit.pk else conflict.a_id]
        mine, theirs = _writers_of(unit), _writers_of(other)
        if len(mine) < 2 or len(mine) <= len(theirs) or other.state != State.ACTIVE:
            continue
        if other.critical:
            conflict.state = ConflictState.PENDING
            conflict.save(update_fields=["state"])
            ask_people(conflict, now=now)
            continue
        resolution = Resolution.KEEP_A if conflict.a_id == unit.pk else Resolution.KEEP_B
        conflict.state, conflict.settled_at, conflict.resolution = ConflictState.SETTLED, now, resolution
        conflict.save(update_fields=["state", "settled_at", "resolution"])
        changes = effects(
            side_of(units[conflict.a_id]),
            side_of(units[conflict.b_id]),
            type=ConflictType.SOURCE,
            resolution=resolution,
            by_person=False,
            rules=preferences.rules,
        )
        settling.apply(
            changes,
            units=units,
            namespace_id=unit.namespace_id,
            actor=actor,
            action="policy_third_source",
            now=now,
            conflict=conflict,
            automatic=True,
            reason="third_independent_source",
        )
        settled.append(conflict)
    return settled


def _writers_of(unit: MemoryUnit) -> set[int]:
    """Different tokens that state the unit's present content; labels of one token do not add up."""
    rows = Evidence.objects.filter(
        namespace_id=unit.namespace_id,
        unit_id=unit.pk,
        content_version=unit.content_version,
        writer_id__isnull=False,
    ).values_list("writer_id", flat=True)
    return {writer for writer in rows if writer is not None}
