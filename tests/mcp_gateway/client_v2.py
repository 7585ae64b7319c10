"""A client of SDK 2.x, run with the interpreter of .venv/mcp2: does what it is told and prints JSON.

Usage: client_v2.py URL TOKEN TASK, with TASK one of tools, every_tool, mistakes, calls.
`calls` reads [[tool, arguments], …] from standard input.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import httpx2  # type: ignore[import-not-found,unused-ignore]
from mcp.client.client import Client  # type: ignore[import-not-found,unused-ignore]
from mcp.client.streamable_http import streamable_http_client

sys.path.insert(0, str(Path(__file__).parent))
import scenario  # type: ignore[import-not-found,unused-ignore]


async def main(url: str, token: str, task: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    # Any: where types are checked there is SDK 1.x, whose client takes another HTTP client.
    connect: Any = streamable_http_client
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(connect(url, http_client=http)) as client,
    ):

        async def call(tool: str, arguments: dict[str, Any]) -> tuple[bool, Any, str]:
            result = await client.call_tool(tool, arguments)
            return bool(result.is_error), result.structured_content, result.content[0].text

        if task == "tools":
            listed = await client.list_tools()
            return {
                "protocol": client.protocol_version,
                "instructions": client.instructions,
                "tools": [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed.tools],
            }
        if task == "calls":
            return [await call(tool, arguments) for tool, arguments in json.load(sys.stdin)]
        return await getattr(scenario, task)(call)


def first_error(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def report() -> dict[str, Any]:
    """What the task gave, or what it raised."""
    try:
        return {"answer": asyncio.run(main(*sys.argv[1:4]))}
    except Exception as error:  # noqa: BLE001  (the test on the other side judges it)
        cause = first_error(error)
        return {"raised": type(cause).__name__, "text": str(cause)}


if __name__ == "__main__":
    json.dump(report(), sys.stdout)
