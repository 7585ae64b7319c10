"""`make bench`: first figures on a store of its own, as ratios taken in one run; prints a table, writes JSON.

Two things that the service does are set beside what they are made of: a batch write beside the embedder alone, and
a search (its query vector ready) beside the bare SQL for its nearest vectors. Wall-clock, one process, one client.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

BATCH = 250
QUERIES = 100
OUT = Path("build") / "bench.json"
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


def measure(units: int) -> dict[str, Any]:
    """Fill a namespace and take every figure."""
    from django.utils import timezone

    from memories.embedding import embed_passages, embed_query
    from memories.namespaces import ensure_namespace
    from memories.nearest import nearest
    from memories.recalling.search import search
    from memories.shapes.inputs import SearchInput
    from memories.tokens import authenticate, create_token
    from memories.walls import inside
    from memories.words import Channel, Scope
    from memories.writing import write_batch

    space = ensure_namespace("bench")
    _, secret = create_token(namespace=space, scopes=list(Scope), channels=list(Channel))
    caller = authenticate(secret, now=timezone.now())
    texts = sentences(units)
    embed_passages(texts[:BATCH])  # loads the model
    alone = written = 0.0
    for start in range(0, units, BATCH):
        part = texts[start : start + BATCH]
        alone += timed(partial(embed_passages, part))
        items = [{"value": text} for text in part]
        written += timed(partial(write_batch, caller, items, now=timezone.now()))
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
    ratio = alone / written
    return {
        "units": units,
        "embedder_per_second": round(units / alone, 1),
        "batch_write_per_second": round(units / written, 1),
        "batch_write_over_embedder": round(ratio, 3),
        "query_embedding": spread(embedding),
        "nearest_alone": spread(bare),
        "search_vector_ready": spread(whole),
        "search_minus_nearest_p50_ms": round(spread(whole)["p50_ms"] - spread(bare)["p50_ms"], 2),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
    }


def show(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        text = " / ".join(str(part) for part in value.values()) if isinstance(value, dict) else str(value)
        print(f"{name:<32}{text}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--units", type=int, default=2000)
    units = parser.parse_args().units
    from hindsight_site.data_dir import open_data_dir
    from hindsight_site.embedded.instance import database_for_a_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")
    with tempfile.TemporaryDirectory(prefix="hindsight-bench-", dir="/tmp") as folder:
        os.chmod(folder, 0o711)
        os.environ["DATA_DIR"] = folder
        with database_for_a_command(open_data_dir(Path(folder))):
            import django
            from django.core.management import call_command

            django.setup()
            call_command("migrate", verbosity=0)
            figures = measure(units)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(figures, indent=2) + "\n")
    show(figures)
    print(f"written to {OUT}; p50 / p95 where two figures stand")


if __name__ == "__main__":
    main()
