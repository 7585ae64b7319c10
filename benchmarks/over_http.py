"""Searches through a real server: `manage.py serve` on a kept store, its embedder, its worker, and clients over HTTP.

    python -m benchmarks.over_http --store DIR

The embedder alone is timed in this process, in turns with the searches, so that whatever else the machine does slows
both. Batches of 1,000 are written into the store that is measured, and stay in it.
"""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import psutil

from benchmarks.one_store import main_of
from benchmarks.stores import MARK, open_store
from benchmarks.table import Row, spread, timed, told
from tests.processes.serving import Serving

CLIENTS: Final = 8
QUIET: Final = 150
EACH: Final = 25
ROUNDS: Final = 2
BATCH: Final = 1000
NAMESPACE: Final = "bench"


class Client:
    """One connection that is kept open, as an agent's is."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, path: str, body: Any) -> Any:
        """The answer's JSON. Raises RuntimeError, with the status, unless it is a 200 or 201."""
        self._connection.request("POST", path, body=json.dumps(body), headers=self._headers)
        answer = self._connection.getresponse()
        raw = answer.read()
        if answer.status not in (200, 201):
            raise RuntimeError(f"{path} answered {answer.status}: {raw[:200].decode(errors='replace')}")
        return json.loads(raw)

    def search(self, question: str) -> Any:
        return self.post("/api/v1/memories/search", {"query": question})


def figures(folder: Path) -> dict[str, Any]:
    """Start a server on the store and take every figure."""
    built = json.loads((folder / MARK).read_text(encoding="utf-8"))
    with Serving(folder) as serving:
        serving.ready()
        with open_store(folder):
            from benchmarks.store_rows import questions

            asked = [question for question, _ in questions(1000, built["units"], built["seed"])]
            client = partial(Client, serving.port, _token())
            found: dict[str, Any] = {"units": built["units"], "layout": built["layout"]}
            found |= _quiet(client(), asked[:QUIET])
            found["clients"] = _at_once(client, asked[QUIET : QUIET + CLIENTS * EACH])
            found["memory"] = _memory(serving)
            found["beside_batches"] = _beside_batches(client, asked[-400:])
        return found


def _token() -> str:
    from memories.namespaces import ensure_namespace
    from memories.tokens import create_token
    from memories.words import Channel, Scope

    space = ensure_namespace(NAMESPACE)
    return create_token(namespace=space, scopes=list(Scope), channels=list(Channel))[1]


def _quiet(client: Client, asked: Sequence[str]) -> dict[str, Any]:
    """One client, and the embedder alone in turns with it; no question is asked twice."""
    from memories.embedding import embed_query

    for question in asked[:10]:
        client.search(question + "?")
        embed_query(question)
    alone, whole = [], []
    for question in asked:
        alone.append(timed(partial(embed_query, question)))
        whole.append(timed(partial(client.search, question)))
    return {"embedding": spread(alone), "over_http": spread(whole)}


def _at_once(client: Callable[[], Client], asked: Sequence[str]) -> dict[str, Any]:
    """As many clients at the same time as CLIENTS says, each with questions of its own."""
    seconds: list[float] = []
    start = threading.Barrier(CLIENTS + 1)
    broken: list[Exception] = []

    def one(mine: Sequence[str]) -> None:
        own = client()
        start.wait()
        try:
            for question in mine:
                seconds.append(timed(partial(own.search, question)))
        except Exception as error:  # noqa: BLE001 - raised again below, in the thread that measures
            broken.append(error)

    threads = [threading.Thread(target=one, args=(asked[number::CLIENTS],)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    start.wait()
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    if broken:
        raise broken[0]
    return {**spread(seconds), "clients": CLIENTS, "per_second": round(len(seconds) / (time.perf_counter() - begun), 1)}


def _beside_batches(client: Callable[[], Client], asked: Sequence[str]) -> dict[str, Any]:
    """Searches of one client: before anything is written, while another writes batches, and right after each, when
    the worker reviews what was written."""
    from benchmarks.batch_items import batch_among, items

    standing = items(2000, seed=1)
    searching, writing = client(), client()
    questions = iter(list(asked) * 50)

    def some(count: int) -> list[float]:
        return [timed(partial(searching.search, next(questions))) for _ in range(count)]

    quiet, busy, after, took = some(120), [], [], []
    for number in range(ROUNDS):
        batch = {"items": batch_among(standing, BATCH, seed=500 + number)}
        answer: list[float] = []
        post = partial(writing.post, "/api/v1/memories/batch", batch)
        thread = threading.Thread(target=lambda: answer.append(timed(post)))  # noqa: B023 - joined in this round
        thread.start()
        while thread.is_alive():
            busy += some(1)
        thread.join()
        took += [round(seconds) for seconds in answer]
        after += some(60)
    if len(took) < ROUNDS:
        raise RuntimeError("a batch was not written")
    return {
        "quiet": spread(quiet),
        "while a batch is written": spread(busy),
        "right after": spread(after),
        "batches_took_s": took,
    }


def _memory(serving: Serving) -> dict[str, float]:
    """Megabytes: of the web part (its main process and the worker with the embedder) and of everything that `serve`
    runs, proportional, so that what is shared counts once; and the worker's resident size, where it counts in full."""
    web = serving.part("web")
    processes = [web, *web.children(recursive=True)]
    largest = max(processes, key=lambda process: process.memory_info().rss)
    family = [psutil.Process(serving.process.pid), *psutil.Process(serving.process.pid).children(recursive=True)]

    def megabytes(count: int) -> float:
        return round(count / 1e6, 1)

    return {
        "web_worker_rss_mb": megabytes(largest.memory_info().rss),
        "web_pss_mb": megabytes(sum(process.memory_full_info().pss for process in processes)),
        "all_pss_mb": megabytes(sum(process.memory_full_info().pss for process in family)),
        "processes": len(family),
    }


def rows(found: dict[str, Any]) -> Iterator[Row]:
    """Lines of the table for one store."""
    size = f"{found['units']:,}"
    embedding, whole = found["embedding"], found["over_http"]
    more = round(whole["p50_ms"] - embedding["p50_ms"], 1)
    yield Row(f"embedder alone, beside HTTP, {size}", told(embedding))
    yield Row(f"search over HTTP, {size}", told(whole))
    yield Row(f"search over HTTP less embedding, p50, {size}", f"{more} ms", "20 ms", more <= 20)
    clients = found["clients"]
    yield Row(f"{clients['clients']} clients at once, {size}", f"{told(clients)}, {clients['per_second']} searches/s")
    quiet, busy = found["beside_batches"]["quiet"], found["beside_batches"]["while a batch is written"]
    ratio = round(busy["p95_ms"] / quiet["p95_ms"], 2)
    figure = f"{quiet['p95_ms']} ms quiet, {busy['p95_ms']} ms meanwhile: {ratio} times"
    yield Row(f"search p95 while a batch is written, {size}", figure, "3 times", ratio <= 3)
    yield Row(f"search right after a batch, {size}", told(found["beside_batches"]["right after"]))
    memory = found["memory"]
    web, everything = memory["web_pss_mb"], memory["all_pss_mb"]
    figure = f"{web} MB (its worker alone, resident: {memory['web_worker_rss_mb']} MB)"
    yield Row(f"web, embedder loaded, {size}", figure, "250 MB", web <= 250)
    yield Row(
        f"all of serve, {size}", f"{everything} MB in {memory['processes']} processes", "1,000 MB", everything <= 1000
    )


if __name__ == "__main__":
    main_of("over_http", __doc__, figures, rows)
