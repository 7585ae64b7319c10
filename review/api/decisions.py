"""Decisions, a policy's as well as a person's: what was decided can be taken back."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.presenting import decision_out
from memories.shapes.inputs import NoInput
from memories.shapes.outputs import DecisionOut
from memories.words import Scope
from review.decisions import undo_decision


class Undo(Door):
    """What was decided, taken back."""

    @opens(
        Scope.REVIEW,
        name="undo_decision",
        summary="Take back a decision",
        more="By its id, as a trace names it: a merge of two that say the same, say, which is on no conflict.",
        takes=NoInput,
        gives={200: DecisionOut},
        refusals={409: "It was taken back before, a later one stands, or a unit has moved since (`code`)."},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        self.body(NoInput)
        return answer(decision_out(undo_decision(self.caller, id, now=self.now)))
