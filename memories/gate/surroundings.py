"""What the statements of a batch meet: the neighbours of each, found together rather than one after the other.

It gives what memories.overlap.neighbours_of gives, of those whose verdict would do something, and is true as long as
the caller owns the namespace: what the batch itself changes is told by `add` and `doubt`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

import numpy as np
from django.db import connection

from memories.embedding.providers import Vectors
from memories.embedding.spaces import active_space_id
from memories.gate.drafting import Draft
from memories.gate.scanning import nearest_to_each, sides_of
from memories.models import MemoryUnit, Source
from memories.nearest import rows_in
from memories.overlap import comparable, current_units, holds_at, naming_text
from memories.preferences import Preferences
from memories.unit_verdicts import Neighbour, judge_decisive_of
from memories.words import State, Tier

_SCANNED_UP_TO = 250_000
"""Vectors of a namespace that are read for one batch, about two seconds; in a larger one each item asks the index."""
_SPARE = 2
"""How many times as many neighbours as are compared are kept of each, for those that the batch itself retires."""
_AHEAD = 200
"""For how many items units are read at a time."""
# What a comparison looks at; units that are changed are read whole, and locked.
_LOOKED_AT = (
    "namespace_id", "value", "key", "kind", "subject_key", "attribute", "tier", "state", "critical", "confidence",
    "occurred_at", "created_at", "valid_from", "valid_to", "expires_at", "sensitive", "lang", "voice", "source",
    "content_version",
)  # fmt: skip
# Every change of a unit's state, lifetime or content makes a version; the first is that of a unit itself.
_CHANGED = """
    SELECT u.id, u.state = 'active' FROM memories_memoryversion v
    JOIN memories_memoryunit u ON u.id = v.unit_id AND u.namespace_id = v.namespace_id
    WHERE v.namespace_id = %s AND v.created_at = %s AND v.number > 1
"""


_SLOTS = """
    SELECT d.subject, d.attribute, x.id, v.embedding::text
    FROM unnest(%s::text[], %s::text[]) AS d (subject, attribute)
    CROSS JOIN LATERAL (
        SELECT u.id FROM memories_memoryunit u
        WHERE u.namespace_id = %s AND u.subject_key = d.subject AND u.attribute = d.attribute AND u.subject_key <> ''
            AND u.state = 'active' AND (u.expires_at IS NULL OR u.expires_at > %s)
        ORDER BY u.id LIMIT %s
    ) AS x
    LEFT JOIN memories_vector v ON v.namespace_id = %s AND v.unit_id = x.id AND v.current AND v.space_id = %s
"""
Slot = tuple[str, str]


class Surroundings:
    """`near` has, for each draft, the nearest units that stood before, best first: `_SPARE` times as many as are
    compared, or all. The batch's own units are compared in memory."""

    def __init__(
        self,
        namespace_id: int,
        drafts: Sequence[Draft],
        vectors: Vectors,
        near: Sequence[Sequence[tuple[UUID, float]]],
        *,
        preferences: Preferences,
        now: datetime,
    ) -> None:
        self.namespace_id, self.drafts, self.preferences, self.now = namespace_id, drafts, preferences, now
        self.near = near
        self.most = preferences.overlap_neighbours
        self.vectors = vectors
        self.cosines = vectors @ vectors.T
        self.units: dict[UUID, MemoryUnit | None] = {}
        self.sources: dict[UUID, Source] = {}
        self.slots: dict[Slot, dict[UUID, Vectors | None]] = defaultdict(dict)
        self.added: dict[UUID, int] = {}
        self.working = np.array([one.unit.tier == Tier.WORKING for one in drafts])
        self.latest: tuple[int, list[Neighbour] | None] | None = None
        self.doubtful = False
        self._read_slots()

    def add(self, number: int) -> None:
        """The draft of this number is a current unit now."""
        unit = self.drafts[number].unit
        self.units[unit.pk], self.added[unit.pk] = unit, number
        if slot := _slot_of(unit):
            self.slots[slot][unit.pk] = self.vectors[number]

    def doubt(self) -> None:
        """Something was written that may have changed units; they are looked at before the next comparison."""
        self.doubtful = True

    def locked_neighbours_of(self, number: int) -> list[Neighbour] | None:
        """The neighbours of a draft as they are stored now, to be changed: those at hand are only good for a look."""
        near = self.neighbours_of(number)
        if near is None:
            return None
        rows = current_units(self.namespace_id, self.now).filter(pk__in=[item.unit.pk for item in near])
        units = {unit.pk: unit for unit in rows.order_by("pk").select_for_update(of=("self",))}
        return [replace(item, unit=units[item.unit.pk]) for item in near if item.unit.pk in units]

    def neighbours_of(self, number: int) -> list[Neighbour] | None:
        """The neighbours of a draft whose verdict would do something; None if so many of the nearest are not current
        any more that others would have to be looked for."""
        if self.doubtful:
            self._look_again()
        if self.latest is None or self.latest[0] != number:
            self.latest = (number, self._judge(number))
        return self.latest[1]

    def _judge(self, number: int) -> list[Neighbour] | None:
        draft = self.drafts[number]
        if not holds_at(draft.unit, self.now):
            return []
        standing = self._standing(number)
        if standing is None:
            return None
        cosines = self._nearest({**standing, **self._own(number)})
        slot = _slot_of(draft.unit)
        for pk, vector in self.slots[slot].items() if slot else ():
            if pk not in cosines:
                cosines[pk] = None if vector is None else float(self.vectors[number] @ vector)
        self._read(cosines)
        session = draft.origin.labels.session_id
        there = [unit for pk in sorted(cosines, key=str) if (unit := self.units[pk]) is not None][: 4 * self.most]
        others = [unit for unit in there if comparable(draft.unit, unit, session_id=session, now=self.now)]
        told = {pk: cosine for pk, cosine in cosines.items() if cosine is not None}
        return judge_decisive_of(draft.unit, others, told, self.preferences, vector=self.vectors[number])

    def _standing(self, number: int) -> dict[UUID, float] | None:
        """The nearest of those that stood before and still do, as many as are compared; None if there may be more."""
        found = self.near[number]
        while True:
            there = [(pk, cosine) for pk, cosine in found if self.units.get(pk, pk) is not None][: self.most]
            if len(there) < self.most and len(found) == _SPARE * self.most:
                return None
            if all(pk in self.units for pk, _ in there):
                return dict(there)
            ahead = range(number, min(len(self.drafts), number + _AHEAD))
            self._read([pk for pk, _ in there] + [pk for one in ahead for pk, _ in self.near[one][: self.most]])

    def _own(self, number: int) -> dict[UUID, float]:
        """Units of this batch that the draft may be near to."""
        unit, session = self.drafts[number].unit, self.drafts[number].origin.labels.session_id
        naming = naming_text(unit)
        added = [pk for pk in self.added if self.units.get(pk, pk) is not None]
        places = np.fromiter((self.added[pk] for pk in added), dtype=int, count=len(added))
        cosines = self.cosines[number, places]
        order = np.argsort(-cosines, kind="stable")
        found: dict[UUID, float] = {}
        for place in order.tolist():
            other = self.drafts[places[place]]
            apart = self.working[number] != self.working[places[place]]
            subject = other.unit.subject_key
            if apart or (unit.subject_key and subject not in ("", unit.subject_key)):
                continue
            if not unit.subject_key and subject not in naming:
                continue
            if self.working[number] and other.origin.labels.session_id != session:
                continue
            found[added[place]] = float(cosines[place])
            if len(found) == self.most:
                break
        return found

    def _nearest(self, cosines: dict[UUID, float]) -> dict[UUID, float | None]:
        best = sorted(cosines.items(), key=lambda item: -item[1])[: self.most]
        return dict(best)

    def _read(self, wanted: Iterable[UUID]) -> None:
        """Have these units at hand; those that are not current any more are None."""
        missing = {pk for pk in wanted if pk not in self.units}
        if not missing:
            return
        current = MemoryUnit.objects.filter(namespace_id=self.namespace_id, state=State.ACTIVE)
        rows = list(current.exclude(expires_at__lte=self.now).filter(pk__in=missing).only(*_LOOKED_AT))
        unknown = {unit.source_id for unit in rows} - self.sources.keys()
        self.sources |= Source.objects.filter(namespace_id=self.namespace_id).in_bulk(unknown)
        for unit in rows:
            unit.source = self.sources[unit.source_id]
        self.units |= dict.fromkeys(missing) | {unit.pk: unit for unit in rows}

    def _read_slots(self) -> None:
        """What stands under the subjects and attributes that the drafts declare."""
        wanted = list({slot: None for one in self.drafts if (slot := _slot_of(one.unit))})
        if not wanted:
            return
        subjects, attributes = ([slot[part] for slot in wanted] for part in (0, 1))
        space, limit = self.namespace_id, _SPARE * 4 * self.most
        with connection.cursor() as cursor:
            cursor.execute(_SLOTS, [subjects, attributes, space, self.now, limit, space, active_space_id()])
            for subject, attribute, pk, vector in cursor.fetchall():
                self.slots[subject, attribute][pk] = (
                    None if vector is None else np.array(vector[1:-1].split(","), dtype=np.float32)
                )

    def _look_again(self) -> None:
        self.doubtful, self.latest = False, None
        with connection.cursor() as cursor:
            cursor.execute(_CHANGED, [self.namespace_id, self.now])
            for pk, active in cursor.fetchall():
                if active:
                    self.units.pop(pk, None)
                else:
                    self.units[pk] = None


def _slot_of(unit: MemoryUnit) -> Slot | None:
    return (unit.subject_key, unit.attribute) if unit.subject_key and unit.attribute else None


def surroundings_of(
    namespace_id: int, drafts: Sequence[Draft], vectors: Vectors, *, preferences: Preferences, now: datetime
) -> Surroundings | None:
    """What these drafts will meet; None for a namespace whose vectors are too many to be read for them."""
    if rows_in(namespace_id, up_to=_SCANNED_UP_TO) > _SCANNED_UP_TO:
        return None
    sides = sides_of(
        namespace_id,
        [one.unit.subject_key for one in drafts],
        [one.unit.tier == Tier.WORKING for one in drafts],
        [one.origin.labels.session_id for one in drafts],
        [naming_text(one.unit) for one in drafts],
    )
    # As they are stored, so that the cosines are those that the database would compute.
    stored = vectors.astype(np.float16).astype(np.float32)
    most = _SPARE * preferences.overlap_neighbours
    near = nearest_to_each(namespace_id, stored, sides, most=most, now=now)
    return Surroundings(namespace_id, drafts, stored, near, preferences=preferences, now=now)
