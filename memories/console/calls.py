"""The same search as an agent would send it: over REST and as an MCP call, ready to be copied, without a token."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

TOOL = "memory_search"


def readable(data: Mapping[str, Any]) -> str:
    """JSON as people read it; a character that does not show, or turns the text around it, stands as its escape."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return "".join(mark if mark.isprintable() or mark == "\n" else json.dumps(mark)[1:-1] for mark in text)


def as_rest(address: str, namespace: str, body: Mapping[str, Any]) -> str:
    """A command line; the token is read from the environment, so that it comes into no history."""
    return " \\\n  ".join(
        [
            f"curl -sS -X POST {shlex.quote(address)}",
            '-H "Authorization: Bearer $HINDSIGHT_TOKEN"',
            f"-H {shlex.quote(f'X-Hindsight-Namespace: {namespace}')}",
            "-H 'Content-Type: application/json'",
            f"--data-raw {shlex.quote(readable(body))}",
        ]
    )


def as_mcp(namespace: str, body: Mapping[str, Any]) -> str:
    """The message of the protocol."""
    arguments = {**body, "namespace": namespace}
    call = {"name": TOOL, "arguments": arguments}
    return readable({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
