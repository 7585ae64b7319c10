"""Whole numbers in what somebody sent as text."""

from __future__ import annotations

_DIGITS = 18  # what any bigint column takes


def whole(text: str | None) -> int | None:
    """The number that a text writes in ASCII digits, or None.

    `int` alone takes other scripts, blanks and underscores, and raises for "²", which str.isdigit() lets pass, and
    for thousands of digits, which str.isdecimal() lets pass.
    """
    if text is None or not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS:
        return None
    return int(text)
