"""What callers put into a query string."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import AliasChoices, Field, model_validator
from pydantic_core import PydanticCustomError

from memories.shapes.inputs import Input
from memories.shapes.text import AskedHandle, AskedName, Line, Whole


class NoQuery(Input):
    """Nothing: a misspelt parameter is refused rather than ignored."""

    MANY: ClassVar[frozenset[str]] = frozenset()


class PageQuery(NoQuery):
    """Which part of a list."""

    cursor: Annotated[Line, Field(max_length=500)] = Field("", description="From `next` of the page before.")
    page_size: Whole = Field(50, ge=1, le=200, validation_alias=AliasChoices("page_size", "limit"))


class MemoryQuery(PageQuery):
    """Filters of the list of memories; together they narrow."""

    MANY = frozenset({"state", "tag"})

    state: list[Literal["active", "held", "superseded", "falsified", "archived", "quarantined", "deleted", "all"]] = (
        Field(
            default_factory=list,
            description="May be repeated. Left out: what is current, that is active and unexpired.",
        )
    )
    subject: AskedName = ""
    key: AskedName = Field("", description="A prefix, in its own case.")
    tag: list[AskedName] = Field(default_factory=list, description="May be repeated; each must be there.")
    session_id: AskedHandle = ""


class DeleteQuery(NoQuery):
    erase: bool = Field(
        False, description="Erase it physically, with what was derived from it; needs the scope forget."
    )


class ForgetQuery(NoQuery):
    dry_run: bool = Field(False, description="The same as dry_run in the body: only count.")


class BatchQuery(NoQuery):
    in_background: bool = Field(False, alias="async", description="The same as async in the body: answer with a job.")


class AlertQuery(PageQuery):
    open: bool | None = Field(None, description="true: waiting for someone; false: acknowledged.")


class TimelineQuery(PageQuery):
    """Around whom or what; together they narrow."""

    subject: AskedName = ""
    session_id: AskedHandle = ""
    task_id: AskedHandle = ""

    @model_validator(mode="after")
    def around_something(self) -> TimelineQuery:
        if not (self.subject or self.session_id or self.task_id):
            raise PydanticCustomError("timeline_of_what", "name a subject, a session_id or a task_id")
        return self
