"""Nearest current units by embedding: exact where a namespace is small, HNSW where it is large.

Measured at a million rows (docs/decisions/0002): the planner alone picks the index for a namespace of 10 % and
returns a few of 50 rows; an exact scan costs about 1 µs a row, so up to 20,000 rows it is both right and fast.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt
from django.db import connection
from pgvector import HalfVector

from memories.embedding.spaces import active_space_id

EXACT_UP_TO = 20_000
EF_SEARCH = 120
"""Of the nearest five among 100,000 it finds 4.2, as against 4.3 with 200 and 3.9 with 64, in 6.0, 7.8 and 4.6 ms."""
EF_NEIGHBOURS = 64
"""For the few neighbours that a statement is compared with; where a filter leaves too few the scan goes on."""
_TEMPTATIONS = ("enable_sort", "enable_seqscan", "enable_bitmapscan")
STEER_TO_INDEX = "SELECT " + ", ".join(f"set_config('{name}', 'off', true)" for name in _TEMPTATIONS)
"""What would tempt the planner away from the index of vectors is off, for the one statement that comes next: at a
million rows it took other ways and found too little."""
STEER_BACK = "SELECT " + ", ".join(f"set_config('{name}', 'on', true)" for name in _TEMPTATIONS)
_HNSW_ON = (
    STEER_TO_INDEX
    + ", set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', %s, true)"
)


def rows_in(namespace_id: int, *, up_to: int = EXACT_UP_TO) -> int:
    """How many current vectors a namespace has, counted up to `up_to` + 1."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM (SELECT FROM memories_vector WHERE namespace_id = %s AND current LIMIT %s) AS c",
            [namespace_id, up_to + 1],
        )
        return int(cursor.fetchone()[0])


_LARGE_FOR_SECONDS = 60.0
_large: dict[int, float] = {}


def _is_large(namespace_id: int) -> bool:
    """Whether a namespace has more than EXACT_UP_TO vectors. One that has is not asked again for a minute, for to
    count so far costs as much as to look; one that has not may have grown by the next look."""
    now = time.monotonic()
    if _large.get(namespace_id, 0.0) > now:
        return True
    if rows_in(namespace_id) <= EXACT_UP_TO:
        return False
    _large[namespace_id] = now + _LARGE_FOR_SECONDS
    return True


def nearest(
    namespace_id: int,
    vector: npt.NDArray[np.float32],
    *,
    limit: int,
    where: str = "TRUE",
    params: Sequence[Any] = (),
    narrow: bool = False,
) -> list[tuple[UUID, float]]:
    """(unit id, cosine) of the nearest active units, best first.

    `where` is SQL over `u` (memories_memoryunit) and `s` (memories_source), with its `params`; `narrow` says
    that few rows pass it, so that the exact way is taken. If HNSW comes back short, the exact way is tried.
    """
    if not narrow and _is_large(namespace_id):
        hits = _run(namespace_id, vector, limit, where, params, exact=False)
        if len(hits) >= limit:
            return hits
    return _run(namespace_id, vector, limit, where, params, exact=True)


def _run(
    namespace_id: int,
    vector: npt.NDArray[np.float32],
    limit: int,
    where: str,
    params: Sequence[Any],
    *,
    exact: bool,
) -> list[tuple[UUID, float]]:
    space, size = active_space_id(), len(vector)
    literal = HalfVector(vector.tolist()).to_text()
    # Without the cast the expression does not match the index, which makes the scan exact. `current` and the
    # space stand as literals, or a generic plan could not use the partial index.
    distance = "v.embedding <#> %s::halfvec" if exact else f"(v.embedding::halfvec({size})) <#> %s::halfvec({size})"
    # `where` is fixed SQL of this package with bound parameters; space and size are numbers.
    sql = f"""
        SELECT v.unit_id, -({distance}) AS cosine
        FROM memories_vector v
        JOIN memories_memoryunit u ON u.id = v.unit_id AND u.namespace_id = v.namespace_id
        JOIN memories_source s ON s.id = u.source_id AND s.namespace_id = u.namespace_id
        WHERE v.current AND v.space_id = {int(space)} AND v.namespace_id = %s AND {where}
        ORDER BY {distance} LIMIT %s
    """  # noqa: S608
    with connection.cursor() as cursor:
        if not exact:
            cursor.execute(_HNSW_ON, [str(max(EF_NEIGHBOURS, 4 * limit))])
        cursor.execute(sql, [literal, namespace_id, *params, literal, limit])
        hits = [(unit_id, float(cosine)) for unit_id, cosine in cursor.fetchall()]
        if not exact:
            cursor.execute(STEER_BACK)
        return hits
