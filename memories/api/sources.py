"""Sources: where memories came from, and how far each is trusted."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.shapes.happenings import OriginUndone
from memories.shapes.inputs import OriginInput, SourcePatch, WindowInput
from memories.shapes.lists import SourcePage
from memories.shapes.outputs import SourceOut
from memories.shapes.queries import PageQuery
from memories.sources import list_sources, set_trust
from memories.undoing_origins import undo_origin
from memories.words import Scope


class Sources(Door):
    """The sources of a namespace."""

    @opens(Scope.READ, name="list_sources", summary="List sources", query=PageQuery, gives={200: SourcePage}, ids=())
    def get(self, _request: Request) -> Response:
        return self.page(list_sources(self.caller, self.query(PageQuery)))


class Source(Door):
    """One source."""

    @opens(
        Scope.REVIEW,
        name="update_source",
        summary="Set how far a source is trusted",
        more="It counts from now on; what was stated before keeps its confidence.",
        takes=SourcePatch,
        gives={200: SourceOut},
    )
    def patch(self, _request: Request, id: UUID) -> Response:
        return answer(set_trust(self.caller, id, trust=self.body(SourcePatch).trust, now=self.now))


class SourceRollback(Door):
    """What a source did."""

    @opens(
        Scope.ADMIN,
        name="rollback_source",
        summary="Undo what a source did",
        more="`dry_run` says what would be undone. What others state too stays; what has changed since is left.",
        takes=WindowInput,
        gives={200: OriginUndone},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        window = self.body(WindowInput)
        origin = OriginInput(source_id=id, **window.model_dump())
        return answer(undo_origin(self.caller, origin, now=self.now))


class Rollbacks(Door):
    """What a source, a token or a session did."""

    @opens(
        Scope.ADMIN,
        name="rollback_origin",
        summary="Undo what a source, a token or a session did",
        more="`dry_run` says what would be undone. What others state too stays; what has changed since is left.",
        takes=OriginInput,
        gives={200: OriginUndone},
    )
    def post(self, _request: Request) -> Response:
        return answer(undo_origin(self.caller, self.body(OriginInput), now=self.now))
