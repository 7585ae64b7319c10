"""From a statement of a turn to what the gate takes: channel, labels, and a reference to where it stands."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from memories.extracting.spans import Span
from memories.extracting.utterances import StatementKind
from memories.judging.analysis import analyse
from memories.models import Session, Turn
from memories.shapes.inputs import MemoryInput
from memories.words import Channel, Kind, Tier, TurnRole
from sessions.roles import CHANNEL_OF

SPEAKER = "speaker:"
"""How the subject of an unknown person begins."""
_TAGGED = frozenset({StatementKind.PREFERENCE, StatementKind.CORRECTION, StatementKind.LESSON})


@dataclass(frozen=True, slots=True)
class Extracted:
    """One statement taken from a turn; `text` stands at `span` in its content, word for word.

    A correction that leans on what was said before is the two together: `corrects` is what stood before it.
    """

    turn: Turn
    text: str = field(repr=False)
    span: Span
    kind: StatementKind
    corrects: Extracted | None = None


def content_of(turn: Turn) -> str:
    """What was said; the encrypted column's type allows for nothing, the table does not."""
    return turn.content or ""


def where(session: Session, number: int, span: Span, corrects: Extracted | None = None) -> str:
    """A reference to a place in a turn, kept encrypted as `raw_ref`; the turn itself goes after a while."""
    place: dict[str, Any] = {"session": str(session.pk), "turn": number, "span": [span.start, span.end]}
    if corrects is not None:
        place["corrects"] = {"turn": corrects.turn.number, "span": [corrects.span.start, corrects.span.end]}
    return json.dumps(place)


def read_where(reference: str | None) -> tuple[int | None, tuple[int, int] | None]:
    """(turn, span) of a reference, or (None, None) for anything else that may stand there."""
    try:
        said: Any = json.loads(reference or "")
        start, end = said["span"]
        return int(said["turn"]), (int(start), int(end))
    except (ValueError, TypeError, KeyError):
        return None, None


def moment_of(one: Extracted) -> datetime:
    """When it was said. Within a turn, too, what is said later is newer ("on Thursday. No, on Friday."), and nothing is
    later than the turn: its characters are counted back from its end, all of them less than the time between turns."""
    after = len(content_of(one.turn)) - one.span.start
    return one.turn.occurred_at - timedelta(microseconds=after)


def speaker_of(session: Session) -> str:
    """Whom "I" means in a session without a subject: whoever speaks in its conversation, and nobody else's "I"."""
    said = session.conversation_id and f"conversation {session.namespace_id} {session.conversation_id}"
    return f"{SPEAKER}{uuid5(NAMESPACE_OID, said) if said else session.pk}"


def _about(session: Session, one: Extracted) -> str:
    """The subject of a statement. Two sessions without one have two users who both say "my name"."""
    if session.subject or one.turn.role != TurnRole.USER or not analyse(one.text).cues.first_person:
        return session.subject
    return speaker_of(session)


def as_input(session: Session, one: Extracted, *, tier: Tier | None) -> MemoryInput:
    """What the gate is given. A standing wish is a directive only of the user, as everywhere."""
    role = TurnRole(one.turn.role)
    channel = CHANNEL_OF[role]
    wish = one.kind == StatementKind.DIRECTIVE and channel == Channel.USER_STATEMENT
    return MemoryInput(
        value=one.text,
        kind=Kind.DIRECTIVE if wish else None,
        subject=_about(session, one),
        decision=one.kind == StatementKind.DECISION,
        tags=[str(one.kind)] if one.kind in _TAGGED else [],
        occurred_at=moment_of(one),
        tier=tier,
        channel=channel,
        mcp_server=one.turn.tool if role == TurnRole.TOOL else "",
        tool_call_id=one.turn.tool_call_id,
        conversation_id=session.conversation_id,
        session_id=session.name,
        task_id=session.task_id,
        step=f"turn {one.turn.number}",
        raw_ref=where(session, one.turn.number, one.span, one.corrects),
    )
