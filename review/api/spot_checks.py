"""Spot checks: decisions that were drawn at random, and what a person says of them."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.words import Scope
from review.looking import list_spot_checks, show_spot_check
from review.shapes import SpotCheckOut, SpotCheckPage, SpotCheckQuery, VerdictInput
from review.spot_checks import check


class SpotChecks(Door):
    """The sample of a namespace."""

    @opens(
        Scope.READ,
        name="list_spot_checks",
        summary="List spot checks",
        more="Each is an automatic decision that a review drew at random, for a person to say whether it was right.",
        query=SpotCheckQuery,
        gives={200: SpotCheckPage},
        ids=(),
    )
    def get(self, _request: Request) -> Response:
        return self.page(list_spot_checks(self.caller, self.query(SpotCheckQuery), now=self.now))


class Verdict(Door):
    """What a person says of one."""

    @opens(
        Scope.REVIEW,
        name="check_decision",
        summary="Say whether an automatic decision was right",
        more="Once. With `wrong` and `undo` the decision is taken back in the same transaction.",
        takes=VerdictInput,
        gives={200: SpotCheckOut},
        refusals={409: "It has its verdict (`already_checked`), or a unit has moved since (`moved`)."},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        said = self.body(VerdictInput)
        row = check(self.caller, id, verdict=said.verdict, note=said.note, undo=said.undo, now=self.now)
        return answer(show_spot_check(row, now=self.now))
