"""The vector of a question within a deadline: a slow embedder is one arm less, not a slow search."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow

from django.db import connections

from memories.embedding import EmbedderDown
from memories.embedding.providers import Vectors

_AT_ONCE = 8
_OF_ONE_NAMESPACE = 6
"""A call that has begun cannot be stopped. So that a burst of one namespace leaves others their vectors, it may not
have all that run; and no call waits here without somebody who waits for it."""


_MOST_CHARACTERS = 1_000
"""A text of 2,000 takes the built-in model 0.5 s in English and 1 s in Chinese, half of that 0.2 and 0.5 s; the words
of all of it are looked for."""


def essence(text: str) -> str:
    """Of a long text, such as a log that is pasted in, its beginning and its end: there is what is asked about it."""
    half = _MOST_CHARACTERS // 2
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:half]} {text[-half:]}"


class Slots:
    """How many calls run at once, in all and for one namespace; a place is kept until its call is over."""

    def __init__(self, in_all: int, of_one: int) -> None:
        self._in_all, self._of_one = in_all, of_one
        self._taken: Counter[int] = Counter()
        self._changed = threading.Condition()

    def take(self, namespace_id: int, *, until: float) -> bool:
        """Wait for a place until then, on the monotonic clock; whether there was one."""
        with self._changed:
            return self._changed.wait_for(lambda: self._take(namespace_id), timeout=until - time.monotonic())

    def _take(self, namespace_id: int) -> bool:
        if self._taken.total() >= self._in_all or self._taken[namespace_id] >= self._of_one:
            return False
        self._taken[namespace_id] += 1
        return True

    def give_back(self, namespace_id: int) -> None:
        with self._changed:
            self._taken[namespace_id] -= 1
            if not self._taken[namespace_id]:
                del self._taken[namespace_id]
            self._changed.notify_all()


_pool = ThreadPoolExecutor(max_workers=_AT_ONCE, thread_name_prefix="embed-query")
_slots = Slots(_AT_ONCE, _OF_ONE_NAMESPACE)


def vector_within(namespace_id: int, seconds: float, embed: Callable[[], Vectors]) -> tuple[Vectors | None, bool]:
    """(the vector or None, whether time ran out). None too if the embedder is down.

    A call that comes too late goes on in its thread until its own timeout, and keeps its place so long: when all places
    are taken by calls that do not come back, searches do without a vector once their time is over.
    """
    until = time.monotonic() + seconds
    slots = _slots
    if not slots.take(namespace_id, until=until):
        return None, True
    future: Future[Vectors] = _pool.submit(_called, embed)
    future.add_done_callback(lambda _: slots.give_back(namespace_id))
    try:
        return future.result(timeout=max(0.0, until - time.monotonic())), False
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
