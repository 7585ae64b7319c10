"""What of a session's working memory lasts, and how it becomes long-term: through the gate, as the same statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories.extracting import durability_of
from memories.extracting.trajectory import key_of
from memories.gate.completing import DERIVABLE
from memories.gate.drafting import PEOPLE
from memories.gate.origin import label_values
from memories.gate.privacy import said_by
from memories.models import MemoryUnit, Relation
from memories.preferences import Preferences
from memories.preparing import Failed, Prepared
from memories.searchable import hand_on_heard
from memories.shapes.inputs import MemoryInput
from memories.words import Channel, Kind, Outcome, RelationType, State, Tier
from memories.writing import commit

FAILED = "session_failed"
_LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class Sorted:
    """Working units of a session: those that last, and why each of the others does not."""

    lasting: list[MemoryUnit]
    others: list[tuple[MemoryUnit, str]]


def working_units(namespace_id: int, name: str) -> list[MemoryUnit]:
    """Current working units of a session in the order in which they were said."""
    return list(
        MemoryUnit.objects.filter(
            namespace_id=namespace_id, state=State.ACTIVE, tier=Tier.WORKING, source__session_id=name
        )
        .select_related("source")
        .order_by("occurred_at", "pk")
    )


def sort_out(units: Sequence[MemoryUnit], success: bool | None, preferences: Preferences) -> Sorted:
    lasting: list[MemoryUnit] = []
    others: list[tuple[MemoryUnit, str]] = []
    for unit in units:
        reason = _why_not(unit, success, preferences)
        if reason:
            others.append((unit, reason))
        else:
            lasting.append(unit)
    return Sorted(lasting, others)


def _why_not(unit: MemoryUnit, success: bool | None, preferences: Preferences) -> str:
    """Why a working unit does not last, or "" if it does."""
    channel = Channel(unit.source.channel)
    if channel in PEOPLE:
        return ""
    if success is not True and not (preferences.keep_lessons and _LESSON in unit.tags):
        return FAILED
    found = durability_of(
        unit.value, channel=channel, decision=unit.decision, directive=False, success=success, in_session=True
    )
    return found.why if found.layer == "working" else ""


def promoted(unit: MemoryUnit, success: bool | None, *, agent: str = "") -> MemoryInput:
    """The same statement for the long tier; what rules filled in is filled in again, from the same text."""
    own = {name: getattr(unit, name) for name in DERIVABLE}
    said = {name: value for name, value in own.items() if name not in unit.derived}
    source = unit.source
    by_agent = Channel(source.channel) in (Channel.AGENT_INFERENCE, Channel.TOOL_RESULT)
    if by_agent and agent and not said.get("key"):
        said["key"] = key_of(agent, unit.action_type)
    return MemoryInput(
        value=said_by(unit),
        kind=Kind(unit.kind),
        subject=unit.subject,
        attribute=unit.attribute,
        decision=unit.decision,
        tags=unit.tags,
        success=success if by_agent else unit.success,
        occurred_at=unit.occurred_at,
        valid_from=unit.valid_from,
        valid_to=unit.valid_to,
        sensitive=unit.sensitive,
        channel=Channel(source.channel),
        **label_values(source),
        raw_ref=source.raw_ref or "",
        **said,
    )


def promote(
    group: Sequence[MemoryUnit], ready: Prepared, others: list[tuple[MemoryUnit, str]], now: datetime
) -> list[dict[str, object]]:
    """Write the lasting ones; each new unit points at the working unit that it came from, and is found by
    what that was said after."""
    kept: list[dict[str, object]] = []
    made: dict[UUID, UUID] = {}
    for unit, result in zip(group, commit(ready), strict=True):
        if isinstance(result, Failed):
            others.append((unit, result.error.code))
            continue
        if result.outcome != Outcome.REINFORCED:
            made[unit.pk] = result.memory.id
            # Not of one that stood before: it would be forgotten with this session.
            Relation.objects.get_or_create(
                namespace_id=unit.namespace_id,
                from_unit_id=result.memory.id,
                to_unit_id=unit.pk,
                type=RelationType.DERIVED_FROM,
                defaults={"created_at": now},
            )
        kept.append({"id": str(result.memory.id), "outcome": result.outcome, "from": str(unit.pk)})
    if made:
        hand_on_heard(group[0].namespace_id, made)
    return kept
