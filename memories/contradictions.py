"""What happens when two units cannot both be right: the ruling is looked up, then carried out or put before people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories import alerts, audit, settling
from memories.judging.analysis import analyse
from memories.judging.statements import EXCLUDING, Verdict
from memories.models import Conflict, MemoryUnit, Relation
from memories.overlap import neighbours_of
from memories.pairs import remember_pairs
from memories.policies import Way, effects, in_order, rule
from memories.preferences import Preferences, preferences_of
from memories.searchable import vector_of
from memories.sides import side_of
from memories.words import (
    OPEN_CONFLICTS,
    ConflictState,
    ConflictType,
    RelationType,
    Resolution,
    State,
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with who gave it. `reason` is a language model's own words and may quote the texts."""

    verdict: Verdict
    judge: str = "local"
    reason: str = ""

    def features(self) -> list[dict[str, object]]:
        return [
            {"name": item.name, "weight": round(item.weight, 3), "detail": item.detail}
            for item in self.verdict.features
        ]


def carry_out(
    one: MemoryUnit,
    other: MemoryUnit,
    judged: Judged,
    *,
    preferences: Preferences,
    actor: str,
    now: datetime,
    sure: bool = True,
) -> Conflict:
    """Record the conflict of two locked, current units and do what its policy says.

    A pair that has an open conflict already keeps it. Every automatic decision has a conflict row too, so that
    people can see it and undo it.
    """
    older, newer = in_order(side_of(one), side_of(other))
    units: dict[UUID, MemoryUnit] = {one.pk: one, other.pk: other}
    standing = Conflict.objects.filter(
        namespace_id=one.namespace_id, a_id=older.id, b_id=newer.id, state__in=OPEN_CONFLICTS
    ).first()
    if standing is not None:
        return standing
    cue = analyse(units[newer.id].value).cues.says_changed
    ruling = rule(older, newer, change_cue=cue, sure=sure, policies=preferences.policies)
    state = {
        Way.ACT: ConflictState.SETTLED,
        Way.COEXIST: ConflictState.COEXISTING,
        Way.ASK: ConflictState.PENDING,
    }[ruling.way]
    conflict = Conflict(
        namespace_id=one.namespace_id,
        a=units[older.id],
        b=units[newer.id],
        type=ruling.type,
        state=state,
        proposal=ruling.proposal,
        reason=ruling.why,
        judge_reason=judged.reason or None,
        judge=judged.judge,
        probability=judged.verdict.probability,
        features=judged.features(),
        a_version=units[older.id].version,
        b_version=units[newer.id].version,
        risk=risk_of(one, other),
        opened_at=now,
        settled_at=now if state == ConflictState.SETTLED else None,
        resolution=ruling.proposal if state == ConflictState.SETTLED else "",
    )
    conflict.save(force_insert=True)
    if ruling.way == Way.ACT:
        changes = effects(
            older,
            newer,
            type=ruling.type,
            resolution=ruling.proposal,
            by_person=False,
            rules=preferences.rules,
        )
        settling.apply(
            changes,
            units=units,
            namespace_id=one.namespace_id,
            actor=actor,
            action=f"policy_{ruling.type}",
            now=now,
            conflict=conflict,
            automatic=True,
            reason=ruling.why,
        )
        return conflict
    settling.refresh_contested(one.namespace_id, units.values())
    audit.record(
        namespace_id=one.namespace_id,
        actor=actor,
        action="conflict_opened",
        object_type="conflict",
        object_id=conflict.pk,
        now=now,
        type=ruling.type,
        state=state,
    )
    if ruling.way == Way.ASK:
        ask_people(conflict, now=now)
    return conflict


def ask_people(conflict: Conflict, *, now: datetime) -> None:
    """Raise the alert of a conflict that waits for a person."""
    alerts.raise_alert(
        namespace_id=conflict.namespace_id,
        kind="conflict_waits",
        object_type="conflict",
        object_id=conflict.pk,
        detail="Two memories exclude each other and no rule may settle it. Decide in the inbox.",
        now=now,
    )


def risk_of(one: MemoryUnit, other: MemoryUnit) -> float:
    """0 to 1, for the order of the inbox: critical first, then trusted on both sides, then much recalled."""
    recalled = min(1.0, (one.recall_count + other.recall_count) / 20)
    both_trusted = min(one.confidence, other.confidence)
    critical = 1.0 if one.critical or other.critical else 0.0
    return round(0.5 * critical + 0.3 * both_trusted + 0.2 * recalled, 4)


def reopen(unit: MemoryUnit, *, actor: str, now: datetime) -> list[Conflict]:
    """Put a unit that has become current again before people together with each current one that retired it."""
    retired_by = Relation.objects.filter(
        namespace_id=unit.namespace_id,
        to_unit_id=unit.pk,
        type__in=[RelationType.SUPERSEDES, RelationType.CONTRADICTS],
        from_unit__state=State.ACTIVE,
    ).select_related("from_unit__source")
    opened = []
    for edge in retired_by:
        opened += _ask_about(unit, edge.from_unit, reason="rolled_back", actor=actor, now=now)
    return opened


def contest_current(unit: MemoryUnit, *, actor: str, now: datetime) -> list[Conflict]:
    """Put a unit that a person restored before people together with each current one that it excludes."""
    preferences = preferences_of(unit.namespace_id)
    near = neighbours_of(
        unit, vector_of(unit), session_id=unit.source.session_id, preferences=preferences, now=now, lock=True
    )
    remember_pairs([(unit, near)], now=now)
    opened = []
    for item in near:
        if item.verdict.sure and item.verdict.label in EXCLUDING:
            opened += _ask_about(unit, item.unit, reason="restored", actor=actor, now=now)
    return opened


def _ask_about(unit: MemoryUnit, other: MemoryUnit, *, reason: str, actor: str, now: datetime) -> list[Conflict]:
    """Open a conflict for people between a unit that is back and one that stands; none if one is open already."""
    older, newer = in_order(side_of(unit), side_of(other))
    conflict, created = Conflict.objects.get_or_create(
        namespace_id=unit.namespace_id,
        a_id=older.id,
        b_id=newer.id,
        state__in=OPEN_CONFLICTS,
        defaults={
            "type": ConflictType.UNDETERMINED,
            "state": ConflictState.PENDING,
            "proposal": Resolution.KEEP_A if older.id == unit.pk else Resolution.KEEP_B,
            "reason": reason,
            "a_version": unit.version if older.id == unit.pk else other.version,
            "b_version": other.version if older.id == unit.pk else unit.version,
            "risk": risk_of(unit, other),
            "opened_at": now,
        },
    )
    if not created:
        return []
    ask_people(conflict, now=now)
    settling.refresh_contested(unit.namespace_id, [unit, other])
    audit.record(
        namespace_id=unit.namespace_id,
        actor=actor,
        action="conflict_opened",
        object_type="conflict",
        object_id=conflict.pk,
        now=now,
        type=ConflictType.UNDETERMINED,
        state=ConflictState.PENDING,
    )
    return [conflict]
