"""Answers that hold several things, and the few shapes that only describe what a door takes and gives."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, RootModel

from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import AlertOut, ErrorOut, ForgetOut, MemoryOut, RelationOut, SourceOut, WriteOut
from memories.shapes.text import RetryKey


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
    """Up to BATCH_MAX_ITEMS (1,000) memories to write."""

    items: list[MemoryInput]
    in_background: bool = Field(
        False, alias="async", description="Answer at once with a job, and write in the background."
    )
    idempotency_key: RetryKey | None = Field(
        None, description="A string of your own: a retry with the same one writes nothing twice."
    )


class ItemError(ErrorOut):
    """The refusal of one item, with whatever else helps."""

    model_config = ConfigDict(extra="allow")


class BatchError(BaseModel):
    """An item that was refused; the others were written."""

    error: ItemError


class BatchOut(BaseModel):
    """One result an item, in order."""

    results: list[WriteOut | BatchError]


class JobAccepted(BaseModel):
    """A batch that was taken for later; ask for it at the address in Location."""

    id: UUID
    state: str
    total: int


class JobOut(BaseModel):
    """A batch that is written in the background; `results` is empty until it is done."""

    id: UUID
    kind: str
    state: str = Field(description="queued, running, done or failed.")
    total: int = Field(description="How many items it has.")
    created_at: datetime
    finished_at: datetime | None = None
    error: ErrorOut | None = Field(None, description="Why it failed; nothing of it was written then.")
    results: list[WriteOut | BatchError] = Field(
        default_factory=list, description="One result an item, in order, with the memories as they are now."
    )


class Credited(BaseModel):
    """How many memories an outcome was credited to."""

    recall_id: UUID
    credited: int


class DeleteOut(RootModel[MemoryOut | ForgetOut]):
    """The memory in the trash, or the forget request that erased it."""
