"""A namespace of a store as a benchmark asks it: searches with their vectors ready, counts, and no floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.stores import superuser


def searcher(space: int) -> Callable[..., Any]:
    """search(question, vector, **fields of the request) as a token of the namespace. From now on this process embeds
    no question: what puts the vector in place is not to be measured with the search."""
    from django.utils import timezone

    from memories.models import Namespace
    from memories.recalling import search as searching
    from memories.shapes.searching import SearchInput
    from memories.tokens import authenticate, create_token
    from memories.words import Channel, Scope

    _, secret = create_token(namespace=Namespace.objects.get(pk=space), scopes=list(Scope), channels=list(Channel))
    caller = authenticate(secret, now=timezone.now())

    ready: list[Any] = [None]
    vars(searching)["embed_query"] = lambda _text: ready[0]

    def run(question: str, vector: Any, **fields: Any) -> Any:
        ready[0] = vector
        return searching.search(caller, SearchInput(query=question, **fields), now=timezone.now())

    return run


def units_in(space: int) -> int:
    with superuser() as db:
        row = db.execute("SELECT count(*) FROM memories_memoryunit WHERE namespace_id = %s", [space]).fetchone()
    return int(row[0]) if row else 0


def tagged(space: int, tag: str) -> int:
    with superuser() as db:
        row = db.execute(
            "SELECT count(*) FROM memories_memoryunit WHERE namespace_id = %s AND state = 'active' AND tags @> %s",
            [space, [tag]],
        ).fetchone()
    return int(row[0]) if row else 0


@contextmanager
def without_floor(space: int) -> Iterator[None]:
    """With MIN_SIMILARITY 0, so that k rows of a filter are candidates however unlike the question they are."""
    from memories.models import Namespace

    row = Namespace.objects.get(pk=space)
    kept = dict(row.preferences)
    Namespace.objects.filter(pk=space).update(preferences=kept | {"min_similarity": 0.0})
    try:
        yield
    finally:
        Namespace.objects.filter(pk=space).update(preferences=kept)
