"""The versions of a unit as its timeline shows them, the newest first, with the words that each changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memories.differences import Part, differences
from memories.shapes.outputs import VersionOut
from memories.templatetags.hindsight import plain


@dataclass(frozen=True, slots=True)
class Told:
    """A version, with its text and that of the one before in parts; None where the text is as before."""

    version: VersionOut
    before: list[Part] | None = None
    after: list[Part] | None = None


def timeline(versions: Sequence[VersionOut]) -> list[Told]:
    """Of versions with the oldest first, as memories.tracing gives them."""
    return [_told(version) for version in reversed(versions)]


def _told(version: VersionOut) -> Told:
    text = version.changes.get("value")
    if text is None:
        return Told(version)
    # Parts of the text as the page shows it, so that a mark is where it is seen.
    before, after = differences(plain(text[0] or ""), plain(text[1] or ""))
    return Told(version, before, after)
