"""A search, its query vector ready, beside the bare SQL for its nearest vectors: wall-clock, one process and client."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from unittest.mock import patch

BATCH = 250
QUERIES = 100
PEOPLE = ("Ana", "Bo", "Chen", "Dee", "Eli", "Fay", "Gus", "Hua", "Ida", "Jun")
THINGS = ("invoice", "printer", "van", "roof", "contract", "badge", "server", "meeting", "fridge", "newsletter")
DOES = ("repaired", "ordered", "cancelled", "painted", "signed", "lost", "reviewed", "moved", "counted", "sold")
WHERE = ("in Lyon", "for the night shift", "on the second floor", "with the new vendor", "after the audit")


def sentences(count: int) -> list[str]:
    """Made-up statements, all different, that do not contradict each other."""
    made = []
    for number in range(count):
        person, thing = PEOPLE[number % 10], THINGS[number // 10 % 10]
        made.append(f"{person} {DOES[number // 100 % 10]} {thing} {number} {WHERE[number // 1000 % 5]}")
    return made


def timed(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def spread(seconds: list[float]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds."""
    ranked = sorted(seconds)
    return {
        "p50_ms": round(1000 * statistics.median(ranked), 2),
        "p95_ms": round(1000 * ranked[int(0.95 * (len(ranked) - 1))], 2),
    }


def figures(units: int) -> dict[str, Any]:
    """Fill a namespace with this many units and take every figure; needs a migrated database."""
    from django.utils import timezone

    from memories.embedding import embed_query
    from memories.namespaces import ensure_namespace
    from memories.nearest import nearest
    from memories.recalling.search import search
    from memories.shapes.searching import SearchInput
    from memories.tokens import authenticate, create_token
    from memories.walls import inside
    from memories.words import Channel, Scope
    from memories.writing import write_batch

    space = ensure_namespace("bench-search")
    _, secret = create_token(namespace=space, scopes=list(Scope), channels=list(Channel))
    caller = authenticate(secret, now=timezone.now())
    texts = sentences(units)
    for start in range(0, units, BATCH):
        items = [{"value": text} for text in texts[start : start + BATCH]]
        write_batch(caller, items, now=timezone.now())
    questions = [f"who {DOES[n % 10]} the {THINGS[n // 10 % 10]}?" for n in range(QUERIES)]
    vectors = [embed_query(question) for question in questions]
    embedding = [timed(partial(embed_query, question)) for question in questions]
    bare: list[float] = []
    whole: list[float] = []

    def only_nearest(vector: Any) -> None:
        with inside(space.pk):
            nearest(space.pk, vector, limit=50)

    for question, vector in zip(questions, vectors, strict=True):
        bare.append(timed(partial(only_nearest, vector)))
        with patch("memories.recalling.search.embed_query", return_value=vector):
            body = SearchInput(query=question)
            whole.append(timed(partial(search, caller, body, now=timezone.now())))
    return {
        "units": units,
        "query_embedding": spread(embedding),
        "nearest_alone": spread(bare),
        "search_vector_ready": spread(whole),
        "search_minus_nearest_p50_ms": round(spread(whole)["p50_ms"] - spread(bare)["p50_ms"], 2),
    }
