"""The nearest current units of many statements at once: every vector of a namespace read once, a block at a time.

A thousand searches by index cost more than one reading of a hundred thousand vectors, and find less. Memory is that of
one block, whatever the size of the namespace.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import numpy as np
import numpy.typing as npt
import psycopg
from django.db import connection
from psycopg.rows import tuple_row

from memories.embedding.providers import Vectors
from memories.embedding.spaces import active_space_id
from memories.gate.naming import Names

_BLOCK = 4096
"""Vectors at a time: 3 MB as they are stored, 6 MB as numbers, and 16 MB of cosines for a thousand statements."""
_NOBODY = UUID(int=0)
# One value a block rather than a row a unit: its id, two numbers for `Sides`, its vector without the header.
_READ = """
    SELECT string_agg(
        uuid_send(v.unit_id) || int4send(hashtext(u.subject_key)) || int4send(
            CASE WHEN u.tier = 'working' THEN (
                SELECT hashtext(s.session_id) | 1 FROM memories_source s
                WHERE s.id = u.source_id AND s.namespace_id = u.namespace_id
            ) ELSE 0 END
        ) || substr(halfvec_send(v.embedding), 5), ''::bytea
    ) FILTER (WHERE u.id IS NOT NULL), max(v.number), (array_agg(v.unit_id ORDER BY v.number DESC))[1]
    FROM (
        SELECT unit_id, namespace_id, embedding, row_number() OVER (ORDER BY unit_id) AS number FROM memories_vector
        WHERE namespace_id = %s AND current AND space_id = %s AND unit_id > %s
        ORDER BY unit_id LIMIT %s
    ) AS v
    LEFT JOIN memories_memoryunit u ON u.id = v.unit_id AND u.namespace_id = v.namespace_id
        AND u.state = 'active' AND (u.expires_at IS NULL OR u.expires_at > %s)
"""
_NUMBERS = """
    SELECT hashtext(subject), CASE WHEN working THEN hashtext(session) | 1 ELSE 0 END
    FROM unnest(%s::text[], %s::boolean[], %s::text[]) WITH ORDINALITY AS d (subject, working, session, place)
    ORDER BY place
"""

_SUBJECTS = """
    SELECT DISTINCT subject_key, hashtext(subject_key) FROM memories_memoryunit
    WHERE namespace_id = %s AND state = 'active' AND subject_key <> ''
"""


@dataclass(frozen=True, slots=True)
class Sides:
    """What may be beside what, as numbers: units whose subject is this one or none, or one that the text of a
    statement without a subject names (`named`, by row), of the same session of working memory or of none. A number
    that two texts share lets in too much, which the comparison then leaves out."""

    subjects: npt.NDArray[np.int32]
    sessions: npt.NDArray[np.int32]
    no_subject: int
    named: Mapping[int, Sequence[int]]

    def apart(self, subjects: npt.NDArray[np.int32], sessions: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_] | None:
        """Which statements (rows) may not meet which units (columns); None if all may meet all."""
        found: npt.NDArray[np.bool_] | None = None
        if sessions.any() or self.sessions.any():
            found = self.sessions[:, None] != sessions[None, :]
        declared = np.flatnonzero(subjects != self.no_subject)
        if len(declared):
            other = subjects[None, declared] != self.subjects[:, None]
            for row, names in self.named.items():
                other[row] &= ~np.isin(subjects[declared], names)
            found = np.zeros((len(self.subjects), len(subjects)), dtype=bool) if found is None else found
            found[:, declared] |= other
        return found


def sides_of(
    namespace_id: int, subjects: list[str], working: list[bool], sessions: list[str], naming: Sequence[str]
) -> Sides:
    """The numbers of statements, as the database makes them of units; `naming` as memories.overlap.naming_text."""
    with connection.cursor() as cursor:
        cursor.execute(_NUMBERS, [["", *subjects], [False, *working], ["", *sessions]])
        rows = np.array(cursor.fetchall(), dtype=np.int32)
        numbers: dict[str, int] = {}
        if any(naming):
            cursor.execute(_SUBJECTS, [namespace_id])
            numbers = dict(cursor.fetchall())
    names = Names(numbers)
    standing = {row: names.standing_in(text) for row, text in enumerate(naming) if text and numbers}
    named = {row: [numbers[name] for name in found] for row, found in standing.items() if found}
    return Sides(rows[1:, 0], rows[1:, 1], int(rows[0, 0]), named)


def nearest_to_each(
    namespace_id: int, wanted: Vectors, sides: Sides, *, most: int, now: datetime
) -> list[list[tuple[UUID, float]]]:
    """(unit id, cosine) of up to `most` nearest current units of each wanted vector that it may meet, best first."""
    best: list[list[tuple[float, bytes]]] = [[] for _ in wanted]
    floor = np.full(len(wanted), -np.inf, dtype=np.float32)
    for ids, subjects, sessions, vectors in _blocks(namespace_id, wanted.shape[1], now):
        cosines = wanted @ vectors.T
        apart = sides.apart(subjects, sessions)
        if apart is not None:
            cosines[apart] = -np.inf
        _take(best, floor, cosines, ids, most)
    return [[(UUID(bytes=unit_id), cosine) for cosine, unit_id in sorted(one, reverse=True)] for one in best]


def _take(
    best: list[list[tuple[float, bytes]]],
    floor: npt.NDArray[np.float32],
    cosines: npt.NDArray[np.float32],
    ids: npt.NDArray[np.void],
    most: int,
) -> None:
    """Keep of each row what is better than the worst of what it has; `floor` is that worst, once there are enough."""
    if np.isneginf(floor).any() and cosines.shape[1] > most:
        # The first block is all better than nothing.
        places = np.argpartition(cosines, -most, axis=1)[:, -most:]
        mask = np.zeros(cosines.shape, dtype=bool)
        np.put_along_axis(mask, places, values=True, axis=1)
        mask &= cosines > floor[:, None]
    else:
        mask = cosines > floor[:, None]
    rows, columns = np.nonzero(mask)
    for row, column, cosine in zip(rows.tolist(), columns.tolist(), cosines[rows, columns].tolist(), strict=True):
        heap = best[row]
        if len(heap) < most:
            heapq.heappush(heap, (cosine, ids[column].tobytes()))
        elif cosine > heap[0][0]:
            heapq.heapreplace(heap, (cosine, ids[column].tobytes()))
        if len(heap) == most:
            floor[row] = heap[0][0]


def _blocks(
    namespace_id: int, dimensions: int, now: datetime
) -> Iterator[tuple[npt.NDArray[np.void], npt.NDArray[np.int32], npt.NDArray[np.int32], Vectors]]:
    """Ids, numbers of the subject and of the session, and vectors of current units, a block at a time."""
    row = np.dtype([("id", "V16"), ("subject", ">i4"), ("session", ">i4"), ("vector", ">f2", (dimensions,))])
    space, after = active_space_id(), _NOBODY
    # Binary, or the vectors would come as text of twice their size.
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection, row_factory=tuple_row) as cursor:
        while True:
            cursor.execute(_READ, [namespace_id, space, after, _BLOCK, now], binary=True)
            found = cursor.fetchone()
            if found is None or found[1] is None:
                return
            told, number, after = found
            if told:
                rows = np.frombuffer(told, dtype=row)
                yield (
                    rows["id"],
                    rows["subject"].astype(np.int32),
                    rows["session"].astype(np.int32),
                    rows["vector"].astype(np.float32),
                )
            if number < _BLOCK:
                return
