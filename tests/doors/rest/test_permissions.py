"""One table of who may do what, held against every address that there is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIRequestFactory

from memories.api.door import Door as DoorView
from memories.api.opening import opening_of
from memories.words import Scope
from tests.doors.rest.conftest import door

TABLE = {
    ("GET", "memories"): "read",
    ("POST", "memories"): "write",
    ("POST", "memories/batch"): "write",
    ("POST", "memories/search"): "read",
    ("GET", "memories/<id:id>"): "read",
    ("PATCH", "memories/<id:id>"): "write",
    ("DELETE", "memories/<id:id>"): "write",
    ("GET", "memories/<id:id>/trace"): "read",
    ("GET", "memories/<id:id>/relations"): "read",
    ("POST", "memories/<id:id>/rollback"): "review",
    ("POST", "memories/<id:id>/critical"): "review",
    ("POST", "memories/<id:id>/release"): "review",
    ("POST", "memories/<id:id>/restore"): "review",
    ("POST", "recalls/<id:id>/outcome"): "write",
    ("DELETE", "query-variants/<id:id>"): "write",
    ("POST", "relations"): "write",
    ("GET", "sources"): "read",
    ("PATCH", "sources/<id:id>"): "review",
    ("POST", "sources/<id:id>/rollback"): "admin",
    ("POST", "rollbacks"): "admin",
    ("GET", "timeline"): "read",
    ("POST", "forget-requests"): "forget",
    ("GET", "forget-requests/<id:id>"): "forget",
    ("POST", "forget-requests/<id:id>/confirm"): "forget",
    ("GET", "jobs/<id:id>"): "write",
    ("GET", "alerts"): "read",
    ("POST", "alerts/<id:id>/ack"): "review",
    ("GET", "reviews"): "read",
    ("POST", "reviews"): "review",
    ("GET", "reviews/<id:id>"): "read",
    ("GET", "spend"): "read",
    ("GET", "spot-checks"): "read",
    ("POST", "spot-checks/<id:id>/verdict"): "review",
    ("POST", "decisions/<id:id>/undo"): "review",
    ("GET", "conflicts"): "read",
    ("GET", "conflicts/<id:id>"): "read",
    ("POST", "conflicts/<id:id>/resolve"): "review",
    ("POST", "conflicts/<id:id>/undo"): "review",
    ("POST", "sessions/<session:session>/turns"): "write",
    ("GET", "sessions/<session:session>/context"): "read",
    ("POST", "sessions/<session:session>/end"): "write",
    ("POST", "trajectories"): "write",
}


def address_of(route: str) -> str:
    """An address of this route at which there is nothing."""
    return "/api/v1/" + route.replace("<id:id>", str(uuid4())).replace("<session:session>", "nowhere")


def patterns(resolver: Any = None, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for part in (resolver or get_resolver()).url_patterns:
        route = prefix + str(part.pattern)
        if isinstance(part, URLResolver):
            yield from patterns(part, route)
        elif isinstance(part, URLPattern) and route.startswith("api/v1/"):
            yield route.removeprefix("api/v1/"), part.callback


def handlers() -> dict[tuple[str, str], Any]:
    return {
        (method.upper(), route): getattr(view.cls, method)
        for route, view in patterns()
        for method in ("get", "post", "put", "patch", "delete", "options", "trace")
        if method in view.cls.http_method_names and hasattr(view.cls, method)
    }


def test_the_table_names_every_handler_and_each_declares_that_scope():
    declared = {place: opening_of(handler) for place, handler in handlers().items()}
    assert {place: opening and str(opening.scope) for place, opening in declared.items()} == TABLE


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "route"), TABLE)
def test_nothing_opens_without_a_token_or_without_the_scope(method: str, route: str):
    address = address_of(route)
    stranger = Client().generic(method, address)
    assert stranger.status_code == 401
    assert stranger.json()["code"] == "not_authenticated"
    assert stranger.headers["WWW-Authenticate"].startswith("Bearer")
    needed = TABLE[method, route]
    others = [str(scope) for scope in Scope if scope not in (needed, Scope.ADMIN)]
    refused = door("team", scopes=others).call(method, address, expect=403)
    assert (refused["code"], refused["missing"]) == ("insufficient_scope", needed)


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "route"), TABLE)
def test_the_scope_opens_it(method: str, route: str):
    address = address_of(route)
    response = door("team", scopes=[TABLE[method, route]]).raw(method, address, {})
    assert response.status_code not in (401, 403, 405, 500), response.content


@pytest.mark.django_db
def test_a_handler_without_a_declaration_is_closed_to_everyone():
    class Forgotten(DoorView):
        def get(self, _request: Any) -> Any:
            raise AssertionError("it must not be reached")

    request = APIRequestFactory().get("/", headers={"Authorization": f"Bearer {door('team').secret}"})
    response = Forgotten.as_view()(request)
    assert (response.status_code, response.data["code"]) == (403, "closed")


@pytest.mark.django_db
def test_erasing_needs_the_scope_forget_and_nothing_else():
    team = door("team")
    memory = team.write("The lift in building B is out of order")
    address = f"memories/{memory['id']}?erase=true"
    refused = door("team", scopes=["read", "write", "review"]).call("DELETE", address, expect=403)
    assert refused["missing"] == "forget"
    officer = door("team", scopes=["forget"])
    officer.call("DELETE", f"memories/{memory['id']}", expect=403)
    assert officer.call("DELETE", address)["state"] == "done"


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "TRACE"])
def test_other_methods_are_refused_in_the_error_shape(method: str):
    answer = door("team").raw(method, "memories")
    assert answer.status_code == 405
    assert answer.json()["code"] == "method_not_allowed"
    assert "GET" in answer.headers["Allow"]
    assert Client().generic(method, "/api/v1/memories").status_code == 401
