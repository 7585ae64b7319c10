"""Searches in a store beside the bare SQL for its nearest vectors, in turns: wall-clock, one process, one client.

    python -m benchmarks.recalling --store DIR

The query's vector is ready. The bare statement runs as a superuser, so without row-level security, on one connection
in autocommit: once as `LIMIT 50` needs it (ef_search 64), which the target is measured by, and once with the ef_search
of the search.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.asking import searcher, tagged, units_in, without_floor
from benchmarks.bare import Bare, K, literal_of
from benchmarks.one_store import main_of
from benchmarks.stores import MARK, open_store, superuser
from benchmarks.table import Row, spread, timed, told

QUESTIONS: Final = 200
WARMING: Final = 400
"""Other questions that are asked before anything is measured: a service that runs has its indexes in memory."""
OTHERS: Final = 60
"""Searches of each other kind, such as one with a filter."""
BARE_EF: Final = 64
_SMALL: Final = 20
_NOTHING: Final = ("qzxv wjkp vvtqh", "xqqv zzkrp", "囍龘靐 齉爩", "vvkq 鱻麤 zxxw", "hwqz jjxk")


def figures(folder: Path) -> dict[str, Any]:
    """What is measured in the store of `folder`, which is open."""
    from benchmarks.store_rows import questions
    from memories.embedding import embed_query
    from memories.namespaces import ensure_namespace

    built = json.loads((folder / MARK).read_text(encoding="utf-8"))
    pairs = questions(QUESTIONS + WARMING, built["units"], built["seed"])
    warming = [(question, embed_query(question)) for question, _ in pairs[QUESTIONS:]]
    pairs = pairs[:QUESTIONS]
    asked = [question for question, _ in pairs]
    vectors = [embed_query(question) for question in asked]
    found: dict[str, Any] = {"units": built["units"], "layout": built["layout"], "questions": len(asked)}
    found["query_embedding"] = spread([timed(partial(embed_query, question)) for question in asked])
    ready = list(zip(asked, vectors, strict=True))
    if built["layout"] != "many":
        space = ensure_namespace("bench").pk
        found["units_of_namespace"] = units_in(space)
        found |= _beside_bare(space, ready, warming)
        if built["layout"] == "one":
            found["own statement among the five"] = _own(space, ready, [statement for _, statement in pairs])
        found["kinds"] = _kinds(space, ready)
    if built["layout"] != "one":
        found["small namespaces"] = _small(ready)
    return found


def _beside_bare(space: int, ready: list[tuple[str, Any]], warming: list[tuple[str, Any]]) -> dict[str, Any]:
    """The search and the bare statement in turns, and how many of the truly nearest the bare one finds."""
    from memories.nearest import EF_SEARCH

    search = searcher(space)
    times: dict[str, list[float]] = {"bare": [], "search": [], "bare at the search's ef": []}
    results: list[int] = []
    with superuser() as db:
        bare = Bare(db, space, len(ready[0][1]))
        for number, (question, vector) in enumerate([*warming, *ready]):
            literal = literal_of(vector)
            runs: list[tuple[str, Callable[[], float]]] = [
                ("bare", partial(bare.timed, literal, BARE_EF)),
                ("search", partial(timed, lambda: results.append(len(search(question, vector).results)))),  # noqa: B023
                ("bare at the search's ef", partial(bare.timed, literal, EF_SEARCH)),
            ]
            # Whoever comes first reads pages that the others then find in memory: each has a third of the first places.
            for name, run in runs[number % 3 :] + runs[: number % 3]:
                seconds = run()
                times[name] += [seconds] if number >= len(warming) else []
        some = [literal_of(vector) for _, vector in ready[:20]]
        return {
            **{name: spread(seconds) for name, seconds in times.items()},
            "bare uses the index": bare.uses_the_index(some[0]),
            "of the nearest found": {
                f"{nearest}, ef {ef}": bare.found(some, ef, nearest)
                for nearest in (5, K)
                for ef in (BARE_EF, EF_SEARCH)
            },
            "results a search": round(sum(results) / len(results), 1),
        }


def _own(space: int, ready: list[tuple[str, Any]], statements: list[str]) -> float:
    """Share of the questions that bring back the statement that they were made from; others may fit as well."""
    search = searcher(space)
    hits = [
        any(hit.memory.value == statement for hit in search(question, vector).results)
        for (question, vector), statement in zip(ready, statements, strict=True)
    ]
    return round(sum(hits) / len(hits), 3)


def _kinds(space: int, ready: list[tuple[str, Any]]) -> dict[str, Any]:
    """Searches that narrow, look back or find nothing; for rare tags with the way that the database went."""
    from benchmarks.plans import plans_of
    from benchmarks.store_rows import RARE_TAGS
    from memories.embedding import embed_query

    search = searcher(space)
    found = {}
    with without_floor(space):
        for tag in RARE_TAGS:
            found[f"tag {tag}"] = _kind(search, ready, tags=[tag], top_k=K) | {"k": min(K, tagged(space, tag))}
            if tag != "half":
                run = partial(search, *ready[0], tags=[tag], top_k=K)
                found[f"tag {tag}"]["plans"] = plans_of(space, run)
    for name, fields in _others().items():
        found[name] = _kind(search, ready, **fields)
    found["nothing to be found"] = _kind(search, [(text, embed_query(text)) for text in _NOTHING])
    return found


def _others() -> dict[str, dict[str, Any]]:
    from django.utils import timezone

    return {
        "key prefix": {"key": "order_agent."},
        "subject": {"subject": "user-000003"},
        "task": {"task_id": "task-7"},
        "channel and kind": {"channel": "tool_result", "kind": "fact"},
        "last 30 days": {"time_range": "last_30_days"},
        "as_of half a year ago": {"as_of": timezone.now() - timedelta(days=180)},
        "hints": {"entities": ["Django"], "action_type": "send_mail"},
        "50 results": {"top_k": K},
    }


def _kind(search: Callable[..., Any], ready: list[tuple[str, Any]], **fields: Any) -> dict[str, Any]:
    seconds, rows = [], []

    def run(question: str, vector: Any) -> None:
        rows.append(len(search(question, vector, **fields).results))

    some = [ready[number % len(ready)] for number in range(OTHERS)]
    for question, vector in some[:5]:
        search(question, vector, **fields)
    for question, vector in some:
        seconds.append(timed(partial(run, question, vector)))
    return {**spread(seconds), "fewest_rows": min(rows), "most_rows": max(rows)}


def _small(ready: list[tuple[str, Any]]) -> dict[str, Any]:
    """Searches in some of the small namespaces of a store, ten in each."""
    from memories.models import Namespace

    seconds, rows = [], []
    spaces = list(Namespace.objects.filter(name__startswith="bench-").order_by("name")[:_SMALL])
    for number, space in enumerate(spaces):
        search = searcher(space.pk)
        search(*ready[0])
        for question, vector in ready[number * 10 : number * 10 + 10]:
            seconds.append(timed(lambda: rows.append(len(search(question, vector).results))))  # noqa: B023
    return {**spread(seconds), "namespaces": len(spaces), "units": units_in(spaces[0].pk), "fewest_rows": min(rows)}


def rows(found: dict[str, Any]) -> Iterator[Row]:
    """Lines of the table for one store."""
    size = f"{found['units']:,}" + {"one": "", "many": ", a thousand each", "mixed": ", half in one"}[found["layout"]]
    yield Row(f"query embedding, {size}", told(found["query_embedding"]))
    if "bare" in found:
        yield from _beside(found, size)
    for name, kind in found.get("kinds", {}).items():
        yield (
            _narrow(name, kind, found["units_of_namespace"])
            if "k" in kind
            else Row(f"search, {name}, {size}", f"{told(kind)}, {kind['fewest_rows']} to {kind['most_rows']} rows")
        )
    if "small namespaces" in found:
        small = found["small namespaces"]
        yield Row(f"search in namespaces of {small['units']}, {size}", told(small))


def _beside(found: dict[str, Any], size: str) -> Iterator[Row]:
    bare, search = found["bare"]["p50_ms"], found["search"]["p50_ms"]
    yield Row(f"bare HNSW, 50 nearest, {size}", told(found["bare"]))
    yield Row(f"the same at the search's ef, {size}", told(found["bare at the search's ef"]))
    shares = ", ".join(f"{share} of {name}" for name, share in found["of the nearest found"].items())
    yield Row(f"what HNSW finds of the nearest, {size}", shares)
    yield Row(f"search, vector ready, {size}", told(found["search"]))
    if "own statement among the five" in found:
        yield Row(f"questions that bring back their statement, {size}", f"{found['own statement among the five']:.0%}")
    large = found["units"] >= 1_000_000
    allowed = 1.5 * bare + 8 if large else bare + 8
    target = "bare x 1.5 + 8 ms" if large else "bare + 8 ms"
    figure = f"{search - bare:+.1f} ms, {search / bare:.1f} times"
    if found["layout"] == "one" and found["units"] >= 100_000:
        yield Row(f"search less bare, p50, {size}", figure, f"{target} = {allowed:.1f} ms", search <= allowed)
    else:
        yield Row(f"search less bare, p50, {size}", figure)


def _narrow(name: str, kind: dict[str, Any], units: int) -> Row:
    figure = f"{told(kind)}, {kind['fewest_rows']} of {kind['k']} rows"
    if name != "tag one-in-1000":
        return Row(f"search, {name}, {units:,}", figure, f"{kind['k']} rows", kind["fewest_rows"] >= kind["k"])
    met = kind["p50_ms"] <= 50 and kind["fewest_rows"] >= kind["k"]
    return Row(f"search, {name}, {units:,}", figure, f"50 ms, {kind['k']} rows", met)


def plans(found: dict[str, Any]) -> Iterator[str]:
    """The plans of the searches with a rare tag, line by line."""
    from benchmarks.plans import short

    for name, kind in found.get("kinds", {}).items():
        for plan in kind.get("plans", []):
            yield f"plan of a search with {name} among {found['units_of_namespace']:,}:"
            yield from (f"    {line}" for line in short(plan))


def opened(folder: Path) -> dict[str, Any]:
    """The figures of a store that is opened for them."""
    with open_store(folder):
        return figures(folder)


if __name__ == "__main__":
    main_of("recalling", __doc__, opened, rows, plans)
