"""The end of a session: what lasts goes to the long tier through the gate, the rest is archived.

What the user stated lasts whatever the outcome. What the agent did lasts only if it succeeded; a namespace may keep the
lessons of what failed, marked as such.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories import audit, lifecycle
from memories.callers import Caller
from memories.errors import Busy, Refused, WrongState
from memories.gate.privacy import said_by
from memories.locks import lock_namespace, lock_units
from memories.models import FlushDue, MemoryUnit, Session, Turn
from memories.preferences import preferences_of
from memories.walls import inside
from memories.words import Scope, State
from sessions import finding
from sessions.flushing import flush
from sessions.promoting import promote, promoted, sort_out, working_units
from sessions.shapes import EndInput, EndOut, Remembered
from sessions.statements import read_where
from sessions.writers import callers_of, prepared_by_writer

_TRIES = 5


def end(caller: Caller, name: str, body: EndInput, *, now: datetime) -> EndOut:
    """End a session; the same again gives the same answer.

    Raises:
        NotFound: there is no such session.
        Refused: `not_your_session`, if the token has appended nothing to it and may not review.
        WrongState: `ended_otherwise`, if it has ended with another outcome.
        Busy: turns kept coming in meanwhile.
    """
    caller.require(Scope.WRITE)
    name = finding.checked_name(name)
    with inside(caller.namespace_id):
        session = finding.session_of(caller.namespace_id, name)
        if session.ended_at is not None:
            return _again(session, body)
        _refuse_strangers(caller, session)
    return end_session(session, body, actor=caller.actor, now=now)


def _refuse_strangers(caller: Caller, session: Session) -> None:
    """Who ends a session says what of it lasts: only who took part in it, or who reviews."""
    if caller.may(Scope.REVIEW):
        return
    turns = Turn.objects.filter(namespace_id=session.namespace_id, session=session, writer_id=caller.writer_id)
    if caller.writer_id is None or not turns.exists():
        raise Refused(
            "Your token has appended nothing to this session. End it with one that has, or with the scope 'review'.",
            code="not_your_session",
            field="session",
        )


def end_session(session: Session, body: EndInput, *, actor: str, now: datetime) -> EndOut:
    """End a session that nobody else has ended; flushes what waits first."""
    for _ in range(_TRIES):
        flush(session.namespace_id, session.pk, now=now)
        answer = _try(session, body, actor, now)
        if answer is not None:
            return answer
    raise Busy("Turns are still coming in. Try again in a moment.")


def _try(session: Session, body: EndInput, actor: str, now: datetime) -> EndOut | None:
    """One attempt: prepared outside, carried out inside a transaction; None if a turn came in between."""
    space, success = session.namespace_id, body.success
    preferences = preferences_of(space)
    with inside(space):
        units = working_units(space, session.name)
    split = sort_out(units, success, preferences)
    callers = callers_of(space, {unit.source.writer_id for unit in split.lasting})
    prepared, revoked = prepared_by_writer(
        split.lasting,
        callers,
        writer=lambda unit: unit.source.writer_id,
        body=lambda unit: promoted(unit, success, agent=body.agent),
        now=now,
    )
    others = [*split.others, *((unit, "token_revoked") for unit in revoked)]
    with inside(space):
        lock_namespace(space)
        locked = finding.locked(space, session.pk)
        if locked is None:
            raise WrongState("This session has been erased.", code="erased", field="session")
        if locked.ended_at is not None:
            return _again(locked, body)
        current = lock_units(space, [unit.pk for unit in units])
        seen = {unit.pk: unit.version for unit in units}
        if locked.flushed_count != locked.turn_count or seen != {unit.pk: unit.version for unit in current.values()}:
            return None
        kept: list[dict[str, object]] = []
        for group, ready in prepared:
            kept += promote(group, ready, others, now)
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
                value=said_by(unit),
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
