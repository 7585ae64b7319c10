"""Which units a request means: those about the subject, those that name it, and what was derived from them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Q

from memories.judging.language import CJK, folded
from memories.models import Evidence, MemoryUnit, MemoryVersion, Recall, Relation
from memories.words import RelationType

_PREFILTER = 200


@dataclass(frozen=True, slots=True)
class Target:
    """What to erase: `by` is subject, identifier, source or unit; `name` is its text, or the id of the last two."""

    by: str
    name: str


@dataclass(frozen=True, slots=True)
class Found:
    """Ids of what a target means."""

    units: frozenset[UUID]
    recalls: frozenset[UUID]
    sources: frozenset[UUID]


def find(namespace_id: int, target: Target) -> Found:
    """Everything that a target stands in, now and in history; inside a transaction of the namespace."""
    if target.by == "source":
        source_id = UUID(target.name)
        stated = Evidence.objects.filter(namespace_id=namespace_id, source_id=source_id).values_list(
            "unit_id", flat=True
        )
        own = MemoryUnit.objects.filter(namespace_id=namespace_id, source_id=source_id).values_list("pk", flat=True)
        only_here = {
            pk
            for pk in {*stated, *own}
            if not Evidence.objects.filter(namespace_id=namespace_id, unit_id=pk).exclude(source_id=source_id).exists()
        }
        units = _with_derived(namespace_id, only_here)
        sources = {source_id}
    elif target.by == "unit":
        units = _with_derived(namespace_id, _existing(namespace_id, UUID(target.name)))
        sources = _their_sources(namespace_id, units)
    else:
        named = _about(namespace_id, target.name) | _naming(namespace_id, target.name)
        units = _with_derived(namespace_id, named)
        sources = _their_sources(namespace_id, units)
    recalls = set(
        Recall.objects.filter(namespace_id=namespace_id, unit_ids__overlap=list(units)).values_list("pk", flat=True)
        if units
        else ()
    )
    if target.by in ("subject", "identifier"):
        recalls |= _matching(namespace_id, "memories_recall", "query", target.name)
    return Found(frozenset(units), frozenset(recalls), frozenset(sources))


def _existing(namespace_id: int, unit_id: UUID) -> set[UUID]:
    return set(MemoryUnit.objects.filter(namespace_id=namespace_id, pk=unit_id).values_list("pk", flat=True))


def _about(namespace_id: int, name: str) -> set[UUID]:
    """Units that name it as their subject, entity or participant, in any version."""
    exact = Q(subject__iexact=name) | Q(entities__contains=[name]) | Q(participants__contains=[name])
    units = MemoryUnit.objects.filter(exact, namespace_id=namespace_id).values_list("pk", flat=True)
    versions = MemoryVersion.objects.filter(exact, namespace_id=namespace_id).values_list("unit_id", flat=True)
    return {*units, *versions}


def _naming(namespace_id: int, name: str) -> set[UUID]:
    """Units whose text says the name as a word, in any version."""
    found: set[UUID] = set()
    for column in ("value", "query", "key"):
        found |= _matching(namespace_id, "memories_memoryunit", column, name)
        found |= _matching(namespace_id, "memories_memoryversion", column, name, key="unit_id")
    return found


def word_pattern(name: str) -> re.Pattern[str]:
    """The name as a word of its own: "ann" is not in "planned", while Chinese has no spaces to go by."""
    plain = folded(name.strip())
    start = "" if re.match(f"[{CJK}]|\\W", plain) else r"(?<![^\W_])"
    end = "" if re.search(f"(?:[{CJK}]|\\W)$", plain) else r"(?![^\W_])"
    return re.compile(start + re.escape(plain) + end)


def _matching(namespace_id: int, table: str, column: str, name: str, *, key: str = "id") -> set[UUID]:
    """Ids of rows whose text holds the name; a plain scan of the namespace, since an erasure may miss nothing."""
    pattern = word_pattern(name)
    with connection.cursor() as cursor:
        # Table and column are fixed words of this module.
        cursor.execute(
            f"SELECT {key}, {column} FROM {table} "  # noqa: S608
            f"WHERE namespace_id = %s AND position(lower(normalize(%s, NFKC)) in lower(normalize({column}, NFKC))) > 0",
            [namespace_id, name.strip()[:_PREFILTER]],
        )
        return {pk for pk, text in cursor.fetchall() if pattern.search(folded(text))}


def _with_derived(namespace_id: int, units: set[UUID]) -> set[UUID]:
    """The units and all that was derived from them, however far."""
    found, frontier = set(units), set(units)
    while frontier:
        frontier = (
            set(
                Relation.objects.filter(
                    namespace_id=namespace_id, to_unit_id__in=frontier, type=RelationType.DERIVED_FROM
                ).values_list("from_unit_id", flat=True)
            )
            - found
        )
        found |= frontier
    return found


def _their_sources(namespace_id: int, units: set[UUID]) -> set[UUID]:
    """Sources that state these units and nothing else."""
    stated = Evidence.objects.filter(namespace_id=namespace_id, unit_id__in=units).values_list("source_id", flat=True)
    own = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=units).values_list("source_id", flat=True)
    candidates = {*stated, *own}
    still = Evidence.objects.filter(namespace_id=namespace_id, source_id__in=candidates).exclude(unit_id__in=units)
    kept = MemoryUnit.objects.filter(namespace_id=namespace_id, source_id__in=candidates).exclude(pk__in=units)
    return candidates - {*still.values_list("source_id", flat=True), *kept.values_list("source_id", flat=True)}
