"""Answers /health and /ready before anything else looks at the request."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from hindsight_site.health.views import health, ready

VIEWS = {"/health": health, "/ready": ready}


class Health:
    """A probe calls by address, not by one of ALLOWED_HOSTS, and has no session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        view = VIEWS.get(request.path)
        return view(request) if view else self.get_response(request)
