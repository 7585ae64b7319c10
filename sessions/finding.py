"""One session: looked up, made, locked; the lock of its row orders those who append to it and those who flush it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories.errors import NotFound, WrongState
from memories.gate.handles import as_handle
from memories.models import Session
from memories.shapes.reading import read
from memories.words import SessionKind
from sessions.shapes import SessionName


def checked_name(name: str) -> str:
    """The name, if it can be stored. Raises Invalid, naming the field `session`."""
    return read(SessionName, {"session": name}).session


def session_of(namespace_id: int, name: str, *, lock: bool = False) -> Session:
    """The session of this name. Raises NotFound."""
    rows = Session.objects.filter(namespace_id=namespace_id, name=as_handle(namespace_id, name))
    session = (rows.select_for_update() if lock else rows).first()
    if session is None:
        raise NotFound("There is no such session.", field="session")
    return session


def locked(namespace_id: int, session_id: UUID) -> Session | None:
    """The row of a session, locked; None if it has been erased."""
    return Session.objects.filter(namespace_id=namespace_id, pk=session_id).select_for_update().first()


def opened(namespace_id: int, name: str, *, now: datetime) -> Session:
    """The session of this name, made if it is the first time, locked.

    Raises:
        WrongState: `session_ended`; `session_is_a_recording` for the name of a recorded run.
    """
    Session.objects.bulk_create(
        [Session(namespace_id=namespace_id, name=as_handle(namespace_id, name), started_at=now, last_turn_at=now)],
        ignore_conflicts=True,
    )
    session = session_of(namespace_id, name, lock=True)
    if session.kind != SessionKind.CONVERSATION:
        raise WrongState(
            "This is the id of a recorded run; a conversation needs one of its own.",
            code="session_is_a_recording",
            field="session",
        )
    if session.ended_at is not None:
        raise WrongState(
            "This session has ended. Start another one, with an id of its own.", code="session_ended", field="session"
        )
    return session
