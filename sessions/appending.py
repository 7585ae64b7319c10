"""Appending turns: they are numbered under the lock of their session, kept encrypted, and due to be flushed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from memories.asking.keys import claim, remembered, retry_of, settle
from memories.callers import Caller
from memories.erasure_ledger import erased_since, refuse_erased
from memories.errors import WrongState
from memories.gate.handles import as_handle, marked, refuse_labels
from memories.gate.shape import refuse_impossible_times
from memories.locks import Slot, lock_statements
from memories.models import FlushDue, MemoryUnit, Session, Turn
from memories.preferences import Preferences, preferences_of
from memories.privacy import Action, Kind
from memories.walls import inside
from memories.words import Scope
from sessions.extractors.choosing import asks_a_model
from sessions.finding import checked_name, opened
from sessions.flushing import Flushed, flush
from sessions.roles import refuse_roles
from sessions.shapes import AppendInput, AppendOut, TurnInput

_SECRETS = frozenset({Kind.API_KEY, Kind.PRIVATE_KEY})


def append(caller: Caller, name: str, body: AppendInput, *, now: datetime) -> AppendOut:
    """Append turns to a session; the first one makes it. With FLUSH_TURNS turns waiting the window is flushed at once.

    Raises:
        Invalid, Refused: naming the turn, such as `turns.2.role`; nothing is appended then.
        WrongState: `session_ended`, `idempotency_key_reused`.
    """
    caller.require(Scope.WRITE)
    name = checked_name(name)
    refuse_roles(caller, body.turns)
    for turn in body.turns:
        refuse_impossible_times(occurred_at=turn.occurred_at, expires_at=None, now=now)
    space = caller.namespace_id
    asked = body.model_dump(mode="json", exclude={"idempotency_key"}, exclude_defaults=True)
    retry = retry_of(caller, body.idempotency_key, "session_append", [name, asked])
    with inside(space):
        # An erasure holds the whole namespace: what was on its way meanwhile is seen to be so.
        lock_statements(space, [Slot(f"session {name}", "turns")])
        preferences = preferences_of(space)
        refuse_labels(space, preferences.privacy, _labels(name, body))
        session = opened(space, name, now=now)
        if retry is not None and not claim(space, [retry], now=now):
            answer = remembered(space, [retry])[retry]
            if isinstance(answer, WrongState):
                raise answer
            return AppendOut(session_id=name, **answer)
        if erased_since(space, now):
            for turn in body.turns:
                said = MemoryUnit(namespace_id=space, value=turn.content, subject=body.subject or session.subject)
                refuse_erased(said, received_at=now, labels=[name, body.conversation_id, body.task_id])
        numbers = _add(session, body, caller, preferences, now)
        if retry is not None:
            settle(space, {retry: {"turns": session.turn_count, "numbers": numbers, "flushed": False}})
    flushed: Flushed | None = None
    if full(session) and not asks_a_model():
        flushed = flush(space, session.pk, now=now)
    return AppendOut(
        session_id=name,
        turns=session.turn_count,
        numbers=numbers,
        flushed=flushed is not None,
        memories=[] if flushed is None else flushed.memories,
        dropped={} if flushed is None else dict(flushed.dropped),
    )


def _labels(name: str, body: AppendInput) -> dict[str, str]:
    """What names the session and its turns, by field."""
    labels = {"session": name} | {label: getattr(body, label) for label in ("subject", "conversation_id", "task_id")}
    for number, turn in enumerate(body.turns):
        labels |= {f"turns.{number}.tool": turn.tool, f"turns.{number}.tool_call_id": turn.tool_call_id}
    return labels


def full(session: Session) -> bool:
    """Whether so many turns wait that the window is to be flushed."""
    return session.turn_count - session.flushed_count >= settings.HINDSIGHT.FLUSH_TURNS


def _add(session: Session, body: AppendInput, caller: Caller, preferences: Preferences, now: datetime) -> list[int]:
    first = session.turn_count + 1
    moments = _moments(body.turns, now)
    turns = [
        # Of turns that came together without a time the order is known all the same.
        turn_row(
            session,
            first + place,
            turn,
            said_at=moments[place],
            caller=caller,
            preferences=preferences,
            now=now,
        )
        for place, turn in enumerate(body.turns)
    ]
    Turn.objects.bulk_create(turns)
    session.turn_count += len(turns)
    session.last_turn_at = now
    for label in ("subject", "conversation_id", "task_id"):
        said = getattr(body, label)
        if said:
            setattr(session, label, as_handle(session.namespace_id, said))
    session.save(update_fields=["turn_count", "last_turn_at", "subject", "conversation_id", "task_id"])
    # With a language model nobody waits for a full window: the beat has it flushed at once.
    idle = 0 if full(session) and asks_a_model() else settings.HINDSIGHT.FLUSH_IDLE_SECONDS
    due_at = now + timedelta(seconds=idle)
    FlushDue.objects.update_or_create(
        session=session, defaults={"namespace_id": session.namespace_id, "due_at": due_at}
    )
    return [turn.number for turn in turns]


def _moments(turns: Sequence[TurnInput], now: datetime) -> list[datetime]:
    """When turns that came together were said, if they do not say: a microsecond for each character after them, so that
    the statements within them keep their order too (sessions.statements.moment_of)."""
    moments = []
    for turn in reversed(turns):
        moments.append(now)
        now -= timedelta(microseconds=len(turn.content) + 1)
    return moments[::-1]


def turn_row(
    session: Session,
    number: int,
    turn: TurnInput,
    *,
    said_at: datetime,
    caller: Caller,
    preferences: Preferences,
    now: datetime,
) -> Turn:
    """An unsaved turn; `said_at` where it does not say when.

    Its content is kept as it was said, but for what is kept nowhere: keys and passwords, and the kinds that the
    namespace refuses, are marks here too.
    """
    return Turn(
        namespace_id=session.namespace_id,
        session=session,
        number=number,
        role=turn.role,
        content=without_secrets(session.namespace_id, turn.content, preferences),
        tool=as_handle(session.namespace_id, turn.tool),
        tool_call_id=as_handle(session.namespace_id, turn.tool_call_id),
        writer_id=caller.writer_id,
        occurred_at=turn.occurred_at or said_at,
        created_at=now,
    )


def without_secrets(namespace_id: int, content: str, preferences: Preferences) -> str:
    """What is said, with marks for what is kept nowhere."""
    refused = {kind for kind in Kind if preferences.privacy.action(kind) is Action.REFUSE}
    return marked(namespace_id, content, _SECRETS | refused)
