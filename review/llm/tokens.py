"""How many tokens a prompt may cost, as an upper bound: a reservation must not be under the truth."""

from __future__ import annotations

_MESSAGE_OVERHEAD = 64
"""What chat templates add around a system and a user message."""


def upper_bound(text: str) -> int:
    """Tokens of a text by strangers, from above: its bytes.

    Tokenizers that fall back to bytes never make more. Less would be a guess: SmolLM2 makes 2.2 tokens of a rare
    Chinese character and 0.9 of a random Latin letter. What is too much comes back when the call is settled.
    """
    return len(text.encode("utf-8", "replace"))


def own_words_bound(text: str) -> int:
    """Tokens of our own English, which takes four letters a token, from above: half its bytes."""
    return (upper_bound(text) + 1) // 2


def call_bound(own: tuple[str, ...], data: str, completion_limit: int) -> int:
    """Instructions, data, template and longest answer together."""
    prompt = sum(own_words_bound(part) for part in own) + upper_bound(data)
    return _MESSAGE_OVERHEAD + prompt + completion_limit
