"""The main path on real embeddings: write, change, search."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memories.callers import Caller
from memories.namespaces import ensure_namespace
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.tokens import authenticate, create_token
from memories.words import Channel, Scope
from memories.writing import write

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def caller(db) -> Caller:
    _, secret = create_token(namespace=ensure_namespace("team"), scopes=list(Scope), channels=list(Channel), label="t")
    return authenticate(secret, now=NOW)


@pytest.mark.parametrize(
    ("before", "after", "question"),
    [
        ("I use Django for the web service", "I have switched to FastAPI", "which web framework do I use?"),
        ("我在用 Django", "我换到 FastAPI 了", "我用什么框架"),
        ("预算10万", "预算改成20万", "预算是多少"),
    ],
)
def test_a_change_supersedes(caller: Caller, before: str, after: str, question: str):
    first = write(caller, MemoryInput(value=before), now=NOW - timedelta(days=21))
    second = write(caller, MemoryInput(value=after), now=NOW)
    assert first.outcome == "created"
    assert second.outcome == "superseded"
    assert [(str(item.id), item.what) for item in second.touched] == [(str(first.memory.id), "superseded")]
    found = search(caller, SearchInput(query=question), now=NOW)
    assert [hit.memory.value for hit in found.results] == [after]
