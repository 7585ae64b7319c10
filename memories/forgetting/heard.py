"""What session statements were said after, where that is to be forgotten (memories.cues).

Kept of it is a vector and hashed words, in a row of the statement: it is found by those words after the turn itself has
gone, and goes with any turn or statement of its session. The statement stays, found by its own words.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

from memories.codes import terms_of_codes
from memories.judging.language import terms
from memories.models import MemoryUnit, Session, Source, Turn, Vector
from memories.searchable import term_hash


def heard_naming(namespace_id: int, names: Iterable[str]) -> set[UUID]:
    """Vectors whose unit was said after all words of one of these names, or its codes however they are spelt; one too
    many rather than one too few."""
    rows: set[UUID] = set()
    for name in names:
        for words in (terms(name), terms_of_codes(name)):
            hashed = [term_hash(namespace_id, "word", word) for word in words]
            if hashed:
                # A plain scan, as of texts (memories.forgetting.matching).
                found = Vector.objects.filter(namespace_id=namespace_id, cue__isnull=False, heard__contains=hashed)
                rows |= set(found.values_list("pk", flat=True))
    return rows


def heard_beside(
    namespace_id: int,
    *,
    units: Iterable[UUID],
    turns: Iterable[UUID],
    sessions: Iterable[UUID],
    sources: Iterable[UUID],
    named: Iterable[UUID],
) -> QuerySet[Vector]:
    """Vectors of statements that stay and were said after something that goes: those `named`, and all of the sessions
    that anything else of this was said in."""
    going = list(units)
    ending = Session.objects.filter(
        Q(pk__in=list(sessions))
        | Q(pk__in=Turn.objects.filter(namespace_id=namespace_id, pk__in=list(turns)).values("session_id")),
        namespace_id=namespace_id,
    )
    stating = Source.objects.filter(
        Q(pk__in=list(sources))
        | Q(pk__in=MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=going).values("source_id")),
        namespace_id=namespace_id,
    )
    talks = {*ending.values_list("name", flat=True), *stating.values_list("session_id", flat=True)} - {""}
    beside = MemoryUnit.objects.filter(namespace_id=namespace_id, source__session_id__in=sorted(talks))
    return Vector.objects.filter(
        Q(pk__in=list(named)) | Q(unit_id__in=beside.values("pk")), namespace_id=namespace_id, heard__isnull=False
    ).exclude(unit_id__in=going)
