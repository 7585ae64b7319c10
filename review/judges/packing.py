"""What is asked together and what is asked twice, pure."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from uuid import UUID

from review.judges.pairs import Question
from review.llm.tokens import upper_bound

MIRROR_ONE_IN = 8
"""Every so many pairs, chosen by their ids, are asked in both orders: a verdict that hangs on the order is unsure."""
PROMPT_BYTES = 10_000
"""A prompt takes no more pairs than their texts fit in: small servers have small windows."""


def sampled(pair: UUID) -> bool:
    """Whether this pair is asked in both orders; the same for every run and host."""
    return int.from_bytes(hashlib.blake2b(pair.bytes, digest_size=4).digest(), "big") % MIRROR_ONE_IN == 0


def batches(questions: Sequence[Question], size: int) -> list[list[Question]]:
    """Questions in order, at most `size` a batch and no more than their texts allow."""
    packed: list[list[Question]] = []
    room = 0
    for question in questions:
        cost = sum(upper_bound(side.statement.text) for side in question.sides)
        if not packed or len(packed[-1]) >= size or cost > room:
            packed.append([])
            room = PROMPT_BYTES
        packed[-1].append(question)
        room -= cost
    return packed
