"""What recalls leave behind once they are over: counts, what helps together, and at last nothing.

Each step takes a bounded batch by an index of its own, in one transaction that says in the recall's row that it was
taken: whatever kills the worker, a recall is taken once. Rows that another worker or an outcome holds are passed over
and taken by the next run. The namespace is shared and not owned, so that nobody waits for the counting.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Q

from memories import audit
from memories.locks import share_namespace
from memories.models import MemoryUnit, Recall, Relation
from memories.models.base import new_id
from memories.walls import inside
from memories.words import RelationType, State
from review.turns import turns

_AT_ONCE: Final = 200
QUESTIONS_TOGETHER: Final = 3
"""Unlike questions that two units must have helped to answer together before one is said to occur with the other."""
COMPANIONS_AT_MOST: Final = 10
"""Units that one unit is said to occur with: more would be a list of what is recalled often, which the counts tell."""
TELLING_AT_MOST: Final = 8
"""Units that an outcome may credit at once and still say that they belong together."""
_READ_AT_MOST: Final = 200

_FOLD = """
    WITH taken AS MATERIALIZED (
        SELECT r.id, r.unit_ids, r.created_at FROM memories_recall r
        WHERE r.namespace_id = %(space)s AND NOT r.folded
        ORDER BY r.id LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ), returned AS MATERIALIZED (
        SELECT unit_id, count(*) AS times, max(created_at) AS newest
        FROM taken CROSS JOIN LATERAL unnest(unit_ids) AS unit_id GROUP BY unit_id
    ), locked AS MATERIALIZED (
        SELECT u.id FROM memories_memoryunit u
        WHERE u.namespace_id = %(space)s AND u.id IN (SELECT unit_id FROM returned)
        ORDER BY u.id FOR NO KEY UPDATE
    ), counted AS (
        UPDATE memories_memoryunit u SET
            recall_count = u.recall_count + returned.times,
            last_recalled_at = greatest(u.last_recalled_at, returned.newest),
            idle_since = greatest(u.idle_since, returned.newest)
        FROM returned JOIN locked ON locked.id = returned.unit_id
        WHERE u.namespace_id = %(space)s AND u.id = locked.id
    )
    UPDATE memories_recall r SET folded = true FROM taken WHERE r.namespace_id = %(space)s AND r.id = taken.id
"""


def fold_recalls(namespace_id: int) -> int:
    """Add what was recalled since the last run to the units' counts, and let their idleness begin anew from there;
    how many recalls were taken."""
    done = 0
    for _ in turns():
        with inside(namespace_id):
            share_namespace(namespace_id)
            with connection.cursor() as cursor:
                cursor.execute(_FOLD, {"space": namespace_id, "most": _AT_ONCE})
                taken: int = cursor.rowcount
        done += taken
        if taken < _AT_ONCE:
            break
    return done


def tie_what_helps_together(namespace_id: int, *, now: datetime) -> int:
    """Relate units that helped together with several unlike questions; how many edges are new.

    `co_occurs` has no direction: the edge goes from the older id to the newer one. It says nothing of truth, and
    undoes nothing when the recalls that it came from are gone.
    """
    made = 0
    for _ in turns():
        with inside(namespace_id):
            # Counting takes a while, and nothing that it reads needs to stand still for it.
            recalls = list(
                Recall.objects.filter(namespace_id=namespace_id, success=True, paired=False).order_by("pk")[:_AT_ONCE]
            )
            often = _often_together(namespace_id, _pairs(recalls))
        with inside(namespace_id):
            share_namespace(namespace_id)
            taken = list(
                Recall.objects.filter(namespace_id=namespace_id, pk__in=[recall.pk for recall in recalls], paired=False)
                .order_by("pk")
                .select_for_update(skip_locked=True)
                .values_list("pk", flat=True)
            )
            made += _tie(namespace_id, often, now=now)
            Recall.objects.filter(namespace_id=namespace_id, pk__in=taken).update(paired=True)
        if len(taken) < _AT_ONCE:
            break
    return made


def _pairs(recalls: Sequence[Recall]) -> list[tuple[UUID, UUID]]:
    """Each pair that one of these outcomes credited, its lesser id first, in the order of the ids."""
    telling = [set(recall.credited_ids) for recall in recalls if len(recall.credited_ids) <= TELLING_AT_MOST]
    return sorted({pair for credited in telling for pair in combinations(sorted(credited), 2)})


def _often_together(namespace_id: int, pairs: Sequence[tuple[UUID, UUID]]) -> list[tuple[UUID, UUID]]:
    """Those of the pairs that helped with enough unlike questions and have room for it, the most first."""
    # Most units have not helped so often that any pair with them could have.
    helpful = set(
        MemoryUnit.objects.filter(
            namespace_id=namespace_id,
            pk__in={pk for pair in pairs for pk in pair},
            state=State.ACTIVE,
            success_count__gte=QUESTIONS_TOGETHER,
        ).values_list("pk", flat=True)
    )
    companions = _companions(namespace_id, helpful)
    asked = [pair for pair in pairs if helpful.issuperset(pair) and _room(companions, *pair)]
    if not asked:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT one, other FROM hindsight_helped_together(%s, %s::uuid[], %s::uuid[], %s) WHERE questions >= %s"
            " ORDER BY questions DESC, one, other",
            [namespace_id, [one for one, _ in asked], [other for _, other in asked], _READ_AT_MOST, QUESTIONS_TOGETHER],
        )
        return [(one, other) for one, other in cursor.fetchall()]


def _tie(namespace_id: int, often: Sequence[tuple[UUID, UUID]], *, now: datetime) -> int:
    """Relate these pairs in their order, while both have room for a companion; how many edges are new."""
    if not often:
        return 0
    # After the recalls and in the order of their ids, as an outcome and the count lock them, so that nobody waits in a
    # ring. What was tied meanwhile is seen.
    current = set(
        MemoryUnit.objects.filter(
            namespace_id=namespace_id, pk__in={pk for pair in often for pk in pair}, state=State.ACTIVE
        )
        .order_by("pk")
        .select_for_update(no_key=True)
        .values_list("pk", flat=True)
    )
    companions = _companions(namespace_id, current)
    edges = []
    for one, other in often:
        if current.issuperset((one, other)) and _room(companions, one, other):
            companions[one].add(other)
            companions[other].add(one)
            edges.append(
                Relation(
                    id=new_id(),
                    namespace_id=namespace_id,
                    from_unit_id=one,
                    to_unit_id=other,
                    type=RelationType.CO_OCCURS,
                    created_at=now,
                )
            )
    if edges:
        Relation.objects.bulk_create(edges)
        audit.record_all(
            namespace_id=namespace_id,
            actor="review",
            action="related",
            object_type="relation",
            objects=[(edge.pk, {"type": RelationType.CO_OCCURS}) for edge in edges],
            now=now,
        )
    return len(edges)


def _room(companions: dict[UUID, set[UUID]], one: UUID, other: UUID) -> bool:
    """Whether two units are not tied yet and each may have one more companion."""
    return other not in companions[one] and max(len(companions[one]), len(companions[other])) < COMPANIONS_AT_MOST


def _companions(namespace_id: int, units: set[UUID]) -> dict[UUID, set[UUID]]:
    """With which units each of these is said to occur already, whoever said so and in whatever direction."""
    known: dict[UUID, set[UUID]] = {pk: set() for pk in units}
    if not units:
        return known
    edges = Relation.objects.filter(
        Q(from_unit_id__in=units) | Q(to_unit_id__in=units), namespace_id=namespace_id, type=RelationType.CO_OCCURS
    ).values_list("from_unit_id", "to_unit_id")
    for one, other in edges:
        known.setdefault(one, set()).add(other)
        known.setdefault(other, set()).add(one)
    return known


def recalls_due(namespace_id: int, now: datetime) -> bool:
    """Whether one of these steps would find anything to take; each look is by an index of its own."""
    recalls = Recall.objects.filter(namespace_id=namespace_id)
    return (
        recalls.filter(folded=False).exists()
        or recalls.filter(success=True, paired=False).exists()
        or recalls.filter(created_at__lt=_keep_from(now)).exists()
    )


def drop_old_recalls(namespace_id: int, *, now: datetime) -> int:
    """Delete recalls older than RECALL_RETENTION_DAYS, which have left behind what they had to; how many there were.

    Counts, confidence, variants and edges that came of them stay. One whose outcome nobody reported by then never has
    one.
    """
    done = 0
    for _ in turns():
        with inside(namespace_id):
            old = list(
                Recall.objects.filter(namespace_id=namespace_id, created_at__lt=_keep_from(now), folded=True)
                .exclude(success=True, paired=False)
                .order_by("created_at")
                .select_for_update(skip_locked=True)
                .values_list("pk", flat=True)[:_AT_ONCE]
            )
            Recall.objects.filter(namespace_id=namespace_id, pk__in=old).delete()
        done += len(old)
        if len(old) < _AT_ONCE:
            break
    return done


def _keep_from(now: datetime) -> datetime:
    return now - timedelta(days=settings.HINDSIGHT.RECALL_RETENTION_DAYS)
