"""How servers that call themselves OpenAI-compatible differ, pure: what to ask with, and what to try when refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol


class Wanted(Protocol):
    """What a request says of the answer that it wants."""

    @property
    def schema(self) -> dict[str, Any]: ...
    @property
    def schema_name(self) -> str: ...
    @property
    def completion_limit(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Dialect:
    """The optional parts of a request."""

    format: Literal["json_schema", "json_object", "plain"] = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True

    def parameters(self, wanted: Wanted) -> dict[str, Any]:
        """Keyword arguments for a chat completion; the limit is always sent, since the reservation counts on it."""
        chosen: dict[str, Any] = {self.limit: wanted.completion_limit}
        if self.temperature:
            chosen["temperature"] = 0
        if self.format == "json_schema":
            schema = {"name": wanted.schema_name, "strict": True, "schema": wanted.schema}
            chosen["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self.format == "json_object":
            chosen["response_format"] = {"type": "json_object"}
        return chosen


STRICTEST = Dialect()


def softer(dialect: Dialect, complaint: str) -> Dialect | None:
    """What to try after a 400 with this complaint; None when nothing is left to give up."""
    complaint = complaint.lower()
    if dialect.limit == "max_tokens" and "max_completion_tokens" in complaint:
        return replace(dialect, limit="max_completion_tokens")
    if dialect.temperature and "temperature" in complaint:
        return replace(dialect, temperature=False)
    if dialect.format == "json_schema":
        return replace(dialect, format="json_object")
    if dialect.format == "json_object":
        return replace(dialect, format="plain")
    return None
