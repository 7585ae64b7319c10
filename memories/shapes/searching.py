"""What callers send to recall, and to say whether it helped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Discriminator, Field, ModelWrapValidatorHandler, PrivateAttr, Tag, model_validator
from pydantic_core import PydanticCustomError

from memories.shapes.inputs import Fraction, Input
from memories.shapes.text import (
    AskedAttribute,
    AskedHandle,
    AskedName,
    AskedShort,
    AskedWords,
    Line,
    Moment,
    Value,
    Whole,
    ZonedMoment,
)
from memories.words import Channel, Kind

Part = Literal["text", "confidence", "freshness", "structural"]
Profile = Literal["reviewed", "task", "knowledge"]
Weights = dict[Part, Fraction]
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def sum_to_one(weights: Weights) -> Weights:
    """Refuse weights that do not sum to 1: a score outside 0..1 could not be compared with another."""
    if abs(sum(weights.values()) - 1) > 1e-6:
        raise PydanticCustomError("weights_sum", "weights must sum to 1")
    return weights


class Between(Input):
    """From a moment on, up to another that is not in it; one of them may be left out. A bare date is a whole day, as it
    is in words: from it on, up to its end."""

    start: Moment | None = Field(None, alias="from")
    end: Moment | None = Field(None, alias="to", description="A date without a time belongs to the range.")
    _days: frozenset[str] = PrivateAttr(default=frozenset())

    @model_validator(mode="wrap")
    @classmethod
    def in_order(cls, told: Any, read: ModelWrapValidatorHandler[Between]) -> Between:
        between = read(told)
        if isinstance(told, Mapping):
            between._days = frozenset(str(name) for name, value in told.items() if _is_bare(value))
        start, end = between.bounds(UTC)
        if start is None and end is None:
            raise PydanticCustomError("time_range_empty", "time_range names neither from nor to")
        if start is not None and end is not None and (end < start or ("to" in between._days and end == start)):
            raise PydanticCustomError("time_range_backwards", "time_range ends before it begins")
        return between

    def bounds(self, zone: tzinfo) -> tuple[datetime | None, datetime | None]:
        """(from, before), either of them open; a date without a time is a day of the zone."""
        start, end = self.start, self.end
        if start is not None and "from" in self._days:
            start = start.replace(tzinfo=zone)
        if end is not None and "to" in self._days:
            end = end.replace(tzinfo=zone) + timedelta(days=1)
        return start, end


def _is_bare(moment: Any) -> bool:
    """Whether it is a date without a time."""
    if isinstance(moment, str):
        return _DATE.fullmatch(moment.strip()) is not None
    return isinstance(moment, date) and not isinstance(moment, datetime)


def _how_told(value: Any) -> str:
    return "between" if isinstance(value, Mapping | Between) else "words"


TimeRange = Annotated[
    Annotated[Line, Field(max_length=100), Tag("words")] | Annotated[Between, Tag("between")], Discriminator(_how_told)
]
"""Words, or a beginning and an end. Which of the two is meant is told by its type, so that an error is about that."""


class SearchInput(Input):
    """One recall (SPEC 4). Filters narrow, hints only rank. A null or an empty list is the same as left out; a filter
    or hint that is blank is refused."""

    query: Value
    top_k: Annotated[Whole, Field(ge=1, le=50)] | None = None
    profile: Profile | None = Field(
        None, description="How parts of the score are weighed; `task` if key, entities or action_type are given."
    )
    weights: Weights | None = Field(None, description="Weights of the parts for this request; they sum to 1.")
    entities: AskedWords = Field(default_factory=list, description="A hint: whom and what the task is about.")
    action_type: AskedShort = Field("", description="A hint: what is being done.")
    attribute: AskedAttribute = Field("", description="A hint: what about the subject is asked.")
    key: AskedName = Field("", description="Only memories whose key starts with this, in its own case.")
    subject: AskedName = Field("", description="Only memories about this person or thing.")
    include_general: bool = Field(False, description="With subject: also memories that are about nobody.")
    tags: AskedWords = Field(default_factory=list, description="Only memories with these tags.")
    tag_match: Literal["any", "all"] = Field("any", description="Whether any of the tags is enough or all are needed.")
    entity_filter: AskedWords = Field(default_factory=list, description="Only memories that name these.")
    entity_match: Literal["any", "all"] = Field(
        "any", description="Whether any of the names is enough or all are needed."
    )
    kind: Kind | None = None
    channel: Channel | None = None
    mcp_server: AskedName = ""
    session_id: AskedHandle = ""
    include_session: AskedHandle = Field("", description="Also the working memory of this session.")
    task_id: AskedHandle = ""
    time_range: TimeRange | None = Field(
        None, description="When it happened: words such as last_7_days, 2024-03 or 上周, or {from, to}."
    )
    as_of: Moment | None = Field(None, description="What was believed then, by the versions of then.")
    valid_at: Moment | None = Field(None, description="What was true then, by what is known now.")
    query_time: ZonedMoment | None = Field(
        None, description="The now of freshness and of time words, whose days are those of its offset."
    )
    min_confidence: Fraction | None = Field(
        None, description="Leave out current memories less sure than this; it holds with include_low_confidence too."
    )
    include_low_confidence: bool = Field(
        False, description="Without min_confidence: also what is below the threshold of the namespace."
    )
    include_superseded: bool = Field(False, description="Also what was true before, however sure.")
    include_archived: bool = Field(False, description="Also what was put away as unused, however sure.")
    max_tokens: Annotated[Whole, Field(ge=1, le=100_000)] | None = Field(
        None,
        description="At most so many tokens of memories, best first; none is cut in half. `left_out` in the answer "
        "counts what found no room.",
    )
    render: Literal["json", "text"] = Field("json", description="text: also lines for a prompt, oldest first.")

    @model_validator(mode="after")
    def fits(self) -> SearchInput:
        if self.weights is not None:
            sum_to_one(self.weights)
        if self.as_of is not None and self.valid_at is not None:
            raise PydanticCustomError("as_of_and_valid_at", "send as_of or valid_at, not both")
        if self.include_general and not self.subject:
            raise PydanticCustomError("general_without_subject", "include_general goes with subject")
        return self


class OutcomeInput(Input):
    """Whether what a recall returned helped."""

    success: bool
    memory_ids: Annotated[list[UUID], Field(max_length=50)] | None = None


__all__ = ["Between", "OutcomeInput", "Part", "Profile", "SearchInput", "TimeRange", "Weights", "sum_to_one"]
