"""The arms of a search: each finds candidates of its own, by index."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt
from django.db import connection

from memories.nearest import nearest
from memories.recalling.filters import Where
from memories.searchable import asked_hashes

_COUNT_CAP = 5_000
_DRIVERS_MAY_MATCH = 5_000
_MOST_WORDS = 24


def dense(
    namespace_id: int, vector: npt.NDArray[np.float32], *, rows: int, limit: int, where: Where
) -> list[tuple[UUID, float]]:
    """(unit id, cosine) by embedding."""
    return nearest(
        namespace_id,
        vector,
        limit=limit,
        where=where.sql,
        params=where.params,
        narrow=where.narrow,
        retired_too=where.retired_too,
        rows=rows,
    )


def rarity(count: int, of: int) -> float:
    """How much a word found in `count` of `of` units says: log(1 + of / count), 0 for a word in none."""
    return math.log1p(of / count) if count else 0.0


def lexical(
    namespace_id: int, query: str, *, rows: int, limit: int, retired_too: bool = False
) -> list[tuple[UUID, float]]:
    """(unit id, share of the query's word weight that it holds, 0..1); rare words weigh more than common ones.

    Common words never gather candidates, they only score them: a posting list is read whole, whatever the limit.
    """
    hashes = asked_hashes(namespace_id, query)[:_MOST_WORDS]
    if not hashes:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT term, units FROM hindsight_term_counts(%s, %s::bigint[], %s)",
            [namespace_id, hashes, _COUNT_CAP],
        )
        counts: dict[int, int] = dict(cursor.fetchall())
        of = max(rows, max(counts.values(), default=0), 1)
        weights = {term: rarity(counts.get(term, 0), of) for term in hashes}
        # A word that no unit holds still counts in the whole, as a word of the rarest kind.
        whole = sum(weight or rarity(1, of) for weight in weights.values())
        drivers = _drivers(counts)
        if not drivers:
            return []
        known = [term for term in hashes if weights[term] > 0]
        params: list[Any] = [namespace_id, drivers, known, [weights[term] for term in known], limit, retired_too]
        cursor.execute(
            "SELECT unit_id, score FROM hindsight_lexical(%s, %s::bigint[], %s::bigint[], %s::real[], %s, %s)",
            params,
        )
        return [(unit_id, min(1.0, float(score) / whole)) for unit_id, score in cursor.fetchall()]


def _drivers(counts: dict[int, int]) -> Sequence[int]:
    """The rarest words, as many as together match few enough rows; at least the rarest one."""
    drivers: list[int] = []
    matched = 0
    for term, count in sorted(counts.items(), key=lambda item: item[1]):
        if count == 0:
            continue
        if drivers and matched + count > _DRIVERS_MAY_MATCH:
            break
        drivers.append(term)
        matched += count
    return drivers
