"""The MCP server: its tools behind django-mcp-server, with the package's validation and logging replaced.

FastMCP's own path quotes argument values in its errors, and the package logs each refusal with its traceback;
both may carry a memory's text. Here arguments are read by the domain's shapes, and errors come back in-band.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.utils import timezone
from mcp.types import CallToolResult, Tool
from mcp_server.djangomcp import DjangoMCP, django_request_ctx

from mcp_gateway.answers import answered, failed, refused
from mcp_gateway.authentication import Bearer
from mcp_gateway.glossary import glossary_of
from mcp_gateway.instructions import INSTRUCTIONS
from mcp_gateway.quiet import quieten
from mcp_gateway.schema import input_schema, output_schema, takes
from mcp_gateway.tools import TOOLS
from memories.errors import HindsightError, Invalid
from memories.shapes.reading import read

VERSION = "0.1.0"
"""That of pyproject.toml; a test holds the two equal."""


_CALLED = {"session": ("session_id",), "id": ("conflict_id", "review_id")}
"""What an argument is called here, by the field that a refusal of the domain names."""


class Gateway(DjangoMCP):  # type: ignore[misc]
    """Knows its tools from `mcp_gateway.tools` and keeps no state between requests."""

    def __init__(self) -> None:
        super().__init__(name="hindsight", instructions=INSTRUCTIONS, stateless=True)
        self._mcp_server.version = VERSION
        self.tools = [
            Tool(
                name=spec.name,
                title=spec.title,
                description=spec.description,
                inputSchema=input_schema(spec.arguments, glossary_of(spec.name)),
                outputSchema=output_schema(spec.answer),
                annotations=spec.annotations,
            )
            for spec in TOOLS.values()
        ]
        self._types = {tool.name: takes(tool.inputSchema) for tool in self.tools}

    def _setup_handlers(self) -> None:
        """Tools only: FastMCP's own would announce prompts and resources, of which there are none."""
        self._mcp_server.list_tools()(self.list_tools)
        self._mcp_server.call_tool(validate_input=False)(self.call_tool)

    async def list_tools(self) -> list[Tool]:
        return self.tools

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        return await sync_to_async(self.answer)(name, arguments)

    def bearer(self) -> Bearer:
        """Who calls: over HTTP the view has authenticated the request."""
        caller: Bearer = django_request_ctx.get().user
        return caller

    def _named(self, tool: str, field: str) -> str:
        """The argument of this tool that the domain calls by another name."""
        arguments = self._types.get(tool, {})
        if field in arguments:
            return field
        return next((one for one in _CALLED.get(field, ()) if one in arguments), field)

    def answer(self, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """One tool call, from raw arguments to a result; never raises."""
        try:
            spec = TOOLS.get(name)
            if spec is None:
                known = ", ".join(TOOLS)
                raise Invalid(f"There is no tool of this name. Tools: {known}.", code="unknown_tool", field="name")
            body = read(spec.arguments, plain_arguments(arguments, self._types[name]))
            caller = self.bearer().acting(body.namespace)  # type: ignore[attr-defined]
            return answered(spec.run(caller, body, timezone.now()))
        except HindsightError as error:
            error.field = self._named(name, error.field)
            return refused(error)
        except Exception as error:  # noqa: BLE001  (the wall between the service and the protocol)
            return failed(name, error)


def plain_arguments(arguments: Mapping[str, Any], types: Mapping[str, str]) -> dict[str, Any]:
    """What a model meant: null is "left out", and a list or object sent as a JSON string is that list or object."""
    plain = {}
    for name, value in arguments.items():
        if value is None:
            continue
        if isinstance(value, str) and types.get(name) in ("array", "object"):
            value = _unpacked(value)
        plain[name] = value
    return plain


def _unpacked(text: str) -> Sequence[Any] | Mapping[str, Any] | str:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, list | dict) else text


quieten()
server = Gateway()
