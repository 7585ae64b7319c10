"""What callers send about reviews and conflicts, and lists of them."""

from __future__ import annotations

from memories.shapes.inputs import Input
from memories.shapes.lists import PageOut
from memories.shapes.outputs import ConflictOut
from memories.shapes.queries import PageQuery
from memories.shapes.text import Moment
from memories.words import ConflictState, ConflictType
from review.models import RunState
from review.presenting import ReviewOut


class ReviewInput(Input):
    """A review of what is due, or of what was written in a window."""

    since: Moment | None = None
    until: Moment | None = None


class ReviewQuery(PageQuery):
    state: RunState | None = None


class ConflictQuery(PageQuery):
    state: ConflictState | None = None
    type: ConflictType | None = None


class ReviewPage(PageOut):
    results: list[ReviewOut]


class ConflictPage(PageOut):
    results: list[ConflictOut]
