"""What a language model answered, pure: text in, verdicts of known pairs out; nothing here raises for bad input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from memories.judging.statements import Label
from review.llm.completions import objects_in

_REASON_LENGTH = 600

SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["verdicts"],
    "properties": {
        "verdicts": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                # Reason before label: LESSONS 6.
                "required": ["id", "reason", "label", "confidence"],
                "properties": {
                    "id": {"type": "string"},
                    "reason": {"type": "string"},
                    "label": {
                        "type": "string",
                        "enum": ["same", "changed", "contradicts", "similar", "unrelated"],
                    },
                    "confidence": {"type": "number"},
                },
            },
        }
    },
}
"""The shape asked for; no length or range keywords, which some servers refuse."""

SCHEMA_TEXT: Final = json.dumps(SCHEMA)


def _plain_word(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _no_truth_value(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("a truth value is not a number")
    return value


def _storable(reason: object) -> object:
    """The reason, cut, without what PostgreSQL or UTF-8 refuses."""
    if not isinstance(reason, str):
        return reason
    return reason.replace("\x00", "")[:_REASON_LENGTH].encode("utf-8", "replace").decode("utf-8").strip()


class _Verdict(BaseModel):
    id: Annotated[str, BeforeValidator(_plain_word)]
    reason: Annotated[str, BeforeValidator(_storable), Field(min_length=1)]
    label: Annotated[Label, BeforeValidator(_plain_word)]
    confidence: Annotated[float, BeforeValidator(_no_truth_value), Field(ge=0, le=1, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class Opinion:
    """One verdict of a language model; `reason` is its own words and may quote the texts."""

    label: Label
    confidence: float
    reason: str = field(repr=False)


def read_verdicts(text: str, ids: Mapping[str, UUID]) -> dict[UUID, Opinion]:
    """The valid verdicts of known ids. A pair with two verdicts that disagree has none."""
    found: dict[UUID, Opinion] = {}
    torn: set[UUID] = set()
    for candidate in objects_in(text, "verdicts"):
        try:
            verdict = _Verdict.model_validate(candidate)
        except ValidationError:  # its message quotes the input, so it goes no further
            continue
        pair = ids.get(verdict.id)
        if pair is None:
            continue
        opinion = Opinion(verdict.label, verdict.confidence, verdict.reason)
        if pair in found and found[pair].label != opinion.label:
            torn.add(pair)
        found.setdefault(pair, opinion)
    return {pair: opinion for pair, opinion in found.items() if pair not in torn}
