"""The current units of a namespace in memory, for a batch that looks for the neighbours of each of its items.

One statement reads what each item by itself would scan again. It gives what memories.overlap.neighbours_of gives,
and is true as long as the caller owns the namespace: what the batch itself changes is told by `add` and `doubt`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

import numpy as np
import numpy.typing as npt
from django.db import connection

from memories.embedding.providers import Vectors
from memories.embedding.spaces import active_space_id
from memories.gate.drafting import Draft
from memories.models import MemoryUnit
from memories.nearest import EXACT_UP_TO
from memories.overlap import Neighbour, comparable, current_units, holds_at, judge_all
from memories.preferences import Preferences
from memories.words import Tier

_WINDOW = 64
"""For how many items similarities are computed, and units read, at a time."""
_NUMBERS = 8_000_000
"""How many numbers all vectors together may have: 32 MB in memory."""
_READ = """
    SELECT u.id, u.subject_key, u.attribute, u.tier = 'working', s.session_id, halfvec_send(v.embedding)
    FROM memories_memoryunit u
    JOIN memories_source s ON s.id = u.source_id AND s.namespace_id = u.namespace_id
    LEFT JOIN memories_vector v
        ON v.unit_id = u.id AND v.namespace_id = u.namespace_id AND v.current AND v.space_id = %s
    WHERE u.namespace_id = %s AND u.state = 'active' AND (u.expires_at IS NULL OR u.expires_at > %s)
    LIMIT %s
"""
# Every change of a unit carries the time of its transaction; units that this batch inserted and left alone do not
# count as changed.
_CHANGED = """
    SELECT u.id, u.state = 'active', u.tier = 'working', s.session_id
    FROM memories_memoryunit u
    JOIN memories_source s ON s.id = u.source_id AND s.namespace_id = u.namespace_id
    WHERE u.namespace_id = %s AND u.updated_at = %s AND (u.created_at <> u.updated_at OR u.version > 1)
"""
_HEADER = 4  # bytes of a halfvec before its numbers, as PostgreSQL sends it


class Surroundings:
    """Rows 0 to n-1 are units that were there; row n + i is the unit of draft i, once it is one."""

    def __init__(
        self,
        namespace_id: int,
        drafts: Sequence[Draft],
        vectors: Vectors,
        *,
        preferences: Preferences,
        now: datetime,
        rows: Sequence[tuple[UUID, str, str, bool, str, bytes | None]],
    ) -> None:
        self.namespace_id, self.drafts, self.preferences, self.now = namespace_id, drafts, preferences, now
        self.first = len(rows)
        size = self.first + len(drafts)
        self.ids: list[UUID | None] = [row[0] for row in rows] + [None] * len(drafts)
        self.row_of: dict[UUID, int] = {row[0]: number for number, row in enumerate(rows)}
        self.units: dict[int, MemoryUnit] = {}
        self.alive = np.zeros(size, dtype=bool)
        self.embedded = np.zeros(size, dtype=bool)
        self.working = np.zeros(size, dtype=bool)
        self.subjects = np.empty(size, dtype=object)
        self.sessions = np.empty(size, dtype=object)
        self.slots: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.vectors = np.zeros((size, vectors.shape[1]), dtype=np.float32)
        # As they are stored, so that the cosines are those that the database would compute.
        self.vectors[self.first :] = vectors.astype(np.float16)
        for number, (_, subject, attribute, working, session, vector) in enumerate(rows):
            self._note(number, subject, attribute, working, session)
            if vector is not None:
                self.vectors[number] = np.frombuffer(vector, dtype=">f2", offset=_HEADER)
                self.embedded[number] = True
        self.window: tuple[int, npt.NDArray[np.float32]] | None = None
        self.latest: tuple[int, list[Neighbour]] | None = None
        self.doubtful = False

    def _note(self, row: int, subject: str, attribute: str, working: bool, session: str) -> None:
        self.alive[row] = True
        self.subjects[row], self.sessions[row], self.working[row] = subject, session, working
        if subject and attribute:
            self.slots[subject, attribute].append(row)

    def add(self, number: int) -> None:
        """The draft of this number is a current unit now."""
        unit, row = self.drafts[number].unit, self.first + number
        self.ids[row], self.row_of[unit.pk], self.units[row] = unit.pk, row, unit
        self.embedded[row] = True
        self._note(row, unit.subject_key, unit.attribute, unit.tier == Tier.WORKING, unit.source.session_id)

    def doubt(self) -> None:
        """Something was written that may have changed units; they are looked at before the next comparison."""
        self.doubtful = True

    def locked_neighbours_of(self, number: int) -> list[Neighbour]:
        """The neighbours of a draft as they are stored now, to be changed: those at hand are only good for a look."""
        near = self.neighbours_of(number)
        rows = current_units(self.namespace_id, self.now).filter(pk__in=[item.unit.pk for item in near])
        units = {unit.pk: unit for unit in rows.order_by("pk").select_for_update(of=("self",))}
        return [replace(item, unit=units[item.unit.pk]) for item in near if item.unit.pk in units]

    def neighbours_of(self, number: int) -> list[Neighbour]:
        """The neighbours of a draft, judged."""
        if self.doubtful:
            self._look_again()
        if self.latest is None or self.latest[0] != number:
            self.latest = (number, self._judge(number))
        return self.latest[1]

    def _judge(self, number: int) -> list[Neighbour]:
        draft = self.drafts[number]
        if not holds_at(draft.unit, self.now):
            return []
        rows = self._candidates(number)
        self._read(rows, number)
        session = draft.origin.labels.session_id
        scores = self._scores(number)
        found, cosines = [], {}
        for row in rows:
            other = self.units.get(row)
            if other is not None and comparable(draft.unit, other, session_id=session, now=self.now):
                found.append(other)
                if self.embedded[row]:
                    cosines[other.pk] = float(scores[row])
        return judge_all(draft.unit, found, cosines, self.preferences)

    def _scores(self, number: int) -> npt.NDArray[np.float32]:
        start = number - number % _WINDOW
        if self.window is None or self.window[0] != start:
            wanted = self.vectors[self.first + start : self.first + start + _WINDOW]
            self.window = (start, wanted @ self.vectors.T)
        scores: npt.NDArray[np.float32] = self.window[1][number - start]
        return scores

    def _candidates(self, number: int) -> list[int]:
        """Rows of the nearest units and of those of the same slot, by id, as many as one look takes."""
        draft, most = self.drafts[number], self.preferences.overlap_neighbours
        unit = draft.unit
        wanted = self.alive & self.embedded & (self.working == (unit.tier == Tier.WORKING))
        if unit.tier == Tier.WORKING:
            wanted &= self.sessions == draft.origin.labels.session_id
        if unit.subject_key:
            wanted &= (self.subjects == "") | (self.subjects == unit.subject_key)
        rows = np.flatnonzero(wanted)
        if len(rows) > most:
            rows = rows[np.argpartition(-self._scores(number)[rows], most - 1)[:most]]
        slot = self.slots.get((unit.subject_key, unit.attribute), ())
        both = {*rows.tolist(), *(row for row in slot if self.alive[row])}
        return sorted(both, key=lambda row: str(self.ids[row]))[: 4 * most]

    def _read(self, rows: Iterable[int], number: int) -> None:
        """Have these units at hand, locked; those that the next items will ask for are read with them."""
        if all(row in self.units for row in rows):
            return
        ahead = range(number + 1, min(len(self.drafts), number - number % _WINDOW + _WINDOW))
        wanted = {*rows, *(row for later in ahead for row in self._candidates(later))} - set(self.units)
        units = current_units(self.namespace_id, self.now).filter(pk__in=[self.ids[row] for row in wanted])
        for unit in units.order_by("pk").select_for_update(of=("self",)):
            self.units[self.row_of[unit.pk]] = unit

    def _look_again(self) -> None:
        self.doubtful = False
        with connection.cursor() as cursor:
            cursor.execute(_CHANGED, [self.namespace_id, self.now])
            for unit_id, active, working, session in cursor.fetchall():
                row = self.row_of.get(unit_id)
                if row is None:
                    continue  # not current before, and no write makes it so again
                self.alive[row], self.working[row], self.sessions[row] = active, working, session
                self.units.pop(row, None)


def surroundings_of(
    namespace_id: int, drafts: Sequence[Draft], vectors: Vectors, *, preferences: Preferences, now: datetime
) -> Surroundings | None:
    """What these drafts will meet; None for a namespace that is too large to be held in memory."""
    most = min(EXACT_UP_TO, _NUMBERS // vectors.shape[1])
    with connection.cursor() as cursor:
        cursor.execute(_READ, [active_space_id(), namespace_id, now, most + 1])
        rows = cursor.fetchall()
    if len(rows) > most:
        return None
    return Surroundings(namespace_id, drafts, vectors, preferences=preferences, now=now, rows=rows)
