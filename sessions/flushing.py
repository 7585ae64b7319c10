"""Taking a window of turns into working memory: extraction and embedding first, then one transaction.

The units, the number of turns flushed and the row that says when to flush are written together, so that a process may
be killed anywhere: the window is flushed by the next, and never twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django_q.tasks import async_task

from memories.extracting.repeats import without_repeats
from memories.locks import lock_namespace
from memories.models import FlushDue, Session, Turn
from memories.preferences import preferences_of
from memories.preparing import Failed, Prepared
from memories.privacy import Policy
from memories.shapes.outputs import WriteOut
from memories.walls import inside
from memories.words import Tier
from memories.writing import commit
from sessions import finding
from sessions.correcting import means_nothing, retire, with_earlier
from sessions.extractors.choosing import extract
from sessions.leaning import said_before
from sessions.refusing import refused_in
from sessions.shapes import Remembered
from sessions.statements import Extracted, as_input, content_of
from sessions.writers import callers_of, prepared_by_writer

FLUSH = "sessions.jobs.flush_sessions"
_CLAIMED_FOR = timedelta(seconds=60)
"""A flush that was queued and has not happened by then is queued again."""
_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Flushed:
    """What a flush wrote, and how many sentences it did not keep, by reason."""

    memories: list[Remembered] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Window:
    session: Session
    turns: list[Turn]
    before: list[Turn]
    privacy: Policy


def queue_due(now: datetime) -> int:
    """Queue one job for all sessions that have gone quiet; how many there are. One look at an index each second."""
    with transaction.atomic():
        due = list(
            FlushDue.objects.select_for_update(skip_locked=True).filter(due_at__lte=now).order_by("due_at")[:_AT_ONCE]
        )
        if due:
            FlushDue.objects.filter(pk__in=[row.pk for row in due]).update(due_at=now + _CLAIMED_FOR)
            async_task(FLUSH, [[row.namespace_id, str(row.pk)] for row in due], task_name="flush")
    return len(due)


def flush(namespace_id: int, session_id: UUID, *, now: datetime) -> Flushed | None:
    """Take what waits in a session into working units; None if nothing waits, or somebody else has just done it."""
    window = _window(namespace_id, session_id)
    if window is None or window.session.flushed_count == window.session.turn_count:
        return None
    restatable = [content_of(turn) for turn in window.before]
    extracted, dropped = extract(namespace_id, window.turns, heard=restatable, now=now)
    extracted, corrected = with_earlier(window.session, extracted)
    standing = [one for one in extracted if not means_nothing(one)]
    dropped["correction_of_nothing"] += len(extracted) - len(standing)
    extracted = standing
    kept = without_repeats(extracted, text=lambda one: one.text, moment=lambda one: one.turn.occurred_at)
    dropped["repeat"] += len(extracted) - len(kept)
    taken = [one for one in kept if not refused_in(one.text, window.privacy)]
    dropped["personal_data_refused"] += len(kept) - len(taken)
    prepared, revoked = prepared_by_writer(
        taken,
        callers_of(namespace_id, (turn.writer_id for turn in window.turns)),
        writer=lambda one: one.turn.writer_id,
        body=lambda one: as_input(window.session, one, tier=Tier.WORKING),
        heard=lambda one: _heard(window, one),
        now=now,
    )
    dropped["token_revoked"] += len(revoked)
    with inside(namespace_id):
        lock_namespace(namespace_id)
        session = finding.locked(namespace_id, session_id)
        if session is None or session.flushed_count != window.session.flushed_count:
            return None
        memories: list[Remembered] = []
        retire(namespace_id, corrected, now=now)
        for group, ready in prepared:
            memories += written(group, ready, dropped)
        # Some of the window may have been forgotten since.
        session.flushed_count = window.session.turn_count
        session.save(update_fields=["flushed_count"])
        if session.flushed_count == session.turn_count:
            FlushDue.objects.filter(session=session).delete()
    return Flushed(sorted(memories, key=lambda one: (one.turn or 0, one.span or (0, 0))), +dropped)


def written(group: Sequence[Extracted], ready: Prepared, dropped: Counter[str]) -> list[Remembered]:
    """Commit what was prepared of these statements; those that the gate refused are counted by its code."""
    found = []
    for one, result in zip(group, commit(ready), strict=True):
        if isinstance(result, Failed):
            dropped[result.error.code] += 1
        else:
            found.append(remembered(one, result))
    return found


def remembered(one: Extracted, result: WriteOut) -> Remembered:
    return Remembered(
        id=result.memory.id,
        outcome=result.outcome,
        value=result.memory.value,
        kind=str(one.kind),
        turn=one.turn.number,
        span=(one.span.start, one.span.end),
        tier=result.memory.tier,
    )


def _window(namespace_id: int, session_id: UUID) -> _Window | None:
    """The turns that wait, with those just before in their order, which an assistant may restate."""
    with inside(namespace_id):
        session = Session.objects.filter(namespace_id=namespace_id, pk=session_id).first()
        if session is None:
            return None
        turns = Turn.objects.filter(namespace_id=namespace_id, session=session)
        waiting = list(
            turns.filter(number__gt=session.flushed_count, number__lte=session.turn_count).order_by("number")
        )
        before = turns.filter(number__lte=session.flushed_count).order_by("-number")[:_BEFORE]
        return _Window(session, waiting, list(before)[::-1], preferences_of(namespace_id).privacy)


def _heard(window: _Window, one: Extracted) -> str:
    """What the statement leans on, unless the namespace takes what that holds in no form."""
    said = said_before(window.session.namespace_id, one, [*window.before, *window.turns])
    return "" if refused_in(said, window.privacy) else said


_BEFORE = 10
"""Turns before the window that an assistant in it may restate."""
