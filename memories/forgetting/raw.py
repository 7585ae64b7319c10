"""Raw turns and sessions that a target means: whose session it is, and what was said in any. Encrypted text is read."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from memories.forgetting.naming import Named
from memories.models import Evidence, MemoryUnit, Relation, Session, Source, Turn
from memories.words import RelationType, Tier

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Raw:
    """Ids of sessions that go as a whole, and of single turns; `names` are those of the sessions."""

    sessions: frozenset[UUID] = frozenset()
    turns: frozenset[UUID] = frozenset()
    names: frozenset[str] = field(default_factory=frozenset)


def raw_about(namespace_id: int, names: Collection[str]) -> Raw:
    """Sessions about one of these names or with it in a label, and turns in which one of them is said; a plain scan of
    the namespace."""
    named = Named(namespace_id, names)
    sessions = {
        pk: name
        for pk, *labels in Session.objects.filter(namespace_id=namespace_id)
        .values_list("pk", "subject", "name", "conversation_id", "task_id")
        .iterator(_AT_ONCE)
        for name in [labels[1]]
        if any(named.within(label) for label in labels)
    }
    turns = Turn.objects.filter(namespace_id=namespace_id).values_list("pk", "content", "tool", "tool_call_id")
    said = {pk for pk, *texts in turns.iterator(_AT_ONCE) if any(named.within(text) for text in texts if text)}
    return Raw(frozenset(sessions), frozenset(said), frozenset(sessions.values()))


def units_of(namespace_id: int, names: Collection[str]) -> set[UUID]:
    """Units that nothing but these sessions states."""
    if not names:
        return set()
    stated = Evidence.objects.filter(namespace_id=namespace_id, source__session_id__in=names)
    ids = set(stated.values_list("unit_id", flat=True))
    elsewhere = Evidence.objects.filter(namespace_id=namespace_id, unit_id__in=ids).exclude(
        source__session_id__in=names
    )
    return ids - set(elsewhere.values_list("unit_id", flat=True))


def raw_of(namespace_id: int, sources: Collection[UUID]) -> Raw:
    """The turns that these sources point at."""
    wanted: set[tuple[str, int]] = set()
    for reference in Source.objects.filter(
        namespace_id=namespace_id, pk__in=sources, raw_ref__isnull=False
    ).values_list("raw_ref", flat=True):
        place = _place(reference)
        if place is not None:
            wanted.add(place)
    turns: set[UUID] = set()
    for session, number in wanted:
        rows = Turn.objects.filter(namespace_id=namespace_id, session_id=session, number=number)
        turns |= set(rows.values_list("pk", flat=True))
    return Raw(turns=frozenset(turns))


def _place(reference: str | None) -> tuple[str, int] | None:
    """(session, turn) of a reference that Hindsight wrote; anything else may stand there too."""
    try:
        said: Any = json.loads(reference or "")
        return str(UUID(said["session"])), int(said["turn"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def working_of(namespace_id: int, units: Collection[UUID]) -> set[UUID]:
    """Working units that these were made of at the end of their session: they say the same."""
    origins = Relation.objects.filter(
        namespace_id=namespace_id, from_unit_id__in=units, type=RelationType.DERIVED_FROM
    ).values_list("to_unit_id", flat=True)
    working = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=origins, tier=Tier.WORKING)
    return set(working.values_list("pk", flat=True))
