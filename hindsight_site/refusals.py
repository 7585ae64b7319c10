"""The one exception that ends a start: it says what is wrong and what to do about it."""

from __future__ import annotations


class CannotStart(Exception):
    """Something outside the program stands in the way; the message names it and the way out, no secret."""

    def __init__(self, what: str, *, fix: str) -> None:
        super().__init__(f"{what}\n  What to do: {fix}")
        self.what = what
        self.fix = fix
