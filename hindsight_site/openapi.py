"""What the OpenAPI document covers: the REST API, not the doors beside it."""

from __future__ import annotations

from typing import Any


def only_rest(endpoints: list[tuple[Any, ...]], **_: Any) -> list[tuple[Any, ...]]:
    """Keep the addresses under /api/v1/; /mcp describes itself to its clients."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]
