"""What tools answer beyond the outputs of the domain."""

from __future__ import annotations

from uuid import UUID

from pydantic import BaseModel, Field

from memories.shapes.outputs import ConflictOut
from review.shapes import ReviewOut


class FeedbackOut(BaseModel):
    recall_id: UUID
    success: bool
    credited: int = Field(description="How many memories were credited; 0 when this was reported before.")


class ReviewAndConflicts(ReviewOut):
    """A run and the open conflicts, those that matter most first; settle one with memory_resolve_conflict."""

    conflicts_open: int
    conflicts: list[ConflictOut]
