"""What a search has to know before it looks: settings, how common its terms are, how large the store is; one query."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection

from memories.nearest import EF_SEARCH, EXACT_UP_TO
from memories.preferences import Preferences, preferences_from
from memories.searchable import everything

_KEPT_SECONDS = 60.0
_FORGET_ABOVE = 50_000

_OPEN = """
    SELECT n.preferences::text,
        (SELECT json_object_agg(f.term::text, f.units) FROM hindsight_frequencies(%s, %s::bigint[]) AS f)::text,
        {any_cue},
        set_config('jit', 'off', true),
        set_config('plan_cache_mode', 'force_custom_plan', true), set_config('synchronous_commit', 'off', true),
        set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', %s, true)
    FROM memories_namespace n WHERE n.id = %s
"""
_ANY_CUE = "EXISTS (SELECT FROM memories_vector v WHERE v.namespace_id = n.id AND v.cue IS NOT NULL)"
_COUNT = """
    SELECT (SELECT count(*) FROM (
            SELECT FROM memories_vector WHERE namespace_id = %s AND current LIMIT %s
        ) AS c),
        (SELECT count(*) FROM (
            SELECT FROM memories_vector WHERE namespace_id = %s AND cue IS NOT NULL LIMIT %s
        ) AS c),
        (SELECT greatest(0, reltuples)::bigint FROM pg_class WHERE oid = 'memories_vector'::regclass)
"""


@dataclass(frozen=True, slots=True)
class Opened:
    """`units`: current units of the namespace, about; `cues`: how many vectors have one, about, and none where none
    has; `vectors`: of the whole store, about."""

    preferences: Preferences
    frequencies: Mapping[int, int]
    units: int
    cues: int
    vectors: int


_sizes: dict[int, tuple[float, int, int, int]] = {}
_counting = threading.Lock()


def open_search(namespace_id: int, terms: Sequence[int], *, by_vector: bool) -> Opened:
    """Read what a search has to know and set what it runs under: its commit does not wait for the disk, since all that
    a power cut could take is the log of the last recalls.

    Sizes only choose the way, and are a minute old at most; what they do not tell of, the search notices when it comes
    back short. One query, and now and then a second one for the sizes. Not `by_vector`, nothing of the vectors is
    looked at, which something may hold up.
    """
    with connection.cursor() as cursor:
        statement = _OPEN.format(any_cue=_ANY_CUE if by_vector else "false")
        cursor.execute(statement, [namespace_id, list(terms), str(EF_SEARCH), namespace_id])
        settings, counted, any_cue = cursor.fetchone()[:3]
    frequencies = {int(term): int(units) for term, units in json.loads(counted or "{}").items()}
    units, cues, vectors = _size_of(namespace_id)
    return Opened(
        preferences=preferences_from(settings),
        frequencies=frequencies,
        units=max(units, frequencies.get(everything(namespace_id), 0)),
        cues=max(1, cues) if any_cue else 0,
        vectors=vectors,
    )


def _size_of(namespace_id: int) -> tuple[int, int, int]:
    """(vectors and cues of the namespace, counted up to the exact limit; vectors of the store)."""
    known = _sizes.get(namespace_id)
    if known is not None and time.monotonic() - known[0] < _KEPT_SECONDS:
        return known[1:]
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [namespace_id, EXACT_UP_TO + 1] * 2)
        units, cues, vectors = map(int, cursor.fetchone())
    with _counting:
        if len(_sizes) > _FORGET_ABOVE:
            _sizes.clear()
        # A small namespace grows past the limit of what is exact in no minute that matters.
        _sizes[namespace_id] = (time.monotonic(), units, cues, vectors)
    return units, cues, vectors


def forget_sizes() -> None:
    """Count anew at the next search."""
    _sizes.clear()
