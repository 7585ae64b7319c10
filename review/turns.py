"""Work that is done in bounded batches for a bounded time: what is left is due for the next run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

_SECONDS: Final = 20
"""How long each step goes on in one run, well under its lease."""


def turns() -> Iterator[None]:
    """One turn, and more of them until the time is over."""
    ends = time.monotonic() + _SECONDS
    yield
    while time.monotonic() < ends:
        yield
