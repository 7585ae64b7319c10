"""What a client of either generation does with every tool; plain Python, so that both environments can run it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

# (is it an error, structured content, text) of one call.
Answer = tuple[bool, Any, str]
Call = Callable[[str, dict[str, Any]], Awaitable[Answer]]


async def every_tool(call: Call) -> dict[str, Any]:
    """Call each of the tools as an agent would, and return the structured answers by step."""
    seen: dict[str, Any] = {}

    async def step(label: str, tool: str, **arguments: Any) -> Any:
        error, structured, text = await call(tool, arguments)
        assert not error, f"{label}: {text}"
        assert structured is not None, f"{label}: no structured content"
        seen[label] = structured
        return structured

    first = await step(
        "write",
        "memory_write",
        value="I use Django for the web service",
        subject="ada",
        attribute="web_framework",
        channel="user_statement",
        occurred_at="2026-01-05T10:00:00Z",
    )
    id = first["memory"]["id"]
    found = await step("search", "memory_search", query="which web framework does the service use?", subject="ada")
    await step("feedback", "memory_feedback", recall_id=found["recall_id"], success=True, memory_ids=[id])
    await step("get", "memory_get", id=id)
    await step("update", "memory_update", id=id, tags=["web"], if_version=seen["get"]["version"])
    await step(
        "change",
        "memory_write",
        value="I have switched to FastAPI",
        subject="ada",
        attribute="web_framework",
        channel="user_statement",
        occurred_at="2026-01-26T10:00:00Z",
    )
    await step("search again", "memory_search", query="which web framework does the service use?", subject="ada")
    await step("trace", "memory_trace", id=id)

    for server, port in (("ops", 5432), ("inventory", 6432)):
        await step(
            f"port {port}",
            "memory_write",
            value=f"The staging database listens on port {port}",
            subject="staging database",
            attribute="port",
            channel="tool_result",
            mcp_server=server,
        )
    review = await step("review", "memory_review")
    await step("review state", "memory_review", review_id=review["id"])
    conflict = review["conflicts"][0]
    await step(
        "resolve",
        "memory_resolve_conflict",
        conflict_id=conflict["id"],
        decision="keep_b",
        note="looked at the server",
        versions=conflict["versions"],
    )
    await step("delete", "memory_delete", id=seen["port 6432"]["memory"]["id"])
    await step("preview", "memory_forget", subject="ada", dry_run=True)
    await step("forget", "memory_forget", subject="ada")
    turns = [{"role": "user", "content": "The depot is in Bergen."}, {"role": "assistant", "content": "Noted!"}]
    await step("append", "session_append", session_id="chat 1", turns=turns)
    await step("context", "session_context", session_id="chat 1", query="where is the depot?", max_tokens=200)
    await step("end", "session_end", session_id="chat 1", success=True)
    await step("search after", "memory_search", query="which web framework does the service use?")
    return seen


async def mistakes(call: Call) -> dict[str, str]:
    """Calls that a model gets wrong; the text of each error."""
    wrong: dict[str, tuple[str, dict[str, Any]]] = {
        "unknown field": ("memory_write", {"value": "x", "colour": "red"}),
        "missing": ("memory_write", {}),
        "too long": ("memory_write", {"value": "x" * 2001}),
        "bad enum": ("memory_write", {"value": "x", "channel": "rumour"}),
        "bad id": ("memory_get", {"id": "seven"}),
        "no such memory": ("memory_get", {"id": "00000000-0000-7000-8000-000000000000"}),
        "nothing to change": ("memory_update", {"id": "00000000-0000-7000-8000-000000000000"}),
        "forget nobody": ("memory_forget", {}),
        "bad role": ("session_append", {"session_id": "s", "turns": [{"role": "robot", "content": "x"}]}),
        "no such session": ("session_context", {"session_id": "nowhere"}),
    }
    said = {}
    for label, (tool, arguments) in wrong.items():
        error, _, text = await call(tool, arguments)
        assert error, f"{label} was taken"
        said[label] = text
    return said
