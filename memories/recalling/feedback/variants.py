"""The questions that units were learned to answer, to be found by; `memories.recalling.feedback.learning` learns them.

This module looks things up only and knows nothing of search rows, so that what builds those rows may ask it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from memories.judging.language import normalise
from memories.models import MemoryUnit, QueryVariant

_MARKS: Final = "?？!！ \t\n\u3000"


def question_form(question: str) -> str:
    """The form in which two questions are one: as statements are compared, whatever their case, asked with a mark or
    without."""
    return normalise(question.rstrip(_MARKS)).casefold()


def variants_of(namespace_id: int, unit_ids: Iterable[UUID]) -> dict[UUID, list[QueryVariant]]:
    """The learned questions of these units in the order of their places; a unit without any is left out. One query."""
    found: dict[UUID, list[QueryVariant]] = {}
    rows = QueryVariant.objects.filter(namespace_id=namespace_id, unit_id__in=list(unit_ids)).order_by("place")
    for row in rows:
        found.setdefault(row.unit_id, []).append(row)
    return found


def variant_texts(units: Iterable[MemoryUnit]) -> dict[UUID, list[str]]:
    """The learned questions of units of one namespace, as masked as they were asked; a unit without any is left out.
    One query, none for no units."""
    wanted = list(units)
    if not wanted:
        return {}
    learned = variants_of(wanted[0].namespace_id, [unit.pk for unit in wanted])
    return {pk: [row.text for row in rows] for pk, rows in learned.items()}
