"""Review runs turned into what doors give out."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from review.models import ReviewRun


class JudgedOut(BaseModel):
    """How many pairs each judge took."""

    local: int = 0
    llm: int = 0


class ReviewOut(BaseModel):
    """One run: queued until a worker takes it, then running, then done or failed."""

    id: UUID
    state: str
    trigger: str
    seen: int
    pairs: int
    judged: JudgedOut
    changed: int
    deferred: int
    tokens: int
    error_code: str = ""
    created_at: datetime
    started_at: datetime | None = None
    finished_at: datetime | None = None


def review_out(run: ReviewRun) -> ReviewOut:
    return ReviewOut(
        id=run.pk,
        state=run.state,
        trigger=run.trigger,
        seen=run.seen,
        pairs=run.pairs,
        judged=JudgedOut(local=run.judged_local, llm=run.judged_llm),
        changed=run.changed,
        deferred=run.deferred,
        tokens=run.tokens,
        error_code=run.error_code,
        created_at=run.created_at,
        started_at=run.started_at,
        finished_at=run.finished_at,
    )
