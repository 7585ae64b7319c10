"""What of a session and of the long memory belongs into the next prompt."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.conf import settings

from memories.callers import Caller
from memories.extracting.counting import tokens_of
from memories.extracting.spans import Span
from memories.extracting.summary import Recalled, Said
from memories.gate.privacy import masked_text
from memories.models import Session, Source, Turn
from memories.preferences import preferences_of
from memories.recalling.rendering import line_text
from memories.recalling.search import search
from memories.recalling.telling import line_of
from memories.shapes.outputs import Hit
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.words import Scope, Tier, TurnRole
from sessions.finding import checked_name, session_of
from sessions.packing import Packed, budget_of, pack
from sessions.shapes import ContextOut, ContextQuery, Cut, HotTurn
from sessions.statements import SPEAKER, content_of, read_where, speaker_of

_LONGEST_QUERY = 2000
_NOTHING_ASKED = "what is known"
_RECALLED_AT_MOST = 50


def context(caller: Caller, name: str, body: ContextQuery, *, now: datetime) -> ContextOut:
    """One block for a prompt: the last turns as they were said, the rest shortened, and what is known from before.

    Identifiers are masked. System turns are left out: the application has its own prompt.

    Raises:
        NotFound: there is no such session.
    """
    caller.require(Scope.READ)
    name = checked_name(name)
    space = caller.namespace_id
    with inside(space):
        session = session_of(space, name)
        rows = list(Turn.objects.filter(namespace_id=space, session=session).order_by("number"))
    history = [Said(row.number, TurnRole(row.role), masked_text(space, content_of(row))) for row in rows]
    spoken = [turn for turn in history if turn.role != TurnRole.SYSTEM]
    window = settings.HINDSIGHT.HOT_WINDOW_SIZE
    hot, older = spoken[-window:], spoken[:-window]
    query = masked_text(space, body.query) or _last_asked(spoken)
    asked = SearchInput(
        query=query or _NOTHING_ASKED,
        include_session=name,
        top_k=_RECALLED_AT_MOST,
        **({"subject": session.subject, "include_general": True} if session.subject else {}),
    )
    recalled = search(caller, asked, now=now)
    length = sum(tokens_of(turn.text) for turn in history)
    budget = budget_of(length, asked=body.max_tokens, most=settings.HINDSIGHT.CONTEXT_MAX_TOKENS)
    with inside(space):
        hits = of_this_session(session, caller, recalled.results)[: preferences_of(space).top_k]
        places = _places(space, session, [hit for hit in recalled.results if hit.memory.tier == Tier.WORKING])
    packed = pack(
        fence=secrets.token_hex(5),
        hot=hot,
        older=older,
        cold=[cold_line(hit) for hit in hits],
        query=query,
        ratio=settings.HINDSIGHT.WARM_COMPRESSION_RATIO,
        budget=budget,
        recalled=places,
    )
    return ContextOut(
        session_id=name,
        text=packed.text,
        tokens=packed.tokens,
        max_tokens=budget,
        history_tokens=length,
        hot=_hot(packed, rows),
        warm=packed.warm,
        cold=hits[: packed.cold],
        recall_id=recalled.recall_id,
        degraded=recalled.degraded,
        cut=Cut(
            hot_turns_left_out=packed.hot_left_out,
            hot_turns_shortened=packed.hot_shortened,
            warm_sentences_left_out=packed.warm_left_out,
            cold_left_out=len(hits) - packed.cold,
        ),
    )


def of_this_session(session: Session, caller: Caller, found: Sequence[Hit]) -> list[Hit]:
    """Of what is long-term: with a subject what the search has narrowed to it, and what is about nobody in particular;
    without one only the latter, or what a speaker without a name has told the same token. What is sensitive is shown to
    its subject's sessions alone."""
    lasting = [hit for hit in found if hit.memory.tier != Tier.WORKING]
    if session.subject:
        return [hit for hit in lasting if hit.memory.subject or not hit.memory.sensitive]
    told = {hit.memory.source_id for hit in lasting if hit.memory.subject.startswith(SPEAKER)}
    own = set(
        Source.objects.filter(namespace_id=session.namespace_id, pk__in=told, writer_id=caller.writer_id).values_list(
            "pk", flat=True
        )
    )
    mine = speaker_of(session)
    return [
        hit
        for hit in lasting
        if hit.memory.subject == mine
        or (not hit.memory.sensitive and (not hit.memory.subject or hit.memory.source_id in own))
    ]


def _places(namespace_id: int, session: Session, hits: Sequence[Hit]) -> list[Recalled]:
    """Where in the session's own turns stands what the search has found."""
    by_source = {hit.memory.source_id: hit.scores.text for hit in hits}
    found = []
    for source in Source.objects.filter(namespace_id=namespace_id, pk__in=by_source, session_id=session.name):
        number, span = read_where(source.raw_ref)
        if number is not None and span is not None:
            found.append(Recalled(number, Span(*span), by_source[source.pk]))
    return found


def _last_asked(spoken: Sequence[Said]) -> str:
    said = next((turn.text for turn in reversed(spoken) if turn.role == TurnRole.USER), "")
    return said[:_LONGEST_QUERY]


def _hot(packed: Packed, rows: Sequence[Turn]) -> list[HotTurn]:
    by_number = {row.number: row for row in rows}
    return [
        HotTurn(number=number, role=by_number[number].role, content=text, occurred_at=by_number[number].occurred_at)
        for number, text in packed.hot
    ]


def cold_line(hit: Hit) -> str:
    """One memory as a language model reads it well: when, what it is, how sure, and whether somebody disagrees."""
    return line_text(line_of(hit))
