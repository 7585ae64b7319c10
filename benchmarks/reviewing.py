"""A review of 1,000 changed units in a store: what it takes, which pairs it judges, what it asks a model and people.

    python -m benchmarks.reviewing --store DIR

Statements are written through the real gate, first some that stand, then 1,000 that repeat, change and contradict them
or are new; the gate leaves every overlap but equality to the review, so that the review has all of the work. The model
is a server of its own on this machine, which answers at once, by a script, with the tokens that its prompt would have
cost. What is written stays in the store.
"""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch
from zlib import crc32

from benchmarks.bare import Bare, literal_of
from benchmarks.batch_items import batch_among, items
from benchmarks.one_store import main_of
from benchmarks.stores import MARK, open_store, superuser
from benchmarks.table import Row

if TYPE_CHECKING:
    from review.models import ReviewRun

CHANGED: Final = 1_000
STANDING: Final = 500
_CHARACTERS_A_TOKEN: Final = 3.5
"""Of the prompts, English and Chinese mixed; for the made-up usage alone."""


def figures(folder: Path) -> dict[str, Any]:
    """What is measured in the store of `folder`, which is open."""
    from django.utils import timezone

    from benchmarks.batch_write import writer
    from memories.callers import Caller
    from memories.models import MemoryUnit, Namespace
    from memories.namespaces import change_settings
    from memories.walls import inside
    from memories.words import Scope
    from memories.writing import write_batch

    built = json.loads((folder / MARK).read_text(encoding="utf-8"))
    space = Namespace.objects.get(name="bench")
    operator = Caller(actor="operator", namespace_id=space.pk, scopes=frozenset(Scope), person=True)
    change_settings(operator, {"judge_on_write": False, "event_review": False}, now=timezone.now())
    caller = writer("bench")
    standing = items(STANDING, seed=5)
    write_batch(caller, [item.body for item in standing], now=timezone.now() - timedelta(days=30))
    with inside(space.pk):
        MemoryUnit.objects.filter(review_due_at__isnull=False).update(review_due_at=None)
    # What had expired and faded in the store when it was made is not of these changes.
    upkeep, _ = _run(space.pk)
    write_batch(caller, batch_among(standing, CHANGED, seed=6), now=timezone.now())
    with inside(space.pk):
        due = list(MemoryUnit.objects.filter(review_due_at__isnull=False).values_list("pk", flat=True))
    bare = _bare(space.pk, due)
    return {"units": built["units"], "changed": len(due), "bare": bare, "upkeep_before": upkeep, **_review(space.pk)}


def _run(space: int) -> tuple[float, ReviewRun]:
    """(seconds, the run) of a review of whatever is due."""
    from django.utils import timezone

    from review.models import Trigger
    from review.running import run_next
    from review.runs import ask

    ask(space, trigger=Trigger.MANUAL, actor="bench", now=timezone.now())
    start = time.perf_counter()
    while (run := run_next(space)) is not None:
        last = run
    return round(time.perf_counter() - start, 1), last


def _bare(space: int, due: list[Any]) -> dict[str, float]:
    """The bare statement for the nearest of each changed unit, one after the other; warm."""
    from memories.models import Vector
    from memories.walls import inside

    with inside(space):
        vectors = list(
            Vector.objects.filter(namespace_id=space, unit_id__in=due, current=True).values_list("embedding", flat=True)
        )
    literals = [literal_of(vector) for vector in vectors]
    with superuser() as db:
        bare = Bare(db, space, len(vectors[0]))
        for literal in literals[:20]:
            bare.timed(literal, 64)
        seconds = [bare.timed(literal, 64) for literal in literals]
    return {"seconds": round(sum(seconds), 2), "queries": len(seconds)}


class _Clock:
    """Seconds spent in functions, by name; one of them may call another."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def around(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            start = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                self.seconds[name] += time.perf_counter() - start

        return timed


def _review(space: int) -> dict[str, Any]:
    from django.conf import settings
    from django.utils import timezone

    from memories import overlap, unit_verdicts
    from memories.models import Conflict
    from memories.walls import inside
    from review import running
    from tests.review.llm_server import Asked, Reply, completion, one, serving

    def verdicts(asked: Asked) -> Reply:
        """Four in ten a change, by the texts; the usage that such a prompt and answer would have."""
        found = []
        for name, data in zip(asked.ids, asked.data, strict=True):
            dice = crc32(f"{data['A']['text']}\n{data['B']['text']}".encode()) % 10
            found.append(one(name, "changed" if dice < 4 else "similar", 0.9, "The values of one property differ."))
        content = json.dumps({"verdicts": found})
        return completion(
            content, tokens=int((len(asked.system) + len(asked.user) + len(content)) / _CHARACTERS_A_TOKEN)
        )

    clock, began = _Clock(), timezone.now()
    with ExitStack() as stack:
        server = stack.enter_context(serving())
        server.then = verdicts
        told = {"LLM_BASE_URL": server.base_url, "LLM_API_KEY": "none", "LLM_MODEL": "scripted"}
        stack.enter_context(patch.object(settings, "HINDSIGHT", settings.HINDSIGHT.model_copy(update=told)))
        stack.enter_context(
            patch.object(running, "neighbours_of", clock.around("candidates and judge", overlap.neighbours_of))
        )
        stack.enter_context(patch.object(overlap, "judge_all", clock.around("judge", unit_verdicts.judge_all)))
        seconds, last = _run(space)
        calls, asked = len(server.asked), sum(len(one.ids) for one in server.asked)
    with inside(space):
        last.refresh_from_db()
        opened = Conflict.objects.filter(namespace_id=space, opened_at__gte=began)
        conflicts = Counter(f"{kind} {state}" for kind, state in opened.values_list("type", "state"))
    candidates = clock.seconds["candidates and judge"] - clock.seconds["judge"]
    return {
        "seconds": seconds,
        "candidates_seconds": round(candidates, 2),
        "judge_seconds": round(clock.seconds["judge"], 2),
        "state": last.state,
        "seen": last.seen,
        "pairs": last.pairs,
        "judged_llm": last.judged_llm,
        "asked_of_the_model": asked,
        "calls": calls,
        "tokens": last.tokens,
        "changed_by_it": last.changed,
        "left_waiting": last.deferred,
        "conflicts": dict(conflicts),
        "for_people": sum(number for name, number in conflicts.items() if name.endswith("pending")),
    }


def rows(found: dict[str, Any]) -> Iterator[Row]:
    """Lines of the table."""
    size = f"{found['changed']:,} changed among {found['units']:,}"
    ratio = found["candidates_seconds"] / found["bare"]["seconds"] * found["bare"]["queries"] / found["seen"]
    share = found["asked_of_the_model"] / max(1, found["pairs"])
    yield Row(
        f"review, {size}",
        f"{found['seconds']} s: candidates {found['candidates_seconds']}, local judge {found['judge_seconds']}",
    )
    yield Row("upkeep of the store before it", f"{found['upkeep_before']} s")
    yield Row(
        "candidates over bare HNSW queries, as many",
        f"{ratio:.1f} times ({found['bare']['queries']} in {found['bare']['seconds']} s)",
        "5 times",
        ratio <= 5,
    )
    yield Row("pairs judged", f"{found['pairs']:,}, {found['pairs'] / found['seen']:.1f} a unit")
    yield Row(
        "pairs put to the model",
        f"{found['asked_of_the_model']} ({share:.1%}), {found['judged_llm']} settled",
        "2 % of the pairs",
        share <= 0.02,
    )
    yield Row("tokens", f"{found['tokens']:,} in {found['calls']} calls, {found['left_waiting']} pairs left for later")
    yield Row("decided by it", f"{found['changed_by_it']}: {told_of(found['conflicts'])}")
    yield Row("put before people", str(found["for_people"]), "20 a day", found["for_people"] <= 20)


def told_of(conflicts: dict[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in sorted(conflicts.items())) or "no conflict"


def opened(folder: Path) -> dict[str, Any]:
    """The figures of a store that is opened for them."""
    with open_store(folder):
        return figures(folder)


if __name__ == "__main__":
    main_of("reviewing", __doc__, opened, rows)
