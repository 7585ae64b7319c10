"""What callers send about reviews and conflicts, and lists of them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from memories.shapes.inputs import Input
from memories.shapes.lists import PageOut
from memories.shapes.outputs import ConflictOut, DecisionOut, MemoryOut
from memories.shapes.queries import NoQuery, PageQuery
from memories.shapes.text import Line, Moment, Whole
from memories.words import CheckVerdict, ConflictState, ConflictType
from review.models import RunState


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


class SpotCheckQuery(PageQuery):
    state: Literal["open", "checked"] | None = None


class VerdictInput(Input):
    """What a person says of a decision that was drawn for a check."""

    verdict: CheckVerdict
    note: Annotated[Line, Field(max_length=1000)] = ""
    undo: bool = Field(False, description="With `wrong`: take the decision back too.")


class CheckedUnit(BaseModel):
    """A unit of the decision, as it is now, and what the decision did to it; empty for a side that it left alone."""

    memory: MemoryOut
    what: str


class SpotCheckOut(BaseModel):
    """An automatic decision that was drawn at random for a person to check."""

    id: UUID
    decision: DecisionOut
    units: list[CheckedUnit]
    drawn_on: date
    verdict: str = Field(description="right, wrong or unsure; empty while it waits.")
    checked_by: str = ""
    checked_at: datetime | None = None


class SpotCheckPage(PageOut):
    results: list[SpotCheckOut]


class SpendQuery(NoQuery):
    days: Whole = Field(30, ge=1, le=366)


class DaySpent(BaseModel):
    """Tokens that counted on one UTC day, and how many calls they were for."""

    day: date
    tokens: int
    calls: int
    failed: int = Field(description="Calls that brought nothing; their whole reservation counts.")


class SpendOut(BaseModel):
    """What language models have cost, in tokens, beside what they may."""

    today: int = Field(description="Of this namespace, on the present UTC day.")
    run_budget: int
    daily_budget: int = Field(description="Of the whole installation.")
    own_daily_budget: int | None = Field(description="Of this namespace, within the installation's; null without one.")
    daily_budget_left: int | None = Field(
        description="What this namespace may still spend today; null without the scope `admin`."
    )
    days: list[DaySpent] = Field(description="Days with calls, the newest first.")
