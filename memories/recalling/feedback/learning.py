"""A question that a unit answered with success, though its own words did not foretell it, becomes a query variant.

What counts as unlike is told by words, which costs no embedding and so may stand in the transaction of the outcome: a
question whose words the unit holds already finds it without help. A question is masked as it was logged. One that is
poison or a standing wish is not learned, since it is kept and shown. At most five are kept of a unit; the weakest gives
way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import F

from memories.extracting.asking import wishes
from memories.models import MemoryUnit, QueryVariant, Terms
from memories.models.recalls import VARIANT_LENGTH, VARIANTS_AT_MOST
from memories.recalling.feedback.variants import question_form, variants_of
from memories.screening import screen
from memories.searchable import asked_hashes, index_units, term_hash

UNLIKE_SHARE: Final = 0.5
"""Of the different terms that a question asks by: so many of them must be none of the unit's, or it needs no variant.
Chosen before anything was measured: with more than half of the words in common the lexical arm finds the unit."""


def asked_digest(namespace_id: int, question: str) -> int:
    """A signed 64-bit hash under which two spellings of one question meet, for a full match with a learned one."""
    return term_hash(namespace_id, "asked", question_form(question))


def learn(units: Sequence[MemoryUnit], question: str, *, recall_id: UUID | None, screened: bool, now: datetime) -> int:
    """Keep a question that these units answered as a variant of each that it is unlike; how many are new.

    The units are of one namespace, with their sources loaded and their rows locked by the caller; `question` is masked.
    A variant that is asked again counts up. `screened` is false where the namespace screens nothing. Two queries if
    nothing is new, up to seven otherwise, however many units there are.
    """
    if not units or not question.strip() or len(question) > VARIANT_LENGTH:
        return 0
    space = units[0].namespace_id
    asked = set(asked_hashes(space, question))
    if not asked:
        return 0
    digest = asked_digest(space, question)
    known = variants_of(space, [unit.pk for unit in units])
    again = [row.pk for rows in known.values() for row in rows if row.digest == digest]
    if again:
        QueryVariant.objects.filter(namespace_id=space, pk__in=again).update(uses=F("uses") + 1, last_used_at=now)
    fresh = _unlike([unit for unit in units if all(row.digest != digest for row in known.get(unit.pk, ()))], asked)
    if not fresh or _steers(question, screened):
        return 0
    _keep(fresh, known, question, digest=digest, recall_id=recall_id, now=now)
    index_units(fresh, None)
    return len(fresh)


def _steers(question: str, screened: bool) -> bool:
    """Whether the text would tell a reader what to do rather than ask: it was said to a search, not to whoever reads
    what a unit was learned by."""
    return wishes(question) or (
        screened and screen(question, trusted_voice=False, directive=False, asks=True) is not None
    )


def _unlike(units: Sequence[MemoryUnit], asked: set[int]) -> list[MemoryUnit]:
    """Those of the units that hold too few of the terms asked by; what a unit has learned already counts as its own."""
    if not units:
        return []
    held = dict(
        Terms.objects.filter(namespace_id=units[0].namespace_id, unit_id__in=[unit.pk for unit in units]).values_list(
            "unit_id", "terms"
        )
    )
    return [unit for unit in units if len(asked.difference(held.get(unit.pk, ()))) >= UNLIKE_SHARE * len(asked)]


def _keep(
    units: Sequence[MemoryUnit],
    known: Mapping[UUID, Sequence[QueryVariant]],
    question: str,
    *,
    digest: int,
    recall_id: UUID | None,
    now: datetime,
) -> None:
    """Put the question in a free place of each unit, or in that of the variant that helped least and longest ago."""
    made, leaving = [], []
    for unit in units:
        rows = known.get(unit.pk, ())
        free = set(range(1, VARIANTS_AT_MOST + 1)) - {row.place for row in rows}
        if free:
            place = min(free)
        else:
            weakest = min(rows, key=lambda row: (row.uses, row.last_used_at, row.pk))
            leaving.append(weakest.pk)
            place = weakest.place
        made.append(
            QueryVariant(
                namespace_id=unit.namespace_id,
                unit_id=unit.pk,
                place=place,
                text=question,
                digest=digest,
                recall_id=recall_id,
                created_at=now,
                last_used_at=now,
            )
        )
    if leaving:
        QueryVariant.objects.filter(namespace_id=units[0].namespace_id, pk__in=leaving).delete()
    QueryVariant.objects.bulk_create(made)
