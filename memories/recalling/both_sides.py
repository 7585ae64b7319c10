"""Both sides of an open conflict come back: who reads one of them alone takes it for settled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from memories.models import Conflict
from memories.ranking import Ranked
from memories.words import OPEN_CONFLICTS

Disputes = Mapping[UUID, list[UUID]]


def disputes_of(namespace_id: int, contested: Collection[UUID], *, at: datetime | None = None) -> Disputes:
    """Of each contested unit, those that it is in an open conflict with, or was `at` a moment, the oldest conflict
    first; one query, none if nothing is contested."""
    found: dict[UUID, list[UUID]] = defaultdict(list)
    if not contested:
        return found
    open_then = Q(state__in=OPEN_CONFLICTS)
    if at is not None:
        open_then = (Q(settled_at__gt=at) | Q(settled_at=None, state__in=OPEN_CONFLICTS)) & Q(opened_at__lte=at)
    pairs = (
        Conflict.objects.filter(open_then, Q(a_id__in=contested) | Q(b_id__in=contested), namespace_id=namespace_id)
        .order_by("opened_at", "pk")
        .values_list("a_id", "b_id")
    )
    for one, other in pairs:
        found[one].append(other)
        found[other].append(one)
    return found


def with_other_sides(
    hits: Sequence[Ranked],
    disputes: Disputes,
    *,
    known: Sequence[Ranked],
    fetch: Callable[[list[UUID]], Sequence[Ranked]],
    most: int,
) -> list[Ranked]:
    """The hits with the other sides of what is contested right after them, `most` in all.

    `known` are other units that the search has ranked; what is not among them is fetched. A side comes once.
    """
    others = [other for hit in hits for other in disputes.get(hit.id, ())]
    if not others:
        return list(hits)
    at_hand = {hit.id: hit for hit in (*known, *hits)}
    missing = [pk for pk in dict.fromkeys(others) if pk not in at_hand]
    at_hand |= {hit.id: hit for hit in fetch(missing)} if missing else {}
    placed: dict[UUID, Ranked] = {}
    for hit in hits:
        placed.setdefault(hit.id, hit)
        for other in disputes.get(hit.id, ()):
            if other in at_hand:
                placed.setdefault(other, at_hand[other])
    return list(placed.values())[:most]
