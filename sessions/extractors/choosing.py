"""Which extractor takes a window apart: the rules, or a language model where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings

from memories.models import Turn
from review.judges.cascade import configured
from sessions.extractors.interface import Extraction
from sessions.extractors.rules import Rules


def asks_a_model() -> bool:
    """Whether an extraction calls out, so that nobody should wait for it."""
    return configured() and settings.HINDSIGHT.EXTRACTION_TOKEN_BUDGET > 0


def extract(namespace_id: int, turns: Sequence[Turn], *, heard: Sequence[str], now: datetime) -> Extraction:
    """The statements of a window in order; outside a transaction."""
    if not asks_a_model():
        return Rules().extract(turns, heard=heard)
    # Imported here: the client costs half a second and tens of megabytes, which others need not pay.
    from sessions.extractors.llm import by_model

    return by_model(namespace_id, turns, heard=heard, now=now)
