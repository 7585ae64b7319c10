"""Gate steps 1 to 4: from a body to a unit that is not saved yet. Pure but for the digest key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from memories.callers import Caller
from memories.errors import Invalid, Refused
from memories.gate import origin as origins
from memories.gate import standing
from memories.judging.analysis import analyse
from memories.judging.language import language_of, normalise
from memories.keys import keyed_digest
from memories.locks import Slot
from memories.models import MemoryUnit
from memories.preferences import Preferences
from memories.shapes.inputs import MemoryInput
from memories.words import Channel, Scope, State, Tier

_CLOCK_SKEW = timedelta(days=1)


@dataclass(slots=True)
class Draft:
    """One statement on its way in."""

    unit: MemoryUnit
    origin: origins.Origin

    @property
    def slot(self) -> Slot:
        return Slot(self.unit.subject, self.unit.attribute)


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
    if occurred_at > now + _CLOCK_SKEW:
        raise Invalid(
            "occurred_at lies in the future. Use valid_from for what will hold later.",
            code="occurred_at_in_future",
            field="occurred_at",
        )
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
    unit.digest = statement_digest(unit, session_id=body.session_id)
    return Draft(unit=unit, origin=origin)


def _may_mark_critical(caller: Caller, channel: Channel, preferences: Preferences) -> None:
    if not (caller.may(Scope.REVIEW) or channel in preferences.critical_channels):
        raise Refused(
            "critical needs the scope 'review', or a channel that this namespace trusts with it.",
            code="critical_not_allowed",
            field="critical",
        )


def _lifetime(body: MemoryInput, now: datetime) -> tuple[datetime | None, Tier]:
    """Gate step 4, first form: what the writer says. A lifetime without a tier makes it short."""
    expires_at = body.expires_at
    if body.ttl_seconds is not None:
        expires_at = now + timedelta(seconds=body.ttl_seconds)
    if expires_at is not None and expires_at <= now:
        raise Invalid(
            "expires_at has passed already; it would be gone before it is stored.",
            code="expires_at_in_past",
            field="expires_at",
        )
    return expires_at, body.tier or (Tier.SHORT if expires_at else Tier.LONG)


def statement_digest(unit: MemoryUnit, *, session_id: str = "") -> str:
    """Equal for statements that say the same of the same: their normalised text, what they are about, their
    key, and whose voice it is where the text says "I" without a subject. Working memory belongs to its session.
    """
    about = unit.subject or (unit.voice if analyse(unit.value).cues.first_person else "")
    return keyed_digest(
        "statement",
        unit.namespace_id,
        about,
        unit.attribute,
        unit.key,
        session_id if unit.tier == Tier.WORKING else "",
        normalise(unit.value),
    )
