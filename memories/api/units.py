"""Memories: write one or many, look at them, change what they say, take them away."""

from __future__ import annotations

import re
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from memories import editing, lifecycle, tracing, writing
from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.errors import Invalid, Moved
from memories.forgetting.requests import erase_unit
from memories.listing import list_memories
from memories.presenting import forget_out
from memories.shapes.inputs import BatchInput, MemoryInput, MemoryPatch
from memories.shapes.lists import BatchOut, BatchRequest, DeleteOut, MemoryPage
from memories.shapes.outputs import MemoryOut, TraceOut, WriteOut
from memories.shapes.queries import DeleteQuery, MemoryQuery
from memories.words import Outcome, Scope
from memories.writing import Failed

_VERSION = re.compile(r'(?:W/)?("?)([1-9][0-9]{0,8})\1')
_IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description='The version that you saw, as in "3"; refused if it moved.'
)


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
        more="It is committed and findable when this answers: 201, or 200 if it only reinforced a memory that stands.",
        takes=MemoryInput,
        gives={200: WriteOut, 201: WriteOut},
        ids=(),
    )
    def post(self, _request: Request) -> Response:
        written = writing.write(self.caller, self.body(MemoryInput), now=self.now)
        return answer(written, 200 if written.outcome == Outcome.REINFORCED else 201, version=written.memory.version)


class Batch(Door):
    """Up to 1,000 writes in one transaction."""

    @opens(
        Scope.WRITE,
        name="write_memories",
        summary="Write many memories",
        more='One result an item, in order: a write answer, or {"error": …} for an item that was refused.',
        takes=BatchRequest,
        gives={200: BatchOut},
        ids=(),
    )
    def post(self, _request: Request) -> Response:
        results = writing.write_batch(self.caller, self.body(BatchInput).items, now=self.now)
        return Response(
            {
                "results": [
                    {"error": one.error.as_dict()} if isinstance(one, Failed) else one.model_dump(mode="json")
                    for one in results
                ]
            }
        )


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


def seen_version(request: Request) -> int | None:
    """The version in If-Match, or None without one. Raises Invalid for anything else."""
    header = request.headers.get("If-Match", "").strip()
    if header in ("", "*"):
        return None
    match = _VERSION.fullmatch(header)
    if match is None:
        raise Invalid('If-Match takes one version, as in If-Match: "3".', code="if_match_invalid", field="If-Match")
    return int(match[2])
