"""JSON schemas as models read them best: flat, no references, no noise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

_PREFIX = "#/$defs/"


def input_schema(arguments: type[BaseModel], descriptions: Mapping[str, str]) -> dict[str, Any]:
    """The schema of a tool's arguments: enums and references inlined, "or null" left out, in the order of
    `descriptions`; a parameter without a description there keeps the shape's own and stands last.

    Null is still taken for "left out", but a model that is not told so has less to read.
    """
    full = arguments.model_json_schema()
    properties = _plain(full["properties"], full.get("$defs", {}))
    order = {name: place for place, name in enumerate(descriptions)}
    named = sorted(properties, key=lambda name: order.get(name, len(order)))
    for name in named:
        if name in descriptions:
            properties[name]["description"] = descriptions[name]
    return {
        "type": "object",
        "properties": {name: properties[name] for name in named},
        "required": full.get("required", []),
        "additionalProperties": False,
    }


def output_schema(answer: type[BaseModel]) -> dict[str, Any]:
    """The schema of a tool's structured content, without titles."""
    schema = answer.model_json_schema(mode="serialization")
    return {**_untitled(schema), "type": "object"}


def takes(schema: Mapping[str, Any]) -> dict[str, str]:
    """The JSON type of each parameter of a flat schema; empty where there are several."""
    return {name: str(part.get("type", "")) for name, part in schema["properties"].items()}


def _plain(part: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(part, list):
        return [_plain(item, definitions) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        rest = {name: value for name, value in part.items() if name != "$ref"}
        return _plain({**definitions[str(part["$ref"]).removeprefix(_PREFIX)], **rest}, definitions)
    choices = [choice for choice in part.get("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:
        rest = {name: value for name, value in part.items() if name != "anyOf"}
        return _plain({**choices[0], **rest}, definitions)
    return {name: _plain(value, definitions) for name, value in part.items() if not _noise(name, value)}


def _noise(name: str, value: Any) -> bool:
    """A title that repeats the name, an empty default, a limit that nobody meets by chance (it is checked all the
    same). A property may be called "title" or "default"."""
    return (
        (name == "title" and isinstance(value, str))
        or (name == "default" and (value is None or value in ("", [], {}) or value is False))
        or (name in ("maxLength", "maxItems") and isinstance(value, int) and value < 500)
    )


def _untitled(part: Any) -> Any:
    if isinstance(part, list):
        return [_untitled(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {name: _untitled(value) for name, value in part.items() if not (name == "title" and isinstance(value, str))}
