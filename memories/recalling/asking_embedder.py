"""The vector of a question within a deadline: a slow embedder is one arm less, not a slow search."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow

from django.db import connections

from memories.embedding import EmbedderDown
from memories.embedding.providers import Vectors

_AT_ONCE = 8
_pool = ThreadPoolExecutor(max_workers=_AT_ONCE, thread_name_prefix="embed-query")
_waiting = threading.BoundedSemaphore(4 * _AT_ONCE)


def vector_within(seconds: float, embed: Callable[[], Vectors]) -> tuple[Vectors | None, bool]:
    """(the vector or None, whether time ran out). None too if the embedder is down.

    A call that comes too late goes on in its thread until its own timeout; when all threads wait for an embedder that
    does not answer, further searches do not wait with them.
    """
    if not _waiting.acquire(blocking=False):
        return None, True
    future: Future[Vectors] = _pool.submit(_called, embed)
    future.add_done_callback(lambda _: _waiting.release())
    try:
        return future.result(timeout=max(0.0, seconds)), False
    except TooSlow:
        return None, True
    except EmbedderDown:
        return None, False


def _called(embed: Callable[[], Vectors]) -> Vectors:
    try:
        return embed()
    finally:
        # A space that is measured for the first time reads and writes its calibration.
        connections.close_all()
