"""What models read: parameters, types and descriptions of the tools."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from mcp_gateway.glossary import GLOSSARY, OTHERWISE
from mcp_gateway.instructions import INSTRUCTIONS
from mcp_gateway.server import server
from mcp_gateway.tools import TOOLS
from memories.shapes.inputs import ForgetInput, MemoryInput, MemoryPatch, ResolveInput
from memories.shapes.searching import OutcomeInput, SearchInput
from memories.words import Channel, Kind, Tier
from sessions.shapes import AppendInput, ContextQuery, EndInput

SCHEMAS: dict[str, dict[str, Any]] = {tool.name: tool.inputSchema for tool in server.tools}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_flat_and_says_what_each_parameter_is(name: str):
    schema = SCHEMAS[name]
    text = str(schema)
    assert "$ref" not in text
    assert "anyOf" not in text
    for parameter, part in schema["properties"].items():
        assert part["type"] in ("string", "integer", "number", "boolean", "array", "object"), parameter
        assert part["description"], parameter


@pytest.mark.parametrize(
    ("tool", "shape"),
    [
        ("memory_write", MemoryInput),
        ("memory_search", SearchInput),
        ("memory_update", MemoryPatch),
        ("memory_feedback", OutcomeInput),
        ("memory_resolve_conflict", ResolveInput),
        ("memory_forget", ForgetInput),
        ("session_append", AppendInput),
        ("session_context", ContextQuery),
        ("session_end", EndInput),
    ],
)
def test_a_tool_takes_what_the_domain_takes(tool: str, shape: Any):
    assert set(shape.model_fields) <= set(SCHEMAS[tool]["properties"])


def test_closed_vocabularies_are_spelled_out():
    write = SCHEMAS["memory_write"]["properties"]
    assert write["channel"]["enum"] == list(Channel)
    assert write["kind"]["enum"] == list(Kind)
    assert write["tier"]["enum"] == list(Tier)
    assert SCHEMAS["memory_search"]["properties"]["tag_match"]["enum"] == ["any", "all"]
    assert "keep_b" in SCHEMAS["memory_resolve_conflict"]["properties"]["decision"]["enum"]


def test_only_what_is_needed_is_required():
    assert {name: schema["required"] for name, schema in SCHEMAS.items()} == {
        "memory_search": ["query"],
        "memory_write": ["value"],
        "memory_get": ["id"],
        "memory_update": ["id"],
        "memory_delete": ["id"],
        "memory_feedback": ["success", "recall_id"],
        "memory_trace": ["id"],
        "memory_review": [],
        "memory_resolve_conflict": ["decision", "conflict_id"],
        "memory_forget": [],
        "session_append": ["turns", "session_id"],
        "session_context": ["session_id"],
        "session_end": ["session_id"],
    }


def test_the_glossary_has_no_dead_words():
    used = {name for schema in SCHEMAS.values() for name in schema["properties"]}
    assert set(GLOSSARY) <= used
    assert all(set(words) <= set(SCHEMAS[tool]["properties"]) for tool, words in OTHERWISE.items())


def test_the_whole_costs_a_model_little():
    """Names, descriptions and parameters of all tools, as they go into a prompt: 5,500 tokens or so."""
    spent = sum(len(tool.description or "") + len(str(tool.inputSchema)) for tool in server.tools)
    assert spent + len(INSTRUCTIONS) < 22_500


def test_every_tool_named_in_the_texts_exists():
    texts = " ".join([INSTRUCTIONS, *(spec.description for spec in TOOLS.values())])
    named = {word.strip(".,;:()") for word in texts.split() if word.startswith("memory_")} - {"memory_ids"}
    assert named <= set(TOOLS)


def test_the_server_gives_its_own_version():
    project = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text())
    assert server._mcp_server.version == project["project"]["version"]
