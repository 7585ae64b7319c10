"""A statement that is built up, and how much an arm fetches."""

from __future__ import annotations

import math
from typing import Any

_SPARE = 1.3
"""How many times as many as are wanted an arm fetches before the filters have looked: few fail the usual ones."""


class Sql:
    """A statement with its parameters, in the order in which they stand in it."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.params: list[Any] = []

    def add(self, text: str, *params: Any) -> None:
        self.parts.append(text)
        self.params.extend(params)


def with_spare(limit: int) -> int:
    """How many are fetched where so many are wanted."""
    return math.ceil(_SPARE * limit)
