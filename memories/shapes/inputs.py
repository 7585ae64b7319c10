"""What callers send. Unknown fields are refused by name, so that a typing error is not silently ignored."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

from django.conf import settings
from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from memories.shapes.text import (
    Attribute,
    Handle,
    Line,
    Moment,
    Name,
    Number,
    Question,
    RetryKey,
    Short,
    Subject,
    Value,
    Whole,
    Words,
    names_something,
)
from memories.words import Channel, Kind, Tier

Fraction = Annotated[Number, Field(ge=0, le=1)]
TEN_YEARS = 10 * 366 * 86_400


def one_name_for_value(data: Any) -> Any:
    """`content` is an alias of `value`; `state` is never a writer's to say."""
    if not isinstance(data, dict):
        return data
    data = dict(data)
    if "state" in data:
        raise PydanticCustomError("state_not_writable", "a writer may propose confidence, never state")
    if "content" in data:
        if "value" in data and data["value"] != data["content"]:
            raise PydanticCustomError("value_twice", "value and its alias content differ; send one of them")
        data["value"] = data.pop("content")
    return data


class Input(BaseModel):
    """A null is the same as left out, unless it `CLEARS` what stands there."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=False, use_enum_values=False)
    CLEARS: ClassVar[bool] = False

    @model_validator(mode="before")
    @classmethod
    def null_is_left_out(cls, data: Any) -> Any:
        if cls.CLEARS or not isinstance(data, dict):
            return data
        return {name: value for name, value in data.items() if value is not None or name not in _names_of(cls)}


@cache
def _names_of(shape: type[Input]) -> frozenset[str]:
    """Under which its fields are sent."""
    names: set[str] = set()
    for name, field in shape.model_fields.items():
        alias = field.validation_alias or field.alias or name
        names.update(map(str, alias.choices) if isinstance(alias, AliasChoices) else [str(alias)])
    return frozenset(names)


class Origin(Input):
    """Where a memory comes from, as the writer declares it; the writer itself is the token."""

    channel: Channel | None = None
    mcp_server: Name = ""
    tool_call_id: Handle = ""
    conversation_id: Handle = ""
    session_id: Handle = ""
    task_id: Handle = ""
    step: Short = ""
    raw_ref: Annotated[Line, Field(max_length=4000)] = ""


class MemoryInput(Origin):
    """One memory to write (SPEC 2). Only `value` is required."""

    value: Value = Field(description="What to remember: one statement, 200 characters recommended.")
    key: Name = Field("", description="Whose memory and which scene, such as order_agent.refund.")
    query: Question = Field("", description="When this should come back, in the words of a future search.")
    kind: Kind | None = None
    subject: Subject = Field("", description="The person or thing it is about, such as a user's id.")
    attribute: Attribute = Field("", description="What about the subject, such as preferred_test_framework.")
    entities: Words = Field(default_factory=list)
    participants: Words = Field(default_factory=list)
    action_type: Short = ""
    decision: bool = False
    tags: Words = Field(default_factory=list)
    success: bool | None = None
    occurred_at: Moment | None = Field(None, description="When it happened or was said; now if left out.")
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    expires_at: Moment | None = None
    ttl_seconds: Annotated[Whole, Field(ge=1, le=TEN_YEARS)] | None = None
    tier: Tier | None = None
    confidence: Fraction | None = None
    critical: bool = False
    sensitive: bool = False
    idempotency_key: RetryKey | None = Field(
        None, description="A string of your own: a retry with the same one writes nothing twice."
    )

    @model_validator(mode="before")
    @classmethod
    def names(cls, data: Any) -> Any:
        return one_name_for_value(data)

    @model_validator(mode="after")
    def times_fit(self) -> MemoryInput:
        if self.ttl_seconds is not None and self.expires_at is not None:
            raise PydanticCustomError("expiry_twice", "send ttl_seconds or expires_at, not both")
        if self.valid_from and self.valid_to and self.valid_to < self.valid_from:
            raise PydanticCustomError("valid_to_before_valid_from", "valid_to is before valid_from")
        return self


class MemoryPatch(Input):
    """What to change of a memory; fields left out stay as they are."""

    CLEARS = True

    value: Value | None = None
    key: Name | None = None
    query: Question | None = None
    subject: Subject | None = None
    attribute: Attribute | None = None
    entities: Words | None = None
    participants: Words | None = None
    action_type: Short | None = None
    decision: bool | None = None
    tags: Words | None = None
    success: bool | None = None
    occurred_at: Moment | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    expires_at: Moment | None = None
    tier: Tier | None = None
    channel: Channel | None = None

    @model_validator(mode="before")
    @classmethod
    def names(cls, data: Any) -> Any:
        return one_name_for_value(data)

    @model_validator(mode="after")
    def says_something(self) -> MemoryPatch:
        if not (self.model_fields_set - {"channel"}):
            raise PydanticCustomError("nothing_to_change", "name at least one field to change")
        return self


def within_limit(items: list[Any]) -> list[Any]:
    limit = settings.HINDSIGHT.BATCH_MAX_ITEMS
    if len(items) > limit:
        raise PydanticCustomError("too_long", "has more than {limit} items; send them in parts", {"limit": limit})
    return items


class KeyInput(Input):
    """A key that makes a retry safe, from a header."""

    idempotency_key: RetryKey


class BatchInput(Input):
    """Many memories in one transaction; with `async`, in the background."""

    items: Annotated[list[Any], Field(min_length=1), AfterValidator(within_limit)]
    in_background: bool = Field(False, alias="async")
    idempotency_key: RetryKey | None = None


class ResolveInput(Input):
    """What a person decides about a conflict, on the versions they saw."""

    decision: Literal["approve", "reject", "keep_a", "keep_b", "keep_both", "merge", "reject_both"]
    merged_value: Value | None = None
    note: Annotated[Line, Field(max_length=1000)] = ""
    versions: dict[Literal["a", "b"], Whole] | None = None

    @model_validator(mode="after")
    def merge_has_text(self) -> ResolveInput:
        if (self.decision == "merge") != (self.merged_value is not None):
            raise PydanticCustomError("merged_value", "merged_value goes with the decision merge, and only there")
        return self


class ForgetInput(Input):
    """Whom or what to forget; exactly one of the three."""

    subject: Annotated[Line, Field(max_length=200), AfterValidator(names_something)] | None = None
    identifier: Annotated[Line, Field(min_length=2, max_length=200), AfterValidator(names_something)] | None = None
    source_id: UUID | None = None
    dry_run: bool = False

    @model_validator(mode="after")
    def exactly_one(self) -> ForgetInput:
        if sum(part is not None for part in (self.subject, self.identifier, self.source_id)) != 1:
            raise PydanticCustomError("forget_one", "name exactly one of subject, identifier and source_id")
        return self


class RollbackInput(Input):
    version: Annotated[Whole, Field(ge=1)]
    note: Annotated[Line, Field(max_length=1000)] = ""


class WindowInput(Input):
    """What to undo of an origin: what it wrote in a window of time."""

    since: Moment | None = None
    until: Moment | None = Field(None, description="Up to this moment, which is not in the window.")
    dry_run: bool = Field(False, description="Only say what would be undone.")

    @model_validator(mode="after")
    def in_order(self) -> WindowInput:
        if self.since is not None and self.until is not None and self.until <= self.since:
            raise PydanticCustomError("window_backwards", "until must be after since")
        return self


class OriginInput(WindowInput):
    """Whose doings to undo; exactly one of the three."""

    source_id: UUID | None = None
    token: Annotated[Line, Field(max_length=16, description="The prefix by which a token is known.")] = ""
    session_id: Name = ""

    @model_validator(mode="after")
    def exactly_one(self) -> OriginInput:
        if sum(map(bool, (self.source_id, self.token, self.session_id))) != 1:
            raise PydanticCustomError("origin_one", "name exactly one of source_id, token and session_id")
        return self


class CriticalInput(Input):
    critical: bool = True


class ReleaseInput(Input):
    """What to do with a unit that waits: release it, or reject it as false. It is never taken for granted."""

    decision: Literal["release", "reject"]


class NoInput(Input):
    """Nothing: an empty object, or no body at all."""


class RelationInput(Input):
    """An edge that a writer states: `from_id` (derived from, prerequisite of, …) `to_id`."""

    from_id: UUID
    to_id: UUID
    type: Literal["derived_from", "prerequisite_of", "caused_by", "co_occurs"]

    @model_validator(mode="after")
    def two_units(self) -> RelationInput:
        if self.from_id == self.to_id:
            raise PydanticCustomError("relation_to_itself", "a memory cannot be related to itself")
        return self


class SourcePatch(Input):
    """How far a source is trusted, from 0 to 1."""

    trust: Fraction
