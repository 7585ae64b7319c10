"""One eraser for each kind of row, in the order in which they run. Children go with their unit by foreign key,
but each is named, counted and deleted here, so that the receipt can say what went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from memories.forgetting.asked import rewrite_jobs, rewrite_keys
from memories.forgetting.finding import Found
from memories.forgetting.heard import heard_beside
from memories.forgetting.questions import erase_questions, questions_of
from memories.models import (
    Alert,
    ConfidenceEvent,
    Conflict,
    Decision,
    Evidence,
    IdempotencyKey,
    Job,
    JudgedPair,
    MemoryUnit,
    MemoryVersion,
    Recall,
    Relation,
    Session,
    Source,
    SpotCheck,
    Terms,
    Turn,
    Vector,
)

Rows = QuerySet[Any, Any]


@dataclass(frozen=True, slots=True)
class Eraser:
    """What it is called in counts and receipts, which rows it means, and how they are rewritten where they stay."""

    name: str
    rows: Callable[[int, Found], Rows]
    rewrite: Callable[[int, Found], int] | None = None


def _of_units(model: Any, *columns: str) -> Callable[[int, Found], Rows]:
    def rows(namespace_id: int, found: Found) -> Rows:
        match = Q()
        for column in columns:
            match |= Q(**{f"{column}__in": found.units})
        found_rows: Rows = model.objects.filter(match, namespace_id=namespace_id)
        return found_rows

    return rows


def _decisions(namespace_id: int, found: Found) -> Rows:
    touching = Q(pk__in=[])
    for unit_id in found.units:
        touching |= Q(moves__contains=[{"unit": str(unit_id)}])
    return Decision.objects.filter(
        touching | Q(conflict__a_id__in=found.units) | Q(conflict__b_id__in=found.units), namespace_id=namespace_id
    )


def _spot_checks(namespace_id: int, found: Found) -> Rows:
    return SpotCheck.objects.filter(decision__in=_decisions(namespace_id, found), namespace_id=namespace_id)


def _alerts(namespace_id: int, found: Found) -> Rows:
    conflicts = Conflict.objects.filter(
        Q(a_id__in=found.units) | Q(b_id__in=found.units), namespace_id=namespace_id
    ).values_list("pk", flat=True)
    return Alert.objects.filter(namespace_id=namespace_id, object_id__in=_texts({*found.units, *conflicts}))


def _heard(namespace_id: int, found: Found) -> Rows:
    return heard_beside(
        namespace_id,
        units=found.units,
        turns=found.turns,
        sessions=found.sessions,
        sources=found.sources,
        named=found.heard,
    )


def _texts(ids: set[UUID]) -> list[str]:
    return [str(pk) for pk in ids]


ERASERS: tuple[Eraser, ...] = (
    Eraser(
        "jobs",
        lambda ns, found: Job.objects.filter(namespace_id=ns, pk__in=list(found.jobs)),
        rewrite=lambda ns, found: rewrite_jobs(ns, found.jobs, found.units),
    ),
    Eraser(
        "idempotency_keys",
        lambda ns, found: IdempotencyKey.objects.filter(namespace_id=ns, pk__in=found.keys),
        rewrite=lambda ns, found: rewrite_keys(ns, found.keys, found.units),
    ),
    Eraser("alerts", _alerts),
    Eraser("spot_checks", _spot_checks),
    Eraser("decisions", _decisions),
    Eraser("query_variants", questions_of, rewrite=erase_questions),
    Eraser("recalls", lambda ns, found: Recall.objects.filter(namespace_id=ns, pk__in=found.recalls)),
    # The statement stays, and so does the vector of its own words.
    Eraser("heard", _heard, rewrite=lambda ns, found: _heard(ns, found).update(cue=None, heard=None)),
    Eraser("vectors", _of_units(Vector, "unit_id")),
    Eraser("terms", _of_units(Terms, "unit_id")),
    Eraser("versions", _of_units(MemoryVersion, "unit_id")),
    Eraser("confidence_events", _of_units(ConfidenceEvent, "unit_id")),
    Eraser("evidence", _of_units(Evidence, "unit_id")),
    Eraser("relations", _of_units(Relation, "from_unit_id", "to_unit_id")),
    Eraser("judged_pairs", _of_units(JudgedPair, "a_id", "b_id")),
    Eraser("conflicts", _of_units(Conflict, "a_id", "b_id")),
    Eraser("units", _of_units(MemoryUnit, "pk")),
    Eraser(
        "turns",
        lambda ns, found: Turn.objects.filter(
            Q(pk__in=found.turns) | Q(session_id__in=found.sessions), namespace_id=ns
        ),
    ),
    Eraser("sessions", lambda ns, found: Session.objects.filter(namespace_id=ns, pk__in=found.sessions)),
    Eraser("sources", lambda ns, found: Source.objects.filter(namespace_id=ns, pk__in=found.sources)),
)


def count(namespace_id: int, found: Found) -> dict[str, int]:
    """How many rows of each kind would go."""
    return {eraser.name: eraser.rows(namespace_id, found).count() for eraser in ERASERS}


def erase(namespace_id: int, found: Found) -> dict[str, int]:
    """Delete them, one statement a kind, or take out what was found; the counts are what the database says."""
    counts = {}
    for eraser in ERASERS:
        if eraser.rewrite is not None:
            counts[eraser.name] = eraser.rewrite(namespace_id, found)
            continue
        rows = eraser.rows(namespace_id, found).order_by()
        # Django gives None where the query cannot match anything.
        counts[eraser.name] = rows._raw_delete(rows.db) or 0
    return counts
