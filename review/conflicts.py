"""People and conflicts: the inbox, a decision on what was seen, and its undo."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from memories import alerts, confidence, settling
from memories.callers import Caller
from memories.contradictions import ask_people
from memories.cues import is_owed
from memories.embedding import EmbedderDown, embed_passages
from memories.embedding.providers import Vectors
from memories.errors import Moved, NotFound, WrongState
from memories.gate.drafting import Speaker
from memories.gate.privacy import compared_text, masked_text, protect
from memories.gate.reinforcing import add_evidence
from memories.gate.rewording import refuse_unfit
from memories.identity import declared_key, identify
from memories.judging.language import language_of
from memories.lifecycle import no_equal_is_current
from memories.locks import lock_namespace, lock_units
from memories.models import Conflict, Decision, MemoryUnit, Relation
from memories.models.base import new_id
from memories.nudges import embed_soon
from memories.policies import Change
from memories.preferences import Preferences, preferences_of
from memories.searchable import index_units
from memories.shapes.inputs import ResolveInput
from memories.versions import snapshot
from memories.walls import inside
from memories.words import (
    OPEN_CONFLICTS,
    Channel,
    ConflictState,
    Kind,
    RelationType,
    Resolution,
    Scope,
    State,
)
from review.planning import changes_of, settled_as
from review.taking_back import moved_by, take_back

INBOX_ORDER = ("-risk", "opened_at", "id")
"""Risk, then age."""


def conflicts_of(namespace_id: int) -> QuerySet[Conflict, Conflict]:
    """Conflicts with both sides loaded, in the order of the inbox: risk, then age."""
    return (
        Conflict.objects.filter(namespace_id=namespace_id)
        .select_related("a__source", "b__source")
        .order_by(*INBOX_ORDER)
    )


def resolve(caller: Caller, conflict_id: UUID, body: ResolveInput, *, now: datetime) -> Conflict:
    """Settle an open conflict as a person decides.

    Raises:
        NotFound: no such conflict.
        WrongState: it is closed already; the answer says how.
        Moved: a side has changed since the person saw it; the answer names what moved.
        Invalid, Refused: a token's merged text would not be taken as a new memory either; nothing is decided then.
    """
    caller.require(Scope.REVIEW)
    merged_vector = None
    if body.merged_value is not None:
        try:
            merged_vector = embed_passages([masked_text(caller.namespace_id, body.merged_value)])
        except EmbedderDown:
            merged_vector = None
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        conflict, units = _locked(caller.namespace_id, conflict_id)
        if conflict.state not in OPEN_CONFLICTS:
            raise WrongState(
                f"This conflict is {conflict.state} already ({conflict.resolution or 'no resolution'}).",
                code="already_settled",
                state=conflict.state,
                resolution=conflict.resolution,
                decided_by=_decided_by(conflict),
            )
        _seen(conflict, units, body)
        resolution = settled_as(conflict, body.decision)
        a, b = units[conflict.a_id], units[conflict.b_id]
        preferences = preferences_of(caller.namespace_id)
        changes = list(changes_of(conflict, a, b, resolution, preferences.rules))
        conflict.state, conflict.settled_at, conflict.resolution = ConflictState.SETTLED, now, resolution
        conflict.save(update_fields=["state", "settled_at", "resolution"])
        if resolution == Resolution.MERGE:
            merged = _merge(a, b, body.merged_value or "", merged_vector, preferences, caller, now)
            units[merged.pk] = merged
            changes = [_gave_way(side, merged, now) for side in (a, b) if side.state == State.ACTIVE]
            changes.append(Change(merged.pk, settling.MADE))
        settling.apply(
            changes,
            units=units,
            namespace_id=caller.namespace_id,
            actor=caller.actor,
            action=f"person_{resolution}",
            now=now,
            conflict=conflict,
            reason=f"conflict {resolution}",
            note=body.note,
        )
        alerts.close_alerts(namespace_id=caller.namespace_id, object_id=conflict.pk, actor=caller.actor, now=now)
        conflict.a, conflict.b = a, b
        return conflict


def undo(caller: Caller, conflict_id: UUID, *, now: datetime) -> Conflict:
    """Take back the decision that settled a conflict, a policy's as well as a person's.

    What a policy decided is undone for good; what a person decided is open again, for another decision.

    Raises:
        WrongState: there is nothing to undo.
        Moved: a unit has changed since.
    """
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        conflict, units = _locked(caller.namespace_id, conflict_id)
        decision = (
            Decision.objects.filter(namespace_id=caller.namespace_id, conflict_id=conflict_id, undone_at=None)
            .order_by("-created_at")
            .first()
        )
        if decision is None or conflict.state != ConflictState.SETTLED:
            raise WrongState("There is no decision to undo on this conflict.", code="nothing_to_undo")
        units |= lock_units(caller.namespace_id, [pk for pk in moved_by(decision) if pk not in units])
        decision.conflict = conflict
        take_back(decision, units=units, actor=caller.actor, now=now)
        if not decision.automatic:
            conflict.state, conflict.settled_at, conflict.resolution = ConflictState.PENDING, None, ""
            conflict.save(update_fields=["state", "settled_at", "resolution"])
            settling.refresh_contested(caller.namespace_id, units.values())
            ask_people(conflict, now=now)
        conflict.a, conflict.b = units[conflict.a_id], units[conflict.b_id]
        return conflict


def _locked(namespace_id: int, conflict_id: UUID) -> tuple[Conflict, dict[UUID, MemoryUnit]]:
    conflict = Conflict.objects.filter(namespace_id=namespace_id, pk=conflict_id).select_for_update().first()
    if conflict is None:
        raise NotFound("There is no such conflict.", field="id")
    rows = (
        MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=[conflict.a_id, conflict.b_id])
        .select_related("source")
        .order_by("pk")
        .select_for_update(of=("self",))
    )
    return conflict, {unit.pk: unit for unit in rows}


def _decided_by(conflict: Conflict) -> str:
    decision = conflict.decisions.filter(namespace_id=conflict.namespace_id).order_by("-created_at").first()
    return decision.actor if decision else ""


def _seen(conflict: Conflict, units: dict[UUID, MemoryUnit], body: ResolveInput) -> None:
    """Refuse a decision on versions that are not the present ones, saying which side moved."""
    present = {"a": units[conflict.a_id].version, "b": units[conflict.b_id].version}
    seen = body.versions or {}
    moved = {side: present[side] for side, version in seen.items() if version != present[side]}
    if moved:
        raise Moved(
            "A side of this conflict has changed since you saw it. Look at it again and decide anew.",
            field="versions",
            moved=moved,
            versions=present,
        )


def _merge(
    a: MemoryUnit,
    b: MemoryUnit,
    value: str,
    vector: Vectors | None,
    preferences: Preferences,
    caller: Caller,
    now: datetime,
) -> MemoryUnit:
    """A new unit with the person's words, derived from both sides, confirmed, with the evidence of both."""
    base = b
    merged = MemoryUnit(
        id=new_id(),
        namespace_id=a.namespace_id,
        value=value,
        key=declared_key(base),
        query="" if "query" in base.derived else base.query,
        kind=base.kind,
        subject=a.subject or b.subject,
        attribute=a.attribute or b.attribute,
        entities=list(dict.fromkeys([*a.entities, *b.entities])),
        participants=list(dict.fromkeys([*a.participants, *b.participants])),
        action_type=base.action_type,
        tags=list(dict.fromkeys([*a.tags, *b.tags])),
        occurred_at=max(a.occurred_at, b.occurred_at),
        valid_from=max(a.occurred_at, b.occurred_at),
        tier=base.tier,
        state=State.ACTIVE,
        critical=a.critical or b.critical,
        confidence=confidence.CONFIRMED_AT_LEAST,
        lang=language_of(value),
        source=base.source,
        voice=base.voice,
        created_at=now,
        updated_at=now,
        idle_since=now,
        last_verified_at=now,
        state_changed_at=now,
        sensitive=a.sensitive or b.sensitive,
        expires_at=_later(a.expires_at, b.expires_at),
    )
    protect(merged, preferences.privacy)
    by_value = vector is not None and not merged.sensitive
    merged.embedding_due = not by_value or is_owed(merged, None)
    if not caller.person:
        speaker = Speaker.PERSON if merged.kind == Kind.DIRECTIVE else Speaker.UNSAID
        refuse_unfit(merged, speaker, Channel.USER_STATEMENT, preferences, fields=("value",), said_as="merged_value")
    identify(merged, text=compared_text(merged), session_id=base.source.session_id)
    no_equal_is_current(merged)
    merged.save(force_insert=True)
    snapshot(merged, action="merged", actor=caller.actor, now=now).save(force_insert=True)
    for side in (a, b):
        add_evidence(merged, side.source, writer_id=side.source.writer_id, stated_at=side.occurred_at, now=now)
        Relation.objects.create(
            namespace_id=a.namespace_id,
            from_unit=merged,
            to_unit=side,
            type=RelationType.DERIVED_FROM,
            created_at=now,
        )
    index_units([merged], vector if by_value else None)
    if merged.embedding_due:
        embed_soon(merged.namespace_id)
    return merged


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    """The end of what lives longer; None lives for ever."""
    return None if one is None or other is None else max(one, other)


def _gave_way(side: MemoryUnit, merged: MemoryUnit, now: datetime) -> Change:
    return Change(
        side.pk,
        "superseded",
        state=State.SUPERSEDED,
        confidence=min(side.confidence, confidence.SUPERSEDED_AT_MOST),
        valid_to=now,
        related_to=merged.pk,
        relation=RelationType.SUPERSEDES,
    )


def touching(namespace_id: int, unit_id: UUID) -> QuerySet[Conflict, Conflict]:
    """Conflicts of one unit."""
    return conflicts_of(namespace_id).filter(Q(a_id=unit_id) | Q(b_id=unit_id))
