"""Gate step 7 and review step 1: which current units a statement overlaps with, and what the local judge says.

Everything here reads; what follows from a verdict is decided in memories.policies and applied in
memories.settling.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt
from django.db import connection
from django.db.models import Q, QuerySet

from memories.identity import word_pattern
from memories.judging.analysis import analyse
from memories.judging.language import folded
from memories.models import MemoryUnit
from memories.names import name_key
from memories.nearest import nearest
from memories.preferences import Preferences
from memories.searchable import word_hashes
from memories.unit_verdicts import Neighbour, judge_all, same_slot
from memories.words import State, Tier

_LEXICAL_LIMIT = 10


def current_units(namespace_id: int, now: datetime) -> QuerySet[MemoryUnit, MemoryUnit]:
    """Active and unexpired units with their sources; the base of every look at what is current."""
    rows: QuerySet[MemoryUnit, MemoryUnit] = MemoryUnit.objects.filter(namespace_id=namespace_id, state=State.ACTIVE)
    return rows.exclude(expires_at__lte=now).select_related("source")


def holds_at(unit: MemoryUnit, moment: datetime) -> bool:
    """Whether what it says is said of this moment: what will hold, or did, retires nothing that does."""
    begun = unit.valid_from is None or unit.valid_from <= moment
    return begun and (unit.valid_to is None or unit.valid_to > moment)


def neighbours_of(
    unit: MemoryUnit,
    vector: npt.NDArray[np.float32] | None,
    *,
    session_id: str,
    preferences: Preferences,
    now: datetime,
    lock: bool = False,
) -> list[Neighbour]:
    """Current units that this one overlaps with, each judged; best first.

    By index only: same subject and attribute whatever the similarity, then the nearest by embedding, or by shared
    words where there is no vector. `lock` takes their rows in the order of their ids: writers of other slots
    share the namespace lock, and a row that one of them retires meanwhile is not current any more.
    """
    if not holds_at(unit, now):
        return []
    base = current_units(unit.namespace_id, now).exclude(pk=unit.pk)
    if lock:
        base = base.order_by("pk").select_for_update(of=("self",))
    cosines = dict(_nearby(unit, vector, session_id, preferences, now))
    wanted = Q(pk__in=cosines)
    if vector is None:
        wanted |= Q(pk__in=_sharing_words(unit))
    if unit.subject_key and unit.attribute:
        wanted |= Q(subject_key=unit.subject_key, attribute=unit.attribute)
    found = [
        other
        for other in base.filter(wanted)[: 4 * preferences.overlap_neighbours]
        if comparable(unit, other, session_id=session_id, now=now)
    ]
    missing = [other.pk for other in found if other.pk not in cosines] if vector is not None else []
    if missing and vector is not None:
        cosines.update(_cosines(unit.namespace_id, vector, missing))
    return judge_all(unit, found, cosines, preferences, vector=vector)


def comparable(unit: MemoryUnit, other: MemoryUnit, *, session_id: str, now: datetime) -> bool:
    """Whether the other holds now, and may be about the same thing."""
    return holds_at(other, now) and compatible(unit, other, session_id=session_id)


def compatible(unit: MemoryUnit, other: MemoryUnit, *, session_id: str) -> bool:
    """Whether two units may be about the same thing at all: subject, layer and session."""
    if not may_share_subject(unit, other):
        return False
    # A mark says nothing: of a sensitive unit only its declared slot can be compared.
    if (unit.sensitive or other.sensitive) and not same_slot(unit, other):
        return False
    if (unit.tier == Tier.WORKING) != (other.tier == Tier.WORKING):
        return False
    return unit.tier != Tier.WORKING or other.source.session_id == session_id


def may_share_subject(unit: MemoryUnit, other: MemoryUnit) -> bool:
    """Two declared subjects must be one. A statement without a subject meets others without one; of a declared
    subject it only is if its text names it as a word, and not if it says "I": that is its own voice."""
    if bool(unit.subject_key) == bool(other.subject_key):
        return unit.subject_key == other.subject_key
    silent, subject = (other, unit.subject_key) if unit.subject_key else (unit, other.subject_key)
    named = word_pattern(subject).search(folded(silent.value)) is not None
    return named and not analyse(silent.value).cues.first_person


def naming_text(unit: MemoryUnit) -> str:
    """Where the subjects stand, as `name_key` spells them, that a unit which declares none may be about; "" if there
    are none such. What stands there need not be a word: `may_share_subject` looks at that."""
    return "" if unit.subject_key or analyse(unit.value).cues.first_person else name_key(unit.value)


def _nearby(
    unit: MemoryUnit,
    vector: npt.NDArray[np.float32] | None,
    session_id: str,
    preferences: Preferences,
    now: datetime,
) -> Sequence[tuple[UUID, float]]:
    if vector is None:
        return []
    where = ["u.state = 'active'", "u.id <> %s", "(u.expires_at IS NULL OR u.expires_at > %s)"]
    params: list[Any] = [unit.pk, now]
    if unit.tier == Tier.WORKING:
        where += ["u.tier = 'working'", "s.session_id = %s"]
        params.append(session_id)
    else:
        where.append("u.tier <> 'working'")
    if unit.subject_key:
        where.append("u.subject_key IN ('', %s)")
        params.append(unit.subject_key)
    else:
        # Each of these has all that the unit may meet, for "" stands everywhere.
        where.append("strpos(%s, u.subject_key) > 0")
        params.append(naming_text(unit))
    return nearest(
        unit.namespace_id,
        vector,
        limit=preferences.overlap_neighbours,
        where=" AND ".join(where),
        params=params,
        narrow=unit.tier == Tier.WORKING,
    )


def _cosines(namespace_id: int, vector: npt.NDArray[np.float32], ids: Sequence[UUID]) -> list[tuple[UUID, float]]:
    return nearest(namespace_id, vector, limit=len(ids), where="u.id = ANY (%s)", params=[list(ids)], narrow=True)


def _sharing_words(unit: MemoryUnit) -> list[UUID]:
    """Units that share the most words, where there is no vector to go by."""
    hashes = list(word_hashes(unit.namespace_id, unit.value))[:32]
    if not hashes:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT unit_id FROM hindsight_lexical(%s, %s::bigint[], %s::bigint[], %s::real[], %s, false)",
            [unit.namespace_id, hashes, hashes, [1.0] * len(hashes), _LEXICAL_LIMIT],
        )
        return [row[0] for row in cursor.fetchall()]
