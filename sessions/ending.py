"""The end of a session: what lasts goes to the long tier through the gate, the rest is archived.

What the user stated lasts whatever the outcome. What the agent did lasts only if it succeeded; a namespace may keep the
lessons of what failed, marked as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memories import audit, lifecycle
from memories.callers import Caller
from memories.errors import Busy, WrongState
from memories.extracting import durability_of
from memories.locks import lock_namespace, lock_units
from memories.models import FlushDue, MemoryUnit, Relation, Session
from memories.preferences import Preferences, preferences_of
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.words import Channel, Kind, Outcome, RelationType, Scope, State, Tier
from memories.writing import Failed, Prepared, commit, prepare
from sessions import finding
from sessions.flushing import flush
from sessions.shapes import EndInput, EndOut, Remembered
from sessions.statements import read_where
from sessions.writers import callers_of

_TRIES = 5
FAILED = "session_failed"
_LESSON = "lesson"


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Working units of a session: those that last, and why each of the others does not."""

    lasting: list[MemoryUnit]
    others: list[tuple[MemoryUnit, str]]


def end(caller: Caller, name: str, body: EndInput, *, now: datetime) -> EndOut:
    """End a session; the same again gives the same answer.

    Raises:
        NotFound: there is no such session.
        WrongState: `ended_otherwise`, if it has ended with another outcome.
        Busy: turns kept coming in meanwhile.
    """
    caller.require(Scope.WRITE)
    name = finding.checked_name(name)
    with inside(caller.namespace_id):
        session = finding.session_of(caller.namespace_id, name)
        if session.ended_at is not None:
            return _again(session, body)
    return end_session(session, success=body.success, actor=caller.actor, now=now)


def end_session(session: Session, *, success: bool | None, actor: str, now: datetime) -> EndOut:
    """End a session that nobody else has ended; flushes what waits first."""
    for _ in range(_TRIES):
        flush(session.namespace_id, session.pk, now=now)
        answer = _try(session, success, actor, now)
        if answer is not None:
            return answer
    raise Busy("Turns are still coming in. Try again in a moment.")


def _try(session: Session, success: bool | None, actor: str, now: datetime) -> EndOut | None:
    """One attempt: prepared outside, carried out inside a transaction; None if a turn came in between."""
    space = session.namespace_id
    preferences = preferences_of(space)
    with inside(space):
        units = _working(space, session.name)
    split = _sort(units, success, preferences)
    callers = callers_of(space, {unit.source.writer_id for unit in split.lasting})
    by_writer: dict[int, list[MemoryUnit]] = defaultdict(list)
    others = list(split.others)
    for unit in split.lasting:
        if unit.source.writer_id in callers:
            by_writer[unit.source.writer_id].append(unit)
        else:
            others.append((unit, "token_revoked"))
    prepared = [
        (group, prepare(callers[writer], [_promoted(unit, success) for unit in group], now=now))
        for writer, group in by_writer.items()
    ]
    with inside(space):
        lock_namespace(space)
        locked = finding.locked(space, session.pk)
        if locked is None:
            raise WrongState("This session has been erased.", code="erased", field="session")
        if locked.ended_at is not None:
            return _again(locked, EndInput(success=success))
        current = lock_units(space, [unit.pk for unit in units])
        seen = {unit.pk: unit.version for unit in units}
        if locked.flushed_count != locked.turn_count or seen != {unit.pk: unit.version for unit in current.values()}:
            return None
        kept: list[dict[str, object]] = []
        for group, ready in prepared:
            kept += _promote(group, ready, others, now)
        for unit, reason in others:
            lifecycle.archive(current[unit.pk], actor=actor, now=now, reason=reason)
        for group, _ in prepared:
            for unit in group:
                if current[unit.pk].state == State.ACTIVE:
                    lifecycle.archive(current[unit.pk], actor=actor, now=now, reason="session_ended")
        locked.ended_at, locked.success = now, success
        locked.answer = {"memories": kept, "archived": len(others)}
        locked.save(update_fields=["ended_at", "success", "answer"])
        FlushDue.objects.filter(session=locked).delete()
        audit.record(
            namespace_id=space,
            actor=actor,
            action="session_ended",
            object_type="session",
            object_id=locked.pk,
            now=now,
            kept=len(kept),
            archived=len(others),
        )
        return _answer(locked)


def _working(namespace_id: int, name: str) -> list[MemoryUnit]:
    """Current working units of a session in the order in which they were said."""
    return list(
        MemoryUnit.objects.filter(
            namespace_id=namespace_id, state=State.ACTIVE, tier=Tier.WORKING, source__session_id=name
        )
        .select_related("source")
        .order_by("occurred_at", "pk")
    )


def _sort(units: Sequence[MemoryUnit], success: bool | None, preferences: Preferences) -> _Sorted:
    lasting: list[MemoryUnit] = []
    others: list[tuple[MemoryUnit, str]] = []
    for unit in units:
        reason = _why_not(unit, success, preferences)
        if reason:
            others.append((unit, reason))
        else:
            lasting.append(unit)
    return _Sorted(lasting, others)


def _why_not(unit: MemoryUnit, success: bool | None, preferences: Preferences) -> str:
    """Why a working unit does not last, or "" if it does."""
    channel = Channel(unit.source.channel)
    if channel in (Channel.USER_STATEMENT, Channel.CONFIG_FILE):
        return ""
    if success is not True and not (preferences.keep_lessons and _LESSON in unit.tags):
        return FAILED
    found = durability_of(
        unit.value, channel=channel, decision=unit.decision, directive=False, success=success, in_session=True
    )
    return found.why if found.layer == "working" else ""


def _promoted(unit: MemoryUnit, success: bool | None) -> MemoryInput:
    """The same statement for the long tier; what rules filled in is filled in again, from the same text."""
    own = {name: getattr(unit, name) for name in ("key", "query", "entities", "participants", "action_type")}
    said = {name: value for name, value in own.items() if name not in unit.derived}
    source = unit.source
    by_agent = Channel(source.channel) in (Channel.AGENT_INFERENCE, Channel.TOOL_RESULT)
    return MemoryInput(
        value=unit.original or unit.value,
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
        mcp_server=source.mcp_server,
        tool_call_id=source.tool_call_id,
        conversation_id=source.conversation_id,
        session_id=source.session_id,
        task_id=source.task_id,
        step=source.step,
        raw_ref=source.raw_ref or "",
        **said,
    )


def _promote(
    group: Sequence[MemoryUnit], ready: Prepared, others: list[tuple[MemoryUnit, str]], now: datetime
) -> list[dict[str, object]]:
    """Write the lasting ones; each new unit points at the working unit that it came from."""
    kept: list[dict[str, object]] = []
    for unit, result in zip(group, commit(ready), strict=True):
        if isinstance(result, Failed):
            others.append((unit, result.error.code))
            continue
        if result.outcome != Outcome.REINFORCED:
            # Not of one that stood before: it would be forgotten with this session.
            Relation.objects.get_or_create(
                namespace_id=unit.namespace_id,
                from_unit_id=result.memory.id,
                to_unit_id=unit.pk,
                type=RelationType.DERIVED_FROM,
                defaults={"created_at": now},
            )
        kept.append({"id": str(result.memory.id), "outcome": result.outcome, "from": str(unit.pk)})
    return kept


def _again(session: Session, body: EndInput) -> EndOut:
    if session.success is not body.success:
        raise WrongState(
            "This session has ended with another outcome, which stays.",
            code="ended_otherwise",
            field="success",
            success=session.success,
        )
    return _answer(session)


def _answer(session: Session) -> EndOut:
    """What the end did, made of the rows as they are now; what was erased since is not among it."""
    assert session.ended_at is not None
    said = session.answer.get("memories", [])
    space = session.namespace_id
    units = MemoryUnit.objects.filter(namespace_id=space).select_related("source")
    found = units.in_bulk([UUID(one["id"]) for one in said])
    origins = units.in_bulk([UUID(one["from"]) for one in said])
    memories = []
    for one in said:
        unit, origin = found.get(UUID(one["id"])), origins.get(UUID(one["from"]))
        if unit is None:
            continue
        turn, span = read_where((origin or unit).source.raw_ref)
        memories.append(
            Remembered(
                id=unit.pk,
                outcome=one["outcome"],
                value=unit.original or unit.value,
                kind=unit.kind,
                turn=turn,
                span=span,
                tier=unit.tier,
            )
        )
    return EndOut(
        session_id=session.name,
        success=session.success,
        ended_at=session.ended_at,
        memories=memories,
        archived=session.answer.get("archived", 0),
    )
