"""The log of recalls: one cheap insert, in the statement that reads what is answered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

from memories.models import MemoryUnit, Recall
from memories.models.base import new_id


def log_and_read(
    namespace_id: int,
    *,
    token_id: int | None,
    query: str,
    profile: str,
    hits: Sequence[tuple[UUID, float]],
    degraded: bool,
    partial: bool,
    now: datetime,
) -> tuple[UUID, dict[UUID, MemoryUnit]]:
    """Log a recall with (unit, score) of what it returned; its id, and those units. Counts follow in the next review."""
    recall = Recall(
        id=new_id(),
        namespace_id=namespace_id,
        token_id=token_id,
        query=query,
        profile=profile,
        unit_ids=[pk for pk, _ in hits],
        scores=[round(score, 4) for _, score in hits],
        degraded=degraded,
        partial=partial,
        created_at=now,
    )
    if not hits:
        recall.save(force_insert=True)
        return recall.pk, {}
    fields = Recall._meta.concrete_fields
    columns = ", ".join(field.column for field in fields)
    values = [field.get_db_prep_save(getattr(recall, field.attname), connection) for field in fields]
    types = ", ".join(f"%s::{field.db_type(connection)}" for field in fields)
    units = MemoryUnit.objects.raw(
        f"""
        WITH logged AS (INSERT INTO memories_recall ({columns}) VALUES ({types}))
        SELECT u.* FROM memories_memoryunit u WHERE u.namespace_id = %s AND u.id = ANY (%s)
        """,  # noqa: S608 (names of columns and types of the model)
        [*values, namespace_id, recall.unit_ids],
    )
    return recall.pk, {unit.pk: unit for unit in units}
