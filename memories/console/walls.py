"""The one place where the console passes the second wall.

Every page that is read runs, with the rendering of its template, in one transaction that sees the namespaces of
the person who asks. What changes something does not: it calls the domain, which opens its own, so that no
embedder or vacuum waits inside a transaction of the console.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from memories.console.roles import roles_of
from memories.walls import inside

SAFE = ("GET", "HEAD")


class NamespaceWall:
    """Middleware, after authentication."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in SAFE or not request.path.startswith(reverse("admin:index")):
            return self.get_response(request)
        visible = visible_to(request)
        if not visible:
            return self.get_response(request)
        with inside(*visible):
            return self.get_response(request)


def visible_to(request: HttpRequest) -> tuple[int, ...]:
    """The namespaces that this person is a member of; none for who is not logged in."""
    return tuple(sorted(roles_of(request)))
