"""Forgetting what waits and what is kept to be answered again: requests of jobs, results of jobs, answers of keys.

A request is decrypted and every text in it is looked at, whatever its field; an item that names the target is taken
out, and its place says so. Of results and answers only the ids of erased units go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.db import connection

from memories.asking.answers import without
from memories.asking.batches import request_of
from memories.callers import Caller
from memories.errors import HindsightError
from memories.forgetting.naming import Named
from memories.gate.origin import establish
from memories.gate.privacy import said_by
from memories.models import IdempotencyKey, Job, MemoryUnit, Source
from memories.names import name_key
from memories.shapes.inputs import MemoryInput
from memories.shapes.reading import read
from memories.words import JobState

_OPEN = (JobState.QUEUED, JobState.RUNNING)


def answered_jobs(namespace_id: int, units: Collection[UUID]) -> dict[UUID, frozenset[int]]:
    """Jobs whose results name one of these units, each without an item to take out of its request."""
    return dict.fromkeys(_pointing("memories_job", "results", namespace_id, units), frozenset[int]())


def jobs_of(
    namespace_id: int, *, by: str, names: Collection[str], units: Collection[UUID]
) -> dict[UUID, frozenset[int]]:
    """Jobs to rewrite, each with the numbers of the items to take out of its request (none: only its results)."""
    found = answered_jobs(namespace_id, units)
    waiting = Job.objects.filter(namespace_id=namespace_id, state__in=_OPEN, request__isnull=False)
    named = None
    for job in waiting.iterator():
        named = named or _Meant(namespace_id, by=by, names=names, units=units)
        request = request_of(job)
        numbers = frozenset(
            number
            for number, item in enumerate(request.items)
            if number not in request.erased and named.by(item, request.caller)
        )
        if numbers:
            found[job.pk] = numbers
    return found


class _Meant:
    """What makes an item of a request one that the target names."""

    def __init__(self, namespace_id: int, *, by: str, names: Collection[str], units: Collection[UUID]) -> None:
        self.named: Named | None = None
        self.texts: set[str] = set()
        self.origin = ""
        if by in ("subject", "identifier"):
            self.named = Named(namespace_id, names)
            return
        # A unit or a source is erased with what it says: the same said again, and on its way, goes as well.
        rows = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=units)
        self.texts = {name_key(said_by(unit)) for unit in rows.iterator()}
        if by == "source":
            sources = Source.objects.filter(namespace_id=namespace_id, pk__in=names)
            self.origin = sources.values_list("digest", flat=True).first() or ""

    def by(self, item: Any, caller: Caller) -> bool:
        if self.named is not None:
            return any(map(self.named.within, _texts(item)))
        if self.texts & {name_key(text) for text in _texts(item)}:
            return True
        return bool(self.origin) and self.origin == _origin(item, caller)


def _texts(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for item in part:
            yield from _texts(item)
    elif isinstance(part, dict):
        for name, value in part.items():
            yield name
            yield from _texts(value)


def _origin(item: Any, caller: Caller) -> str:
    """The digest of the source that an item would come from; none if it would be refused."""
    try:
        return establish(read(MemoryInput, item), caller).digest
    except HindsightError:
        return ""


def _pointing(table: str, column: str, namespace_id: int, units: Collection[UUID]) -> list[UUID]:
    """Rows whose JSON names one of these units anywhere."""
    if not units:
        return []
    with connection.cursor() as cursor:
        # Table and column are fixed words of this module.
        cursor.execute(
            f"SELECT id FROM {table} WHERE namespace_id = %s AND EXISTS (SELECT FROM "  # noqa: S608
            f"jsonb_path_query({column}, '$.** ? (@.type() == \"string\")') AS part "
            "WHERE part #>> '{}' = ANY (%s))",
            [namespace_id, [str(pk) for pk in units]],
        )
        return [row[0] for row in cursor.fetchall()]


def keys_of(namespace_id: int, units: Collection[UUID]) -> frozenset[UUID]:
    """Keys whose answer names one of these units."""
    return frozenset(_pointing("memories_idempotencykey", "answer", namespace_id, units))


def rewrite_jobs(namespace_id: int, jobs: Mapping[UUID, Collection[int]], units: Collection[UUID]) -> int:
    """Take the items out of the requests, and the units out of the results; how many jobs."""
    gone = {str(pk) for pk in units}
    rows = Job.objects.filter(namespace_id=namespace_id, pk__in=list(jobs)).order_by("pk").select_for_update()
    changed = 0
    for job in rows:
        if job.request is not None and jobs[job.pk]:
            request = request_of(job)
            for number in jobs[job.pk]:
                request.items[number] = None
            request.erased |= set(jobs[job.pk])
            job.request = request.text()
        job.results = without(job.results, gone)
        job.save(update_fields=["request", "results"])
        changed += 1
    return changed


def rewrite_keys(namespace_id: int, keys: Collection[UUID], units: Collection[UUID]) -> int:
    """Take the units out of the answers; how many keys. The key itself stays until its time, so that a retry on its
    way does not write again what was erased; where nothing is left to answer, not even what was asked stays."""
    gone = {str(pk) for pk in units}
    rows = IdempotencyKey.objects.filter(namespace_id=namespace_id, pk__in=keys).order_by("pk").select_for_update()
    changed = 0
    for row in rows:
        row.answer = {**row.answer, "results": without(row.answer.get("results", []), gone)}
        if all("error" in answer for answer in row.answer["results"]):
            row.request_digest = ""
        row.save(update_fields=["answer", "request_digest"])
        changed += 1
    return changed
