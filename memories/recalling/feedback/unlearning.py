"""A learned question that brings a unit back where it does not help is taken from it: by failures, or by hand.

A failure takes back what a success gave: each takes one from the uses of the variants that the unit came back by, and
at none a variant is gone. So what was learned once by mistake goes with the first failure, and what has often helped
stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from memories import audit
from memories.callers import Caller
from memories.errors import NotFound
from memories.locks import lock_units, share_namespace
from memories.models import MemoryUnit, QueryVariant
from memories.recalling.feedback.learning import UNLIKE_SHARE, asked_digest
from memories.recalling.feedback.variants import variants_of
from memories.searchable import asked_hashes, hashes_of, index_units, word_hashes
from memories.walls import inside
from memories.words import Scope


def unlearn(units: Sequence[MemoryUnit], question: str) -> int:
    """Weaken the variants by which this question found these units without success; how many are gone.

    The units are of one namespace, with their sources loaded and their rows locked by the caller; `question` is masked.
    One query where nothing was learned.
    """
    if not units:
        return 0
    space = units[0].namespace_id
    known = variants_of(space, [unit.pk for unit in units])
    blamed = [row for unit in units if unit.pk in known for row in _came_by(unit, known[unit.pk], question)]
    weaker = [row for row in blamed if row.uses > 1]
    for row in weaker:
        row.uses -= 1
    QueryVariant.objects.bulk_update(weaker, ["uses"])
    gone = [row for row in blamed if row not in weaker]
    _drop([unit for unit in units if unit.pk in {row.unit_id for row in gone}], gone)
    return len(gone)


def remove_variant(caller: Caller, variant_id: UUID, *, now: datetime) -> None:
    """Take one learned question from its unit, however often it helped.

    Raises:
        NotFound: there is no such variant.
    """
    caller.require(Scope.WRITE)
    space = caller.namespace_id
    with inside(space):
        share_namespace(space)
        row = QueryVariant.objects.filter(namespace_id=space, pk=variant_id).first()
        units = {} if row is None else lock_units(space, [row.unit_id])
        row = QueryVariant.objects.filter(namespace_id=space, pk=variant_id).first()
        if row is None:
            raise NotFound("There is no such query variant.", field="id")
        _drop(list(units.values()), [row])
        audit.record(
            namespace_id=space,
            actor=caller.actor,
            action="variant_removed",
            object_type="unit",
            object_id=row.unit_id,
            now=now,
            variant=str(variant_id),
        )


def _came_by(unit: MemoryUnit, rows: Sequence[QueryVariant], question: str) -> list[QueryVariant]:
    """Those of a unit's variants that this question is, or that hold at least half of what it asks by and the unit
    itself does not say."""
    space = unit.namespace_id
    digest = asked_digest(space, question)
    lacked = set(asked_hashes(space, question)).difference(hashes_of(unit))
    return [
        row
        for row in rows
        if row.digest == digest
        or (lacked and len(lacked & word_hashes(space, row.text).keys()) >= UNLIKE_SHARE * len(lacked))
    ]


def _drop(units: Sequence[MemoryUnit], rows: Sequence[QueryVariant]) -> None:
    """Delete variants, and make the search words of their units anew."""
    if not rows:
        return
    QueryVariant.objects.filter(namespace_id=rows[0].namespace_id, pk__in=[row.pk for row in rows]).delete()
    index_units(units, None)
