"""Answers about what happened, and about what was undone."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from memories.shapes.lists import PageOut


class CauseOut(BaseModel):
    """An edge that says why something happened: `out` from the memory that it happened to, or `in`."""

    type: str
    direction: Literal["in", "out"]
    other_id: UUID


class HappeningOut(BaseModel):
    """One thing that happened to one memory, and because of what."""

    at: datetime
    memory_id: UUID
    version: int
    action: str
    actor: str
    reason: str = ""
    value: str
    state: str
    confidence: float
    decision_id: UUID | None = None
    because: list[CauseOut] = Field(default_factory=list)


class OriginUndone(BaseModel):
    """What became of what an origin did: in the trash (`undone`, and `derived` from it), standing by what others state
    (`kept`), taken back to before it changed them (`edits`), decisions undone, and what the review looks at again.
    Lists name the first hundred."""

    dry_run: bool
    counts: dict[str, int]
    undone: list[UUID] = Field(default_factory=list)
    kept: list[UUID] = Field(default_factory=list)
    for_review: list[UUID] = Field(default_factory=list)


class TimelinePage(PageOut):
    results: list[HappeningOut]
