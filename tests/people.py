"""People and a namespace, for tests of the domain."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from memories.callers import Caller
from memories.models import Namespace
from memories.namespaces import ensure_namespace
from memories.tokens import authenticate, create_token
from memories.words import Channel, Scope

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def team(db: None) -> Namespace:
    return ensure_namespace("team")


@pytest.fixture
def another_writer(team: Namespace) -> Callable[..., Caller]:
    """Makes callers with a token of their own in the same namespace."""

    def make(namespace: Namespace = team, scopes: list[str] | None = None, trust: float = 1.0) -> Caller:
        _, secret = create_token(namespace=namespace, scopes=scopes or list(Scope), channels=list(Channel), trust=trust)
        return authenticate(secret, now=NOW)

    return make


@pytest.fixture
def caller(another_writer: Callable[..., Caller]) -> Caller:
    """The owner of most tests' memories."""
    return another_writer()


@pytest.fixture
def outsider(db: None, another_writer: Callable[..., Caller]) -> Caller:
    """Somebody with every scope in another namespace."""
    return another_writer(namespace=ensure_namespace("elsewhere"))
