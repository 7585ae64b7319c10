"""What a server sent for a completion, pure: bytes in, text and JSON objects out; nothing here raises for bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_LONGEST_ANSWER = 100_000
_MOST_STARTS = 500
_LARGEST_COUNT = 2**31 - 1


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


def objects_in(text: str, name: str) -> Iterator[object]:
    """Every object that may be one of the list called `name`: strictly if the text is JSON, else whatever whole objects
    it holds."""
    text = re.sub(r"(?s)^.*</think>", "", text[-_LONGEST_ANSWER:]).strip()
    try:
        yield from _unfold(json.loads(text), name)
    except (ValueError, RecursionError):
        yield from _salvage(text, name)


def _unfold(value: object, name: str) -> Iterator[object]:
    inner = value.get(name, value) if isinstance(value, dict) else value
    if isinstance(inner, list):
        yield from inner
    else:
        yield inner


def _salvage(text: str, name: str) -> Iterator[object]:
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
            yield from _unfold(value, name)
        at = text.find("{", end)
