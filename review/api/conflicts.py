"""Conflicts: the inbox, a decision, and its undo."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.shapes.inputs import NoInput, ResolveInput
from memories.shapes.outputs import ConflictOut
from memories.words import Scope
from review.conflicts import resolve, undo
from review.looking import list_conflicts, read_conflict, show
from review.shapes import ConflictPage, ConflictQuery


class Conflicts(Door):
    """The conflicts of a namespace."""

    @opens(
        Scope.READ,
        name="list_conflicts",
        summary="List conflicts",
        more="In the order of the inbox: risk, then age.",
        query=ConflictQuery,
        gives={200: ConflictPage},
        ids=(),
    )
    def get(self, _request: Request) -> Response:
        return self.page(list_conflicts(self.caller, self.query(ConflictQuery), now=self.now))


class Conflict(Door):
    """One conflict."""

    @opens(Scope.READ, name="get_conflict", summary="A conflict with both sides", gives={200: ConflictOut})
    def get(self, _request: Request, id: UUID) -> Response:
        return answer(read_conflict(self.caller, id, now=self.now))


class Resolve(Door):
    """What a person decides."""

    @opens(
        Scope.REVIEW,
        name="resolve_conflict",
        summary="Decide a conflict",
        more="`versions` are those of the conflict as you saw it; a decision on sides that moved since is refused.",
        takes=ResolveInput,
        gives={200: ConflictOut},
        refusals={409: "A side moved since (`moved`), or it is settled already (`already_settled`)."},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        settled = resolve(self.caller, id, self.body(ResolveInput), now=self.now)
        return answer(show(settled, now=self.now))


class Undo(Door):
    """What was decided, taken back."""

    @opens(
        Scope.REVIEW,
        name="undo_conflict",
        summary="Take back the decision on a conflict",
        more="A policy's as well as a person's; what a person decided is open again.",
        takes=NoInput,
        gives={200: ConflictOut},
        refusals={409: "There is nothing to undo, or a side moved since."},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        self.body(NoInput)
        return answer(show(undo(self.caller, id, now=self.now), now=self.now))
