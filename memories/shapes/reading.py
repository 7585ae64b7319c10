"""Turning whatever a door received into an input, or into an error that names the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from memories.errors import Invalid

Shape = TypeVar("Shape", bound=BaseModel)

_ENDINGS = {
    "string_too_long": "too_long",
    "too_long": "too_many",
    "string_too_short": "empty",
    "too_short": "too_few",
    "missing": "missing",
    "empty": "empty",
    "nul": "nul",
    "surrogate": "surrogate",
    "string_unicode": "surrogate",
    "out_of_range": "out_of_range",
}
_SHAPES = ("words", "between", "[key]")
"""Names of the shapes that a field may have, and the mark of a key: they are no part of the field's own name."""
_OWN_CODES = {
    "state_not_writable": "state",
    "value_twice": "value",
    "expiry_twice": "ttl_seconds",
    "valid_to_before_valid_from": "valid_to",
    "nothing_to_change": "",
    "weights_sum": "weights",
    "time_range_empty": "time_range",
    "time_range_backwards": "time_range",
    "as_of_and_valid_at": "as_of",
    "general_without_subject": "include_general",
    "merged_value": "merged_value",
    "forget_one": "subject",
    "origin_one": "source_id",
    "window_backwards": "until",
    "timeline_of_what": "subject",
    "relation_to_itself": "to_id",
}


def read(shape: type[Shape], body: object) -> Shape:
    """Validate a decoded JSON body.

    Raises:
        Invalid: with a stable code (`value_too_long`, `unknown_field`, …), the field, and the reason; never
            with the value itself.
    """
    if not isinstance(body, Mapping):
        raise Invalid("The body must be a JSON object.", code="body_not_object")
    try:
        return shape.model_validate(body)
    except ValidationError as error:
        problem = error.errors(include_input=False, include_url=False)[0]
        raise _as_invalid(problem) from None


def _as_invalid(problem: Any) -> Invalid:
    kind, where = str(problem["type"]), [str(part) for part in problem["loc"] if part not in _SHAPES]
    field = ".".join(where)
    name = where[0] if where else ""
    if kind in _OWN_CODES:
        return Invalid(f"{problem['msg']}.".capitalize(), code=kind, field=field or _OWN_CODES[kind])
    if kind == "extra_forbidden":
        return Invalid(f"There is no field '{field[:80]}' here.", code="unknown_field", field=field[:80])
    context = problem.get("ctx", {})
    if context.get("field_type") == "Value":  # pydantic counts a validated string as it counts a list
        kind = f"string_{kind}"
        limit = context.get("max_length", context.get("min_length"))
        problem["msg"] = f"has {context['actual_length']} characters where the limit is {limit}"
    if kind in _ENDINGS:
        return Invalid(f"{name}: {problem['msg']}.", code=f"{name}_{_ENDINGS[kind]}", field=field)
    return Invalid(f"{name}: {problem['msg']}.", code=f"{name}_invalid", field=field)
