"""Alerts: what a person should look at."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories.alerts import acknowledge, list_alerts
from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.shapes.inputs import NoInput
from memories.shapes.lists import AlertPage
from memories.shapes.outputs import AlertOut
from memories.shapes.queries import AlertQuery
from memories.words import Scope


class Alerts(Door):
    """The alerts of a namespace."""

    @opens(Scope.READ, name="list_alerts", summary="List alerts", query=AlertQuery, gives={200: AlertPage}, ids=())
    def get(self, _request: Request) -> Response:
        return self.page(list_alerts(self.caller, self.query(AlertQuery)))


class Acknowledge(Door):
    """An alert that someone has seen to."""

    @opens(
        Scope.REVIEW,
        name="acknowledge_alert",
        summary="Acknowledge an alert",
        takes=NoInput,
        gives={200: AlertOut},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        self.body(NoInput)
        return answer(acknowledge(self.caller, id, now=self.now))
