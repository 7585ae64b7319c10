"""Gate step 1: lengths and times. What no text may hold (NUL, lone surrogates) is refused by memories.shapes before."""

from __future__ import annotations

from datetime import datetime, timedelta

from memories.errors import Invalid
from memories.gate.drafting import Context, Did, Draft, Step

# Clocks differ by seconds; a wrong zone differs by hours and must not pass as the future.
_CLOCK_SKEW = timedelta(minutes=5)
_RECOMMENDED = 200


def check_shape(draft: Draft, context: Context) -> Did:
    """Refuse what cannot be: a value over the namespace's limit, an event in the future, an expiry in the past.

    Raises:
        Invalid: naming the field.
    """
    body, unit = draft.body, draft.unit
    refuse_too_long(body.value, context.preferences.value_max_length)
    expires_at = body.expires_at
    if body.ttl_seconds is not None:
        expires_at = context.now + timedelta(seconds=body.ttl_seconds)
    refuse_impossible_times(occurred_at=body.occurred_at, expires_at=expires_at, now=context.now)
    unit.expires_at = expires_at
    unit.occurred_at = body.occurred_at or context.now
    unit.valid_from, unit.valid_to = body.valid_from or unit.occurred_at, body.valid_to
    if unit.valid_to is not None and unit.valid_to < unit.valid_from:
        unit.valid_from = unit.valid_to
    return Did(Step.SHAPE, "accepted", "" if len(body.value) <= _RECOMMENDED else "longer_than_recommended")


def refuse_too_long(value: str, most: int) -> None:
    """Raise Invalid for a text over the namespace's own limit, which is at most 2,000 characters."""
    if len(value) > most:
        raise Invalid(
            f"value has {len(value)} characters where this namespace takes {most}: say it shorter, or in several "
            "memories.",
            code="value_too_long",
            field="value",
        )


def refuse_impossible_times(*, occurred_at: datetime | None, expires_at: datetime | None, now: datetime) -> None:
    """Raise Invalid for an event in the future or an expiry in the past, whichever door they came through."""
    if occurred_at is not None and occurred_at > now + _CLOCK_SKEW:
        raise Invalid(
            "occurred_at lies in the future. A time without a zone is taken as UTC: send one with its zone, such as "
            "2026-01-31T14:30:00+08:00. For what will hold later use valid_from.",
            code="occurred_at_in_future",
            field="occurred_at",
        )
    if expires_at is not None and expires_at <= now:
        raise Invalid(
            "expires_at has passed already; it would be gone at once.",
            code="expires_at_in_past",
            field="expires_at",
        )
