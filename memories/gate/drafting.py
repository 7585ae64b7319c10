"""Gate steps 1 to 4: from a body to a unit that is not saved yet. Pure but for the digest key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from memories.callers import Caller
from memories.errors import Invalid, Refused
from memories.gate import origin as origins
from memories.gate import standing
from memories.gate.privacy import protect
from memories.identity import identify
from memories.judging.language import language_of
from memories.locks import Slot
from memories.models import MemoryUnit
from memories.preferences import Preferences
from memories.shapes.inputs import MemoryInput
from memories.words import Channel, Scope, State, Tier

# Clocks differ by seconds; a wrong zone differs by hours and must not pass as the future.
_CLOCK_SKEW = timedelta(minutes=5)


@dataclass(slots=True)
class Draft:
    """One statement on its way in."""

    unit: MemoryUnit
    origin: origins.Origin

    @property
    def slot(self) -> Slot:
        return Slot(self.unit.subject_key, self.unit.attribute)


def draft(body: MemoryInput, *, caller: Caller, preferences: Preferences, now: datetime) -> Draft:
    """What this body would store.

    Raises:
        Invalid: a time that cannot be (`occurred_at_in_future`, `expires_at_in_past`).
        Refused: a channel, a directive or a critical mark that the caller may not claim.
    """
    origin = origins.establish(body, caller)
    kind = standing.kind_of(body, origin.channel)
    if body.critical:
        _may_mark_critical(caller, origin.channel, preferences)
    occurred_at = body.occurred_at or now
    expires_at, tier = _lifetime(body, now)
    unit = MemoryUnit(
        namespace_id=caller.namespace_id,
        value=body.value,
        key=body.key,
        query=body.query,
        kind=kind,
        subject=body.subject,
        attribute=body.attribute,
        entities=body.entities,
        participants=body.participants,
        action_type=body.action_type,
        decision=body.decision,
        tags=body.tags,
        success=body.success,
        occurred_at=occurred_at,
        valid_from=body.valid_from or occurred_at,
        valid_to=body.valid_to,
        expires_at=expires_at,
        tier=tier,
        state=State.ACTIVE,
        critical=body.critical,
        confidence=standing.confidence_of(body, kind, origin.trust, preferences.rules),
        sensitive=body.sensitive,
        lang=language_of(body.value),
        voice=origin.voice,
        created_at=now,
        updated_at=now,
        idle_since=now,
        state_changed_at=now,
    )
    if unit.valid_to is not None and unit.valid_from is not None and unit.valid_to < unit.valid_from:
        unit.valid_from = unit.valid_to
    text = protect(unit)
    identify(unit, text=text, session_id=body.session_id)
    return Draft(unit=unit, origin=origin)


def _may_mark_critical(caller: Caller, channel: Channel, preferences: Preferences) -> None:
    if not (caller.may(Scope.REVIEW) or channel in preferences.critical_channels):
        raise Refused(
            "critical needs the scope 'review', or a channel that this namespace trusts with it.",
            code="critical_not_allowed",
            field="critical",
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


def _lifetime(body: MemoryInput, now: datetime) -> tuple[datetime | None, Tier]:
    """Gate step 4, first form: what the writer says. A lifetime without a tier makes it short."""
    expires_at = body.expires_at
    if body.ttl_seconds is not None:
        expires_at = now + timedelta(seconds=body.ttl_seconds)
    refuse_impossible_times(occurred_at=body.occurred_at, expires_at=expires_at, now=now)
    return expires_at, body.tier or (Tier.SHORT if expires_at else Tier.LONG)
