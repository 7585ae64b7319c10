"""Forget requests: preview, erase, and the receipt."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.forgetting import requests
from memories.presenting import forget_out
from memories.shapes.inputs import ForgetInput, NoInput
from memories.shapes.outputs import ForgetOut
from memories.shapes.queries import ForgetQuery
from memories.words import Scope


class ForgetRequests(Door):
    """Whom or what to forget."""

    @opens(
        Scope.FORGET,
        name="request_forgetting",
        summary="Forget a subject, an identifier or a source",
        more="Erases at once; with dry_run=true only counts, and waits to be confirmed.",
        takes=ForgetInput,
        query=ForgetQuery,
        gives={201: ForgetOut},
        ids=(),
        refusals={404: "There is no such source."},
    )
    def post(self, _request: Request) -> Response:
        body = self.body(ForgetInput)
        if self.query(ForgetQuery).dry_run:
            body = body.model_copy(update={"dry_run": True})
        return answer(forget_out(requests.request_forgetting(self.caller, body, now=self.now)), 201)


class ForgetRequest(Door):
    """One request."""

    @opens(Scope.FORGET, name="get_forget_request", summary="How far a request has come", gives={200: ForgetOut})
    def get(self, _request: Request, id: UUID) -> Response:
        return answer(forget_out(requests.read_request(self.caller, id)))


class Confirm(Door):
    """A preview that becomes an erasure."""

    @opens(
        Scope.FORGET,
        name="confirm_forgetting",
        summary="Erase what a preview found, as it stands now",
        takes=NoInput,
        gives={200: ForgetOut},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        self.body(NoInput)
        return answer(forget_out(requests.confirm(self.caller, id, now=self.now)))
