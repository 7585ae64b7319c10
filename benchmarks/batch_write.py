"""A batch write with the local embedder beside the embedder alone, into a namespace that holds much already.

Both are timed in one run, in turns, so that whatever else the machine does slows both. The texts are those of
`benchmarks.batch_items`; the ratio is (seconds to embed the texts of a batch) / (seconds to write the batch).
"""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from benchmarks.batch_items import Item, batch_among, items
from benchmarks.table import Row, timed
from memories.callers import Caller
from memories.embedding import embed_passages
from memories.embedding.providers import Vectors
from memories.gate.inserting import Fresh, insert_all
from memories.gate.origin import save_source
from memories.gate.pipeline import draft
from memories.namespaces import ensure_namespace
from memories.preferences import preferences_of
from memories.preparing import Failed
from memories.shapes.inputs import MemoryInput
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from memories.writing import write_batch

BATCH: Final = 1000
ROUNDS: Final = 3
_EMBEDDED: Final = 6000
"""How many of the standing texts are embedded; the vectors of the others are made from these."""
_AT_ONCE: Final = 1000


def figures(units: int, *, rounds: int = ROUNDS) -> dict[str, Any]:
    """Fill a namespace with this many units, then write `rounds` batches of 1,000; needs a migrated database."""
    from django.utils import timezone

    caller = writer(f"batch-{units}")
    standing = items(units, seed=1)
    started = time.perf_counter()
    fill(caller, standing, now=timezone.now() - timedelta(days=30))
    filled = time.perf_counter() - started
    return {
        "units": units,
        "fill_seconds": round(filled, 1),
        **measure(caller, standing, rounds=rounds, now=timezone.now),
    }


def measure(
    caller: Caller, standing: list[Item], *, rounds: int, now: Callable[[], datetime], seed: int = 100
) -> dict[str, Any]:
    """Write batches among `standing`, each with the embedder alone before and after it; then, for what a batch costs
    beside its embedding, one more batch a round whose vectors are ready."""
    alone: list[float] = []
    written: list[float] = []
    rest: list[float] = []
    thinking: list[float] = []
    outcomes: Counter[str] = Counter()
    embed_passages([item.body["value"] for item in standing[:64]])  # loads the model
    for number in range(rounds):
        batch = batch_among(standing, BATCH, seed=seed + number)
        texts = [item["value"] for item in batch]
        before = timed(partial(embed_passages, texts))
        start = time.perf_counter()
        results = write_batch(caller, batch, now=now())
        written.append(time.perf_counter() - start)
        alone.append((before + timed(partial(embed_passages, texts))) / 2)
        outcomes.update("failed" if isinstance(one, Failed) else str(one.outcome) for one in results)
        wall, cpu = _without_embedding(caller, batch_among(standing, BATCH, seed=seed + rounds + number), now)
        rest.append(wall)
        thinking.append(cpu)
    ratios = sorted(a / w for a, w in zip(alone, written, strict=True))
    return {
        "embedder_per_second": round(BATCH * rounds / sum(alone), 1),
        "batch_write_per_second": round(BATCH * rounds / sum(written), 1),
        "batch_write_over_embedder": round(statistics.median(ratios), 3),
        "lowest_and_highest_of_the_rounds": [round(ratios[0], 3), round(ratios[-1], 3)],
        "ms_an_item_beside_embedding": round(statistics.median(rest) * 1000 / BATCH, 2),
        "of_that_python_cpu": round(statistics.median(thinking) * 1000 / BATCH, 2),
        "outcomes": dict(outcomes),
    }


def rows(found: dict[str, Any]) -> Iterator[Row]:
    ratio, (low, high) = found["batch_write_over_embedder"], found["lowest_and_highest_of_the_rounds"]
    yield Row("embedder alone", f"{found['embedder_per_second']} statements/s")
    yield Row(f"batch write into {found['units']:,}", f"{found['batch_write_per_second']} statements/s")
    yield Row("batch write over the embedder", f"{ratio} ({low} to {high})", "0.8 (into 100,000)", ratio >= 0.8)


def _without_embedding(caller: Caller, batch: list[dict[str, Any]], now: Callable[[], datetime]) -> tuple[float, float]:
    """Seconds, and seconds of this thread's processor time, to write a batch whose vectors are ready."""
    vectors = embed_passages([item["value"] for item in batch])
    with patch("memories.preparing.embed_passages", return_value=vectors):
        wall, cpu = time.perf_counter(), time.thread_time()
        write_batch(caller, batch, now=now())
        return time.perf_counter() - wall, time.thread_time() - cpu


def writer(name: str) -> Caller:
    """A new token of this namespace, with every scope."""
    from django.utils import timezone

    _, secret = create_token(namespace=ensure_namespace(name), scopes=list(Scope), channels=list(Channel))
    return authenticate(secret, now=timezone.now())


def fill(caller: Caller, standing: list[Item], *, now: datetime) -> None:
    """Store statements with every row that a write makes, but unjudged."""
    preferences = preferences_of(caller.namespace_id)
    vectors = standing_vectors(standing)
    for start in range(0, len(standing), _AT_ONCE):
        part = [
            draft(MemoryInput(**item.body), caller=caller, preferences=preferences, now=now)
            for item in standing[start : start + _AT_ONCE]
        ]
        with inside(caller.namespace_id):
            source = save_source(part[0].origin, caller)
            for one in part:
                one.unit.source = source
            fresh = [
                Fresh(one.unit, vector, (), False)
                for one, vector in zip(part, vectors[start : start + _AT_ONCE], strict=True)
            ]
            insert_all(fresh, caller=caller, now=now)


def standing_vectors(standing: list[Item]) -> Vectors:
    """Vectors of many texts in minutes rather than a quarter of an hour, shape (len(standing), dimensions).

    The first few thousand are embedded. Any other is the vector of one of the same form, moved as far as two of that
    form lie apart: neighbours are about as near and as many as among embedded ones.
    """
    real = embed_passages([item.body["value"] for item in standing[:_EMBEDDED]])
    if len(standing) <= _EMBEDDED:
        return real
    dice = random.Random(3)
    alike: dict[str, list[int]] = {}
    for number, item in enumerate(standing[:_EMBEDDED]):
        alike.setdefault(item.form, []).append(number)
    made = np.empty((len(standing), real.shape[1]), dtype=np.float32)
    made[:_EMBEDDED] = real
    for number in range(_EMBEDDED, len(standing)):
        a, b, c = (dice.choice(alike[standing[number].form]) for _ in range(3))
        moved = real[a] + 0.7 * (real[b] - real[c])
        made[number] = moved / max(float(np.linalg.norm(moved)), 1e-9)
    return made
