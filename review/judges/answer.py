"""What a language model answered, pure: bytes in, verdicts of known pairs out; nothing here raises for bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from memories.judging.statements import Label

_LONGEST_ANSWER = 100_000
_MOST_STARTS = 500
_REASON_LENGTH = 600
_LARGEST_COUNT = 2**31 - 1

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


@dataclass(frozen=True, slots=True)
class Completion:
    """What the server sent: the model's text, and the tokens that it says it used, if it does."""

    text: str = field(repr=False)
    used: int | None


def read_completion(body: bytes) -> Completion:
    """The text and the usage of a chat completion; an empty text where there is none."""
    try:
        envelope = json.loads(body)
    except (ValueError, RecursionError):
        return Completion("", None)
    if not isinstance(envelope, dict):
        return Completion("", None)
    return Completion(_text_of(envelope.get("choices")), _used(envelope.get("usage")))


def _text_of(choices: object) -> str:
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):  # some servers answer in parts
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _used(usage: object) -> int | None:
    """Tokens by the server's count; a count of nothing is not believed of a call that was answered."""
    if not isinstance(usage, dict):
        return None
    total = _count(usage.get("total_tokens"))
    parts = _count(usage.get("prompt_tokens")) + _count(usage.get("completion_tokens"))
    return min(max(total, parts), _LARGEST_COUNT) or None


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def read_verdicts(text: str, ids: Mapping[str, UUID]) -> dict[UUID, Opinion]:
    """The valid verdicts of known ids. A pair with two verdicts that disagree has none."""
    found: dict[UUID, Opinion] = {}
    torn: set[UUID] = set()
    for candidate in _objects(text):
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


def _objects(text: str) -> Iterator[object]:
    """Every object that may be a verdict: strictly if the text is JSON, else whatever whole objects it holds."""
    text = re.sub(r"(?s)^.*</think>", "", text[-_LONGEST_ANSWER:]).strip()
    try:
        yield from _unfold(json.loads(text))
    except (ValueError, RecursionError):
        yield from _salvage(text)


def _unfold(value: object) -> Iterator[object]:
    inner = value.get("verdicts", value) if isinstance(value, dict) else value
    if isinstance(inner, list):
        yield from inner
    else:
        yield inner


def _salvage(text: str) -> Iterator[object]:
    """Objects in prose, in a code block, or before the point where the answer was cut off."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    starts = 0
    while at != -1 and starts < _MOST_STARTS:
        starts += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield from _unfold(value)
        at = text.find("{", end)
