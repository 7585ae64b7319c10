"""Answers that hold several things, and the few shapes that only describe what a door takes and gives."""

from __future__ import annotations

from uuid import UUID

from pydantic import BaseModel, Field, RootModel

from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import AlertOut, ErrorOut, ForgetOut, MemoryOut, RelationOut, SourceOut, WriteOut


class PageOut(BaseModel):
    """Part of a list."""

    next: str | None = Field(description="The address of the next part; null on the last.")
    next_cursor: str | None = Field(description="The cursor in that address.")


class MemoryPage(PageOut):
    results: list[MemoryOut]


class SourcePage(PageOut):
    results: list[SourceOut]


class AlertPage(PageOut):
    results: list[AlertOut]


class RelationPage(PageOut):
    results: list[RelationOut]


class BatchRequest(BaseModel):
    """Up to 1,000 memories to write."""

    items: list[MemoryInput]


class BatchError(BaseModel):
    """An item that was refused; the others were written."""

    error: ErrorOut


class BatchOut(BaseModel):
    """One result an item, in order."""

    results: list[WriteOut | BatchError]


class Credited(BaseModel):
    """How many memories an outcome was credited to."""

    recall_id: UUID
    credited: int


class DeleteOut(RootModel[MemoryOut | ForgetOut]):
    """The memory in the trash, or the forget request that erased it."""
