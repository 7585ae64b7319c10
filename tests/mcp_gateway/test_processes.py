"""The gateway in the processes that people run: gunicorn under `serve`, and `mcp_stdio`."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.mcp_gateway import scenario
from tests.mcp_gateway.conftest import MCP2_PYTHON, FirstGeneration, SecondGeneration, caller_of
from tests.processes.serving import MANAGE, Serving, manage, own_environment

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    # Not under pytest's folder: another run of pytest closes that to the database server's account.
    root = Path(tempfile.mkdtemp(prefix="hindsight-mcp-", dir="/tmp"))
    root.chmod(0o711)
    try:
        with Serving(root / "data") as running:
            yield running.ready()
    finally:
        shutil.rmtree(root, ignore_errors=True)


def token_of(serving: Serving, namespace: str) -> str:
    scopes = "read,write,review,forget"
    made = manage("create_token", "--namespace", namespace, "--scopes", scopes, "--data-dir", str(serving.data_dir))
    return made.stdout.splitlines()[-1]


@pytest.mark.parametrize("generation", [FirstGeneration, SecondGeneration])
def test_both_generations_call_every_tool(serving: Serving, generation: Any):
    assert MCP2_PYTHON.exists(), "There is no .venv/mcp2. `make test` makes it."
    client = generation(f"http://127.0.0.1:{serving.port}/mcp")
    seen = client.every_tool(token_of(serving, generation.__name__.lower()))
    assert seen["change"]["outcome"] == "superseded"
    assert seen["forget"]["state"] == "done"
    assert seen["forget"]["receipt"]["left"] == 0


def test_clients_that_ask_for_a_stream_hold_no_worker(serving: Serving):
    """More of them than there are threads, and a call is still answered at once."""
    url = f"http://127.0.0.1:{serving.port}/mcp"
    headers = {"Authorization": f"Bearer {token_of(serving, 'streams')}"}

    def stream(_: int) -> int:
        return httpx.get(url, headers={**headers, "Accept": "text/event-stream"}, timeout=5).status_code

    with ThreadPoolExecutor(20) as pool:
        assert set(pool.map(stream, range(40))) == {405}
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert httpx.post(url, json=ping, headers=headers, timeout=5).json()["result"] == {}


def test_a_review_that_an_agent_starts_is_done_by_the_worker(serving: Serving):
    client = FirstGeneration(f"http://127.0.0.1:{serving.port}/mcp")
    token = token_of(serving, "reviewed")
    [(_, run, _)] = client.calls(token, ("memory_review", {}))
    deadline = time.monotonic() + 60
    while run["state"] in ("queued", "running") and time.monotonic() < deadline:
        time.sleep(0.5)
        [(_, run, _)] = client.calls(token, ("memory_review", {"review_id": run["id"]}))
    assert run["state"] == "done"


def test_namespaces_do_not_cross_under_concurrency(serving: Serving):
    """Two tenants write the same subject and search at once, on the same threads; each sees its own."""
    url = f"http://127.0.0.1:{serving.port}/mcp"
    tenants = {name: token_of(serving, name) for name in ("tenant-a", "tenant-b")}

    def call(name: str, tool: str, arguments: dict[str, Any]) -> Any:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        answer = httpx.post(url, json=message, headers={"Authorization": f"Bearer {tenants[name]}"}, timeout=60)
        return answer.json()["result"]["structuredContent"]

    for name in tenants:
        call(name, "memory_write", {"value": f"The launch code of {name} is {name}-blue", "subject": "launch"})

    def search(number: int) -> tuple[str, list[str]]:
        name = ("tenant-a", "tenant-b")[number % 2]
        found = call(name, "memory_search", {"query": "what is the launch code?"})
        return name, [hit["memory"]["value"] for hit in found["results"]]

    with ThreadPoolExecutor(16) as pool:
        for name, values in pool.map(search, range(120)):
            assert values == [f"The launch code of {name} is {name}-blue"]


def test_stdio_speaks_for_the_token_in_the_environment(serving: Serving):
    command = [str(MANAGE), "mcp_stdio", "--data-dir", str(serving.data_dir)]
    token = token_of(serving, "stdio")

    async def work() -> dict[str, Any]:
        server = StdioServerParameters(command=sys.executable, args=command, env=own_environment(HINDSIGHT_TOKEN=token))
        with Path(os.devnull).open("w") as quiet:
            async with stdio_client(server, errlog=quiet) as streams, ClientSession(*streams) as session:
                opened = await session.initialize()
                assert opened.serverInfo.name == "hindsight"
                return await scenario.every_tool(caller_of(session))

    with ThreadPoolExecutor(1) as pool:  # a browser of another test keeps a loop running in this thread
        seen = pool.submit(lambda: asyncio.run(work())).result()
    assert seen["resolve"]["state"] == "settled"
    assert seen["forget"]["state"] == "done"


def test_stdio_without_a_token_says_so(serving: Serving):
    ended = manage("mcp_stdio", "--data-dir", str(serving.data_dir), HINDSIGHT_TOKEN="")
    assert ended.returncode != 0
    assert ended.stdout == ""
    assert "HINDSIGHT_TOKEN" in ended.stderr


def test_stdio_logs_no_message_that_it_cannot_read(serving: Serving):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "arguments": ["tangerine"]}}
    ended = subprocess.run(
        [sys.executable, MANAGE, "mcp_stdio", "--data-dir", str(serving.data_dir)],
        input=f"{json.dumps(message)}\n{{tangerine\n",
        env=own_environment(HINDSIGHT_TOKEN=token_of(serving, "stdio")),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "tangerine" not in ended.stderr
