"""JSON-RPC messages as they arrive: told apart and checked before the package sees them.

The package's session logs what it cannot validate, values included; nothing that it could stumble over gets there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp.types import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    CallToolRequest,
    InitializeRequest,
    ListToolsRequest,
    PingRequest,
)
from pydantic import BaseModel, ValidationError

METHODS: dict[str, type[BaseModel]] = {
    "initialize": InitializeRequest,
    "ping": PingRequest,
    "tools/list": ListToolsRequest,
    "tools/call": CallToolRequest,
}
BATCHES_UNTIL = "2025-03-26"
"""The one version with batches; a client that names no version is taken to speak it, as the protocol says."""
BATCH_MAX = 50
UNSUPPORTED_VERSION = -32022
"""What the protocol's later, sessionless versions call it; their clients read the list and fall back."""


class Malformed(Exception):
    """A message that gets a JSON-RPC error; `status` is the HTTP status when it is the only one of its request."""

    def __init__(
        self, code: int, message: str, *, id: object = None, status: int = 400, data: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.data = data
        self.id = id if isinstance(id, str | int) and not isinstance(id, bool) else None
        self.status = status

    def as_dict(self) -> dict[str, Any]:
        error: dict[str, Any] = {"code": self.code, "message": str(self)}
        if self.data is not None:
            error["data"] = self.data
        return {"jsonrpc": "2.0", "id": self.id, "error": error}


@dataclass(frozen=True, slots=True)
class Batch:
    """Messages that came in one array, not checked yet."""

    messages: list[object]


def parsed(body: bytes) -> object:
    """The JSON of a body. Raises Malformed: no UTF-8, no JSON, nested too deeply, or with numbers beyond JSON."""
    try:
        value: object = json.loads(body.decode("utf-8"), parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError):
        raise Malformed(PARSE_ERROR, "Parse error: the body is not valid JSON in UTF-8.") from None
    return value


def opened(value: object, *, version: str) -> Batch | dict[str, Any]:
    """One message, or a batch where the protocol version has batches.

    Raises:
        Malformed: neither, or a batch of no or too many messages.
    """
    if isinstance(value, dict):
        return value
    if not isinstance(value, list):
        raise Malformed(INVALID_REQUEST, "Invalid request: send one JSON-RPC message, an object.")
    if (version or BATCHES_UNTIL) != BATCHES_UNTIL:
        raise Malformed(
            INVALID_REQUEST,
            f"Invalid request: there are no batches in the protocol after {BATCHES_UNTIL}; send one message a request.",
        )
    if not 1 <= len(value) <= BATCH_MAX:
        raise Malformed(INVALID_REQUEST, f"Invalid request: a batch has 1 to {BATCH_MAX} messages.")
    return Batch(value)


def wants_answer(message: object, *, in_batch: bool = False) -> dict[str, Any] | None:
    """The message if it is a request that can be served; None if it is a notification or a response.

    A stateless server asks its clients nothing and keeps nothing for them, so both are taken and dropped.

    Raises:
        Malformed: anything else, with the message's id.
    """
    if not isinstance(message, dict):
        raise Malformed(INVALID_REQUEST, "Invalid request: a message is an object.")
    id = message.get("id")
    if message.get("jsonrpc") != "2.0":
        raise Malformed(INVALID_REQUEST, 'Invalid request: jsonrpc must be "2.0".', id=id)
    if "method" not in message and "id" in message and ("result" in message or "error" in message):
        return None
    method = message.get("method")
    if not isinstance(method, str):
        raise Malformed(INVALID_REQUEST, "Invalid request: method must be a string.", id=id)
    if "id" not in message:
        return None
    if isinstance(id, bool) or not isinstance(id, str | int):
        raise Malformed(INVALID_REQUEST, "Invalid request: id must be a string or an integer.")
    shape = METHODS.get(method)
    if shape is None:
        raise Malformed(METHOD_NOT_FOUND, f"Method not found. Methods: {', '.join(METHODS)}.", id=id, status=200)
    if in_batch and shape is InitializeRequest:
        raise Malformed(INVALID_REQUEST, "Invalid request: initialize may not be part of a batch.", id=id)
    _check(shape, message)
    return message


def _check(shape: type[BaseModel], message: Mapping[str, Any]) -> None:
    """Raise Malformed naming the first wrong field, never its value."""
    try:
        shape.model_validate({name: message[name] for name in ("method", "params") if name in message})
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False, include_context=False)[0]
        field = ".".join(str(part) for part in problem["loc"][:4])
        reason = f"Invalid params: {field}: {problem['msg']}."
        raise Malformed(INVALID_PARAMS, reason, id=message["id"], status=200) from None


def _no_number(word: str) -> float:
    raise ValueError(word)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number that JSON's readers cannot hold")
    return number
