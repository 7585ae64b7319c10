"""The site over real HTTP, tokens, and clients of both SDK generations behind one face."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

from memories.namespaces import ensure_namespace
from memories.tokens import create_token
from memories.words import Channel, Scope
from tests.mcp_gateway import scenario

ROOT = Path(__file__).resolve().parents[2]
MCP2_PYTHON = ROOT / ".venv" / "mcp2" / "bin" / "python"


Wanted = tuple[str, dict[str, Any]]
"""A tool and its arguments."""


class Unreached(Exception):
    """The client could not open a session; the text is what it said."""


@pytest.fixture
def endpoint(live_server: Any) -> str:
    return f"{live_server.url}/mcp"


@pytest.fixture
def make_token(transactional_db: None) -> Callable[..., str]:
    """Makes the secret of a token with every scope and channel, unless told otherwise."""

    def make(*namespaces: str, scopes: list[str] | None = None, channels: list[str] | None = None) -> str:
        spaces = [ensure_namespace(name) for name in namespaces or ("team",)]
        token, secret = create_token(
            namespace=spaces[0],
            scopes=scopes if scopes is not None else list(Scope),
            channels=channels if channels is not None else list(Channel),
        )
        token.namespaces.add(*spaces[1:])
        return secret

    return make


@dataclass
class FirstGeneration:
    """mcp 1.x, from the environment of the tests."""

    url: str

    def tools(self, token: str) -> Any:
        async def task(session: ClientSession, opened: Any) -> dict[str, Any]:
            listed = await session.list_tools()
            return {
                "protocol": opened.protocolVersion,
                "instructions": opened.instructions,
                "tools": [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed.tools],
            }

        return self._run(token, task)

    def every_tool(self, token: str) -> Any:
        return self._run(token, lambda session, _: scenario.every_tool(caller_of(session)))

    def mistakes(self, token: str) -> Any:
        return self._run(token, lambda session, _: scenario.mistakes(caller_of(session)))

    def calls(self, token: str, *wanted: Wanted) -> list[scenario.Answer]:
        async def task(session: ClientSession, _: Any) -> list[scenario.Answer]:
            return [await caller_of(session)(tool, arguments) for tool, arguments in wanted]

        answers: list[scenario.Answer] = self._run(token, task)
        return answers

    def _run(self, token: str, task: Callable[[ClientSession, Any], Any]) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}

        async def work() -> Any:
            async with (
                httpx.AsyncClient(headers=headers, timeout=60) as http,
                streamable_http_client(self.url, http_client=http) as (reading, writing, _),
                ClientSession(reading, writing) as session,
            ):
                opened = await session.initialize()
                return await task(session, opened)

        try:
            # In a thread of its own: a browser of another test keeps a loop running in this one.
            with ThreadPoolExecutor(1) as pool:
                return pool.submit(lambda: asyncio.run(work())).result()
        except BaseExceptionGroup as group:
            error: BaseException = group
            while isinstance(error, BaseExceptionGroup):
                error = error.exceptions[0]
            if isinstance(error, httpx.HTTPStatusError):
                raise Unreached(str(error)) from None
            raise error from None


def caller_of(session: ClientSession) -> scenario.Call:
    async def call(tool: str, arguments: dict[str, Any]) -> scenario.Answer:
        result = await session.call_tool(tool, arguments)
        return bool(result.isError), result.structuredContent, result.content[0].text  # type: ignore[union-attr]

    return call


@dataclass
class SecondGeneration:
    """mcp 2.x, a process of its own."""

    url: str

    def tools(self, token: str) -> Any:
        return self._run(token, "tools")

    def every_tool(self, token: str) -> Any:
        return self._run(token, "every_tool")

    def mistakes(self, token: str) -> Any:
        return self._run(token, "mistakes")

    def calls(self, token: str, *wanted: Wanted) -> list[scenario.Answer]:
        return [(error, structured, text) for error, structured, text in self._run(token, "calls", wanted)]

    def _run(self, token: str, task: str, given: Any = None) -> Any:
        done = subprocess.run(
            [MCP2_PYTHON, Path(__file__).parent / "client_v2.py", self.url, token, task],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.stdout, f"the client of SDK 2.x said nothing: {done.stderr[-2000:]}"
        said = json.loads(done.stdout)
        if "raised" in said:
            raise Unreached(f"{said['raised']}: {said['text']}")
        return said["answer"]


Client = FirstGeneration | SecondGeneration


@pytest.fixture(params=["sdk1", "sdk2"])
def client_of(request: pytest.FixtureRequest, endpoint: str) -> Client:
    """A client of each generation in turn; without the second environment this fails, and says how to make it."""
    if request.param == "sdk1":
        return FirstGeneration(endpoint)
    if not MCP2_PYTHON.exists():
        pytest.fail("There is no .venv/mcp2, where the MCP client of SDK 2.x lives. `make test` makes it.")
    return SecondGeneration(endpoint)


@pytest.fixture
def post(endpoint: str) -> Callable[..., httpx.Response]:
    """One POST as a bare HTTP client sends it."""

    def send(message: Any = None, *, token: str = "", content: bytes | None = None, **headers: str) -> httpx.Response:
        sent = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        sent.update({name.replace("_", "-"): value for name, value in headers.items()})
        body = content if content is not None else json.dumps(message).encode()
        return httpx.post(endpoint, content=body, headers=sent, timeout=30)

    return send
