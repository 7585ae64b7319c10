"""Batches in the background: how far they are, and what became of their items."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.asking.batches import read_job
from memories.shapes.lists import JobOut
from memories.words import Scope


class Job(Door):
    """One job."""

    @opens(
        Scope.WRITE,
        name="get_job",
        summary="How far a batch in the background is",
        more="Shown to the token that asked for it, and to one that may review. The results come with the memories as "
        "they are now; one that was erased since says so.",
        gives={200: JobOut},
    )
    def get(self, _request: Request, id: UUID) -> Response:
        return answer(read_job(self.caller, id, now=self.now))
