"""Relations: typed edges between memories."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.paging import Page
from memories.relations import list_relations, relate
from memories.shapes.inputs import RelationInput
from memories.shapes.lists import RelationPage
from memories.shapes.outputs import RelationOut
from memories.words import Scope


class RelationsOfMemory(Door):
    """The edges of one memory."""

    @opens(
        Scope.READ,
        name="list_relations",
        summary="The relations of a memory",
        more="Both ways, the newest 100.",
        gives={200: RelationPage},
    )
    def get(self, _request: Request, id: UUID) -> Response:
        return self.page(Page(list_relations(self.caller, id), None))


class Relations(Door):
    """Edges that writers make."""

    @opens(
        Scope.WRITE,
        name="relate_memories",
        summary="Relate two memories",
        more="201 for a new edge, 200 for one that stands already.",
        takes=RelationInput,
        gives={200: RelationOut, 201: RelationOut},
        ids=(),
        refusals={404: "One of the two does not exist in this namespace.", 409: "One of the two is deleted."},
    )
    def post(self, _request: Request) -> Response:
        relation, created = relate(self.caller, self.body(RelationInput), now=self.now)
        return answer(relation, 201 if created else 200)
