"""Three people at the REST door, each with a client that carries a token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from memories.callers import Caller
from memories.namespaces import ensure_namespace
from memories.tokens import authenticate, create_token
from memories.words import Channel, Scope

API = "/api/v1/"


@dataclass
class Door:
    """Calls of one token; bodies go out as JSON, `expect` is the status that must come back."""

    secret: str
    namespace: str = ""

    def call(self, method: str, path: str, body: Any = None, *, expect: int = 200, **headers: str) -> Any:
        response = self.raw(method, path, body, **headers)
        assert response.status_code == expect, response.content
        return response.json() if response.content else None

    def raw(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            given["Authorization"] = f"Bearer {self.secret}"
        if self.namespace:
            given["X-Hindsight-Namespace"] = self.namespace
        content: dict[str, Any] = {}
        if body is not None:
            content = {"data": body, "content_type": "application/json"}
        address = path if path.startswith(("/", "http")) else API + path
        return Client(raise_request_exception=False).generic(method, address, **_encoded(content), headers=given)

    def get(self, path: str, *, expect: int = 200, **headers: str) -> Any:
        return self.call("GET", path, expect=expect, **headers)

    def post(self, path: str, body: Any = None, *, expect: int = 200, **headers: str) -> Any:
        return self.call("POST", path, {} if body is None else body, expect=expect, **headers)

    def patch(self, path: str, body: Any, *, expect: int = 200, **headers: str) -> Any:
        return self.call("PATCH", path, body, expect=expect, **headers)

    def delete(self, path: str, *, expect: int = 200) -> Any:
        return self.call("DELETE", path, expect=expect)

    def write(self, value: str, **fields: Any) -> Any:
        """Write one memory and give it back."""
        return self.post("memories", {"value": value, **fields}, expect=201)["memory"]

    @property
    def caller(self) -> Caller:
        return authenticate(self.secret, namespace=self.namespace, now=timezone.now())


def _encoded(content: dict[str, Any]) -> dict[str, Any]:
    import json

    if not content:
        return {}
    data = content["data"]
    return {
        "data": data if isinstance(data, (bytes, str)) else json.dumps(data),
        "content_type": content["content_type"],
    }


def door(namespace: str, *, scopes: list[str] | None = None, channels: list[str] | None = None, **more: Any) -> Door:
    """A new token of a namespace, and a client that carries it."""
    _, secret = create_token(
        namespace=ensure_namespace(namespace),
        scopes=list(Scope) if scopes is None else scopes,
        channels=list(Channel) if channels is None else channels,
        **more,
    )
    return Door(secret)


@pytest.fixture
def owner(db: None) -> Door:
    return door("team")


@pytest.fixture
def teammate(owner: Door) -> Door:
    """Another token of the same namespace, without the scopes review, forget and admin."""
    return door("team", scopes=["read", "write"])


@pytest.fixture
def outsider(db: None) -> Door:
    """Everything is open to this token, in another namespace."""
    return door("elsewhere")
