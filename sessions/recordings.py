"""What callers send of a recorded run, and get back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any
from uuid import UUID

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from memories.shapes.inputs import Input
from memories.shapes.outputs import WriteOut
from memories.shapes.text import Handle, Line, Moment, Name, RetryKey, Subject, not_blank, storable

MOST_STEPS = 500
LONGEST_PART = 50_000


def _storable_json(value: Any) -> Any:
    """Whatever JSON a tool takes or gives, if it can be kept as text."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        parts = list(_texts(value))
    except (RecursionError, ValueError):
        raise PydanticCustomError("nested", "is nested too deeply") from None
    for part in parts:
        storable(part)
    if len(text) > LONGEST_PART:
        raise PydanticCustomError("string_too_long", f"has more than {LONGEST_PART} characters as JSON")
    return value


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, the names of its parts included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _texts(name)
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


Anything = Annotated[Any, AfterValidator(_storable_json)]
Part = Annotated[Line, Field(max_length=LONGEST_PART)]


class StepInput(Input):
    """One step of a run. A thought is read for a decision's reason or a lesson, and stored nowhere."""

    thought: Part = ""
    tool: Name = ""
    arguments: Anything = None
    observation: Anything = None
    result: Anything = None
    error: Part = ""
    decision: Part = ""
    occurred_at: Moment | None = None


class TrajectoryInput(Input):
    """A recorded run: what was asked, what was done step by step, and whether it succeeded."""

    task: Annotated[Line, AfterValidator(not_blank), Field(max_length=500, description="What was asked for.")]
    agent: Name = ""
    task_id: Handle = ""
    subject: Subject = ""
    success: bool | None = Field(None, description="Only what succeeded becomes long-term.")
    steps: Annotated[list[StepInput], Field(min_length=1, max_length=MOST_STEPS)]
    idempotency_key: RetryKey | None = None


class PhaseOut(BaseModel):
    phase: str = Field(description="gather, decide, act or verify.")
    steps: list[int]


class TrajectoryOut(BaseModel):
    id: UUID
    phases: list[PhaseOut]
    memories: list[WriteOut] = Field(description="What is long-term now; nothing of a run that did not succeed.")
    dropped: dict[str, int] = Field(default_factory=dict, description="Steps that left no memory, by reason.")
