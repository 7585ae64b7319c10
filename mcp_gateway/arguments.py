"""What each tool takes: the inputs of the domain, flat, with the ids that they need and the namespace."""

from __future__ import annotations

import json
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema, model_validator

from memories.shapes.inputs import ForgetInput, Input, MemoryInput, MemoryPatch, ResolveInput
from memories.shapes.reading import Shape, read
from memories.shapes.searching import OutcomeInput, SearchInput, TimeRange
from memories.shapes.text import Handle, Moment, Whole
from sessions.shapes import AppendInput, ContextQuery, EndInput


class InNamespace(BaseModel):
    namespace: Handle = ""


class OfMemory(InNamespace):
    """Names one memory; `memory_id` is what many models call it."""

    id: UUID

    @model_validator(mode="before")
    @classmethod
    def one_id(cls, data: Any) -> Any:
        return renamed(data, "memory_id", "id")


def renamed(data: Any, alias: str, name: str) -> Any:
    """Take an alias for a name that is missing; with both present the alias stays and is refused as unknown."""
    if isinstance(data, dict) and alias in data and name not in data:
        data = dict(data)
        data[name] = data.pop(alias)
    return data


class WriteArguments(InNamespace, MemoryInput):
    pass


def _unpacked(value: Any) -> Any:
    """An object that came as text; a model is told that the field is text."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


class SearchArguments(InNamespace, SearchInput):
    # Told as words alone: a model fills in one flat string more surely than one of two shapes. Both are taken.
    time_range: Annotated[TimeRange, BeforeValidator(_unpacked), WithJsonSchema({"type": "string"})] | None = None


class GetArguments(OfMemory, Input):
    pass


class UpdateArguments(OfMemory, MemoryPatch):
    if_version: Annotated[Whole, Field(ge=1)] | None = None

    def patch(self) -> dict[str, Any]:
        """The fields to change, as they were given."""
        return {name: getattr(self, name) for name in self.model_fields_set & set(MemoryPatch.model_fields)}


class DeleteArguments(OfMemory, Input):
    pass


class TraceArguments(OfMemory, Input):
    pass


class FeedbackArguments(InNamespace, OutcomeInput):
    recall_id: UUID


class ReviewArguments(InNamespace, Input):
    review_id: UUID | None = None
    since: Moment | None = None
    until: Moment | None = None

    @model_validator(mode="before")
    @classmethod
    def one_id(cls, data: Any) -> Any:
        return renamed(data, "id", "review_id")


class ResolveArguments(InNamespace, ResolveInput):
    conflict_id: UUID

    @model_validator(mode="before")
    @classmethod
    def one_id(cls, data: Any) -> Any:
        return renamed(data, "id", "conflict_id")


class ForgetArguments(InNamespace, ForgetInput):
    pass


class OfSession(InNamespace):
    """Names one session."""

    session_id: str

    def of(self, shape: type[Shape]) -> Shape:
        """The input of the domain, as it was given."""
        return read(shape, {name: getattr(self, name) for name in self.model_fields_set & set(shape.model_fields)})


class AppendArguments(OfSession, AppendInput):
    pass


class ContextArguments(OfSession, ContextQuery):
    pass


class EndArguments(OfSession, EndInput):
    pass
