"""Which units a request means: those about the subject, those that name it, and what was derived from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Q

from memories.forgetting.asked import jobs_of, keys_of
from memories.forgetting.heard import heard_naming
from memories.forgetting.matching import labelled, saying
from memories.forgetting.naming import Named, parts_of, spellings
from memories.forgetting.raw import Raw, raw_about, raw_of, units_of, working_of
from memories.gate.handles import LABELS
from memories.identity import word_pattern
from memories.judging.language import folded
from memories.models import Evidence, MemoryUnit, MemoryVersion, Relation, Source
from memories.recalling.feedback.returned import recalls_that_returned
from memories.words import RelationType


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
    # Learned questions that name it, whatever unit learned them.
    variants: frozenset[UUID] = frozenset()
    # Vectors of statements that were said after something that names it.
    heard: frozenset[UUID] = frozenset()
    sessions: frozenset[UUID] = frozenset()
    turns: frozenset[UUID] = frozenset()
    # Numbers of the items to take out of the request of each job; none where only its results name a unit.
    jobs: Mapping[UUID, frozenset[int]] = field(default_factory=dict)
    keys: frozenset[UUID] = frozenset()


def find(namespace_id: int, target: Target) -> Found:
    """Everything that a target stands in, now and in history; inside a transaction of the namespace."""
    raw = Raw()
    names = [target.name]
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
        units |= working_of(namespace_id, units)
        sources = _their_sources(namespace_id, units)
    else:
        names = spellings(namespace_id, target.name)
        raw = raw_about(namespace_id, names)
        from_them = _labelled(namespace_id, names)
        named = units_of(namespace_id, raw.names) | _stated_by(namespace_id, from_them)
        named |= _by_handle(namespace_id, names)
        for name in names:
            named |= _about(namespace_id, name) | _naming(namespace_id, name)
        units = _with_derived(namespace_id, named)
        sources = _their_sources(namespace_id, units) | from_them
    recalls = set(recalls_that_returned(namespace_id, units))
    variants: set[UUID] = set()
    heard: set[UUID] = set()
    if target.by in ("subject", "identifier"):
        for name in names:
            recalls |= saying(namespace_id, "memories_recall", "query", name)
            variants |= saying(namespace_id, "memories_queryvariant", "text", name)
        # Who asks about a person seldom says the full name; a question too many costs no more than the log of it.
        for part in parts_of(target.name):
            recalls |= saying(namespace_id, "memories_recall", "query", part)
            variants |= saying(namespace_id, "memories_queryvariant", "text", part)
        heard = heard_naming(namespace_id, [*names, *parts_of(target.name)])
    pointed_at = raw_of(namespace_id, sources)
    return Found(
        units=frozenset(units),
        recalls=frozenset(recalls),
        sources=frozenset(sources),
        variants=frozenset(variants),
        heard=frozenset(heard),
        sessions=raw.sessions,
        turns=raw.turns | pointed_at.turns,
        jobs=jobs_of(namespace_id, by=target.by, names=names, units=units),
        keys=keys_of(namespace_id, units),
    )


def _existing(namespace_id: int, unit_id: UUID) -> set[UUID]:
    return set(MemoryUnit.objects.filter(namespace_id=namespace_id, pk=unit_id).values_list("pk", flat=True))


def _about(namespace_id: int, name: str) -> set[UUID]:
    """Units that name it as subject, entity, participant, tag or key, in any version and any spelling."""
    return labelled(namespace_id, "memories_memoryunit", name, key="id") | labelled(
        namespace_id, "memories_memoryversion", name, key="unit_id"
    )


def _labelled(namespace_id: int, names: list[str]) -> set[UUID]:
    """Sources with a label that says one of these names."""
    named = Named(namespace_id, names)
    rows = Source.objects.filter(namespace_id=namespace_id).values_list("pk", *LABELS)
    return {pk for pk, *labels in rows.iterator() if any(map(named.within, labels))}


def _stated_by(namespace_id: int, sources: set[UUID]) -> set[UUID]:
    """Units that one of these sources states, also where another does."""
    stated = Evidence.objects.filter(namespace_id=namespace_id, source_id__in=sources).values_list("unit_id", flat=True)
    own = MemoryUnit.objects.filter(namespace_id=namespace_id, source_id__in=sources).values_list("pk", flat=True)
    return {*stated, *own}


def _by_handle(namespace_id: int, names: list[str]) -> set[UUID]:
    """Units with one of these names in subject or key, in a spelling that only the mark has in common: a number or an
    address stands there as it was written."""
    named = Named(namespace_id, names)
    found: set[UUID] = set()
    for model, key in ((MemoryUnit, "pk"), (MemoryVersion, "unit_id")):
        rows = model._default_manager.filter(
            Q(subject__regex="[0-9]{4}|@") | Q(key__regex="[0-9]{4}|@"), namespace_id=namespace_id
        )
        found |= {
            pk for pk, *said in rows.values_list(key, "subject", "key").iterator() if any(map(named.within, said))
        }
    return found


def _naming(namespace_id: int, name: str) -> set[UUID]:
    """Units whose text says the name as a word, in any version, encrypted text included."""
    found: set[UUID] = set()
    for column in ("value", "query", "key", "subject"):
        found |= saying(namespace_id, "memories_memoryunit", column, name)
        found |= saying(namespace_id, "memories_memoryversion", column, name, key="unit_id")
    pattern = word_pattern(name)
    for model, key in ((MemoryUnit, "pk"), (MemoryVersion, "unit_id")):
        rows = model._default_manager.filter(namespace_id=namespace_id, original__isnull=False)
        found |= {pk for pk, text in rows.values_list(key, "original").iterator() if pattern.search(folded(text))}
    return found


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
