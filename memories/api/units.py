"""Memories: write one or many, look at them, change what they say, take them away."""

from __future__ import annotations

import re
from typing import TypeVar
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from memories import editing, lifecycle, tracing, writing
from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.asking import batches
from memories.asking.batches import result_out
from memories.errors import Invalid, Moved
from memories.forgetting.requests import erase_unit
from memories.listing import list_memories
from memories.models import Job
from memories.preparing import Failed
from memories.presenting import forget_out
from memories.shapes.inputs import BatchInput, KeyInput, MemoryInput, MemoryPatch
from memories.shapes.lists import BatchOut, BatchRequest, DeleteOut, JobAccepted, MemoryPage
from memories.shapes.outputs import MemoryOut, TraceOut, WriteOut
from memories.shapes.queries import BatchQuery, DeleteQuery, MemoryQuery
from memories.shapes.reading import read
from memories.words import Outcome, Scope

_VERSION = re.compile(r'(?:W/)?("?)([1-9][0-9]{0,8})\1')
_QUOTED = re.compile(r'^\s*"?(.*?)"?\s*$', re.DOTALL)
_IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description='The version that you saw, as in "3"; refused if it moved.'
)


_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="The same as idempotency_key in the body: a retry with the same key writes nothing twice.",
)
_PREFER = OpenApiParameter(
    "Prefer", str, OpenApiParameter.HEADER, description="respond-async: the same as async in the body."
)
_REUSED = {409: "The key came with another request before, or what it wrote was erased since."}


Keyed = TypeVar("Keyed", MemoryInput, BatchInput)


class PreconditionFailed(Moved):
    status = 412


class Memories(Door):
    """The memories of a namespace."""

    @opens(
        Scope.READ, name="list_memories", summary="List memories", query=MemoryQuery, gives={200: MemoryPage}, ids=()
    )
    def get(self, _request: Request) -> Response:
        return self.page(list_memories(self.caller, self.query(MemoryQuery), now=self.now))

    @opens(
        Scope.WRITE,
        name="write_memory",
        summary="Write one memory",
        more="It is committed and findable when this answers: 201, or 200 if it only reinforced a memory that stands. "
        "A retry with the same idempotency key gets the same answer, with the memory as it is then.",
        takes=MemoryInput,
        gives={200: WriteOut, 201: WriteOut},
        headers=[_KEY],
        refusals=_REUSED,
        ids=(),
    )
    def post(self, _request: Request) -> Response:
        written = writing.write(self.caller, with_key(self.request, self.body(MemoryInput)), now=self.now)
        return answer(written, 200 if written.outcome == Outcome.REINFORCED else 201, version=written.memory.version)


class Batch(Door):
    """Up to 1,000 writes in one transaction, at once or in the background."""

    @opens(
        Scope.WRITE,
        name="write_memories",
        summary="Write many memories",
        more='One result an item, in order: a write answer, or {"error": …} for an item that was refused. With async '
        "(or Prefer: respond-async) the answer is a job, whose address stands in Location.",
        takes=BatchRequest,
        query=BatchQuery,
        gives={200: BatchOut, 202: JobAccepted},
        headers=[_KEY, _PREFER],
        refusals=_REUSED,
        ids=(),
    )
    def post(self, request: Request) -> Response:
        body = with_key(request, self.body(BatchInput))
        if body.in_background or self.query(BatchQuery).in_background or _prefers_async(request):
            return _accepted(batches.accept(self.caller, body, now=self.now))
        results = writing.write_batch(self.caller, body.items, key=body.idempotency_key, now=self.now)
        return answer(BatchOut(results=[result_out(one.error if isinstance(one, Failed) else one) for one in results]))


class Memory(Door):
    """One memory."""

    @opens(Scope.READ, name="get_memory", summary="One memory, whatever its state", gives={200: MemoryOut})
    def get(self, _request: Request, id: UUID) -> Response:
        found = tracing.get(self.caller, id, now=self.now)
        return answer(found, version=found.version)

    @opens(
        Scope.WRITE,
        name="update_memory",
        summary="Change a memory",
        more="The new content passes the gate and makes a version.",
        takes=MemoryPatch,
        gives={200: WriteOut},
        headers=[_IF_MATCH],
        refusals={409: "It is not current, or an equal one is.", 412: "It is not at the version of If-Match."},
    )
    def patch(self, _request: Request, id: UUID) -> Response:
        version = seen_version(self.request)
        try:
            changed = editing.update(self.caller, id, self.body(MemoryPatch), if_version=version, now=self.now)
        except Moved as moved:
            raise PreconditionFailed(moved.detail, code=moved.code, field=moved.field, **moved.extra) from None
        return answer(changed, version=changed.memory.version)

    @opens(
        Scope.WRITE,
        name="delete_memory",
        summary="To the trash, or erase",
        more="With erase=true the memory and what was derived from it are gone for good, and the answer is a "
        "forget request with its receipt.",
        query=DeleteQuery,
        instead=("erase", Scope.FORGET),
        gives={200: DeleteOut},
    )
    def delete(self, _request: Request, id: UUID) -> Response:
        if self.query(DeleteQuery).erase:
            return answer(forget_out(erase_unit(self.caller, id, now=self.now)))
        return answer(self.memory(lifecycle.delete(self.caller, id, now=self.now)))


class Trace(Door):
    """How a memory came to be what it is."""

    @opens(Scope.READ, name="trace_memory", summary="Everything known of a memory", gives={200: TraceOut})
    def get(self, _request: Request, id: UUID) -> Response:
        return answer(tracing.trace(self.caller, id, now=self.now))


def with_key(request: Request, body: Keyed) -> Keyed:
    """The body with the key of the Idempotency-Key header, if there is one.

    Raises:
        Invalid: the header cannot be a key, or the body holds another one.
    """
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return body
    key = read(KeyInput, {"idempotency_key": _QUOTED.sub(r"\1", header)}).idempotency_key
    if body.idempotency_key not in (None, key):
        raise Invalid(
            "The header Idempotency-Key and idempotency_key in the body differ; send one of them.",
            code="idempotency_key_twice",
            field="idempotency_key",
        )
    return body.model_copy(update={"idempotency_key": key})


def _prefers_async(request: Request) -> bool:
    wishes = request.headers.get("Prefer", "").lower().split(",")
    return "respond-async" in {wish.partition(";")[0].strip() for wish in wishes}


def _accepted(job: Job) -> Response:
    response = answer(JobAccepted(id=job.pk, state=job.state, total=job.total), 202)
    response.headers["Location"] = reverse("job", args=[job.pk])
    return response


def seen_version(request: Request) -> int | None:
    """The version in If-Match, or None without one. Raises Invalid for anything else."""
    header = request.headers.get("If-Match", "").strip()
    if header in ("", "*"):
        return None
    match = _VERSION.fullmatch(header)
    if match is None:
        raise Invalid('If-Match takes one version, as in If-Match: "3".', code="if_match_invalid", field="If-Match")
    return int(match[2])
