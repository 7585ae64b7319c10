"""How many tokens a prompt may cost, as an upper bound: a reservation must not be under the truth."""

from __future__ import annotations

_MESSAGE_OVERHEAD = 64
"""What chat templates add around a system and a user message."""
_PER_VERDICT = 160
_AROUND_VERDICTS = 96


def upper_bound(text: str) -> int:
    """Tokens of a text, from above.

    Tokenizers of today take four or more letters a token in English, at worst two; a digit or a sign may be a
    token of its own; a Chinese character is mostly one and seldom two; an emoji may be one token for each byte.
    """
    half_tokens = 0
    for character in text:
        code = ord(character)
        if code < 128:
            half_tokens += 1 if character.isalpha() or character == " " else 2
        elif code < 0x10000:
            half_tokens += 4
        else:
            half_tokens += 8
    return (half_tokens + 1) // 2


def completion_limit(questions: int) -> int:
    """What an answer may be long at most, sent to the server as its limit: a reason of a sentence a pair."""
    return _AROUND_VERDICTS + _PER_VERDICT * questions


def call_bound(parts: tuple[str, ...], questions: int) -> int:
    """Prompt, template and longest answer together."""
    return _MESSAGE_OVERHEAD + sum(upper_bound(part) for part in parts) + completion_limit(questions)
