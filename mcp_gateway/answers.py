"""What a tool call comes back as: structured content, or an error in-band that a model can act on."""

from __future__ import annotations

import json
import logging
import traceback
import uuid
from typing import Any

from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel

from memories.errors import HindsightError

logger = logging.getLogger(__name__)


def answered(answer: BaseModel) -> CallToolResult:
    """The answer twice: as structured content, and as the same JSON in text for clients that read only that."""
    content = answer.model_dump(mode="json")
    return CallToolResult(content=[_text(content)], structuredContent=content)


def refused(error: HindsightError) -> CallToolResult:
    """A refusal that was foreseen; nothing is logged."""
    return CallToolResult(content=[_text(error.as_dict())], isError=True)


def failed(tool: str, error: Exception) -> CallToolResult:
    """An error that was not foreseen: the caller gets a reference, and nothing else."""
    reference = report(tool, error)
    detail = f"Something went wrong here, not in your call. Reference for the operator's log: {reference}."
    return CallToolResult(
        content=[_text({"code": "internal_error", "detail": detail, "field": None, "reference": reference})],
        isError=True,
    )


def report(what: str, error: Exception) -> str:
    """Log where an error happened and return the reference of that line.

    Its message and its arguments may hold a memory's text, so neither is logged.
    """
    reference = uuid.uuid4().hex[:12]
    logger.error("%s failed, reference %s: %s", what, reference, places(error))
    return reference


def places(error: BaseException) -> str:
    """The types of an error and its causes, and where each passed; no message, no value."""
    parts = []
    current: BaseException | None = error
    while current is not None:
        frames = traceback.extract_tb(current.__traceback__)
        where = " > ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
        parts.append(f"{type(current).__module__}.{type(current).__qualname__} at {where}")
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return "; ".join(parts)


def _text(content: dict[str, Any]) -> TextContent:
    """Compact JSON. A refusal may name an argument as it was sent, so half an emoji is made harmless."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=str)
    return TextContent(type="text", text=text.encode("utf-8", "replace").decode("utf-8"))
