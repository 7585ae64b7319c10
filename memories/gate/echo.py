"""What an agent was lately shown and writes back is an echo: it is recognised, and neither stored nor counted again.

Without this a store fills with its own recalls, each confirming the one before. What a user says is no echo, however
often it was recalled: they may well mean it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection

from memories.callers import Caller
from memories.gate.drafting import Draft, Speaker
from memories.judging.language import normalise, terms
from memories.preferences import Preferences
from memories.recalling.rendering import LABEL

_RECALLS = 50
"""Of the last so many searches of a token; what it was shown before that it may have from elsewhere."""
_SHOWN = """
    SELECT u.id, u.value, u.subject_key FROM memories_memoryunit u
    WHERE u.namespace_id = %s AND u.id IN (
        SELECT unnest(r.unit_ids) FROM (
            SELECT unit_ids FROM memories_recall
            WHERE namespace_id = %s AND token_id = %s AND created_at >= %s
            ORDER BY created_at DESC LIMIT %s
        ) AS r
    )
"""
# How a recalled line is rendered for a prompt, and how agents introduce what they recalled.
_RENDERED = re.compile(rf"^\s*(?:[-*•]|\d{{1,2}}[.)])?\s*(?:\[[^\]]{{4,40}}\]\s*)?(?:{LABEL}\s*)?")
_INTRODUCED = re.compile(
    r"^(?:(?:according to|from|per|as per|based on)\s+(?:my|the|our|stored|long-term)?\s*"
    r"(?:memory|memories|records?|notes?)"
    r"|(?:i|we)\s+(?:recall|remember|recalled|remembered)(?:\s+that)?"
    r"|(?:the\s+)?(?:recalled|retrieved|stored)\s+(?:memory|memories|facts?)(?:\s+(?:says?|is|are|states?))?(?:\s+that)?"
    r"|(?:my|the)\s+(?:memory|memories|records?)\s+(?:says?|shows?|states?)(?:\s+that)?"
    r"|根据(?:我的)?(?:记忆|记录)|(?:我)?记得|记忆(?:中|显示)|检索到的(?:记忆|内容)(?:是)?)\s*[,:，：]?\s*",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\n+|(?<=[.!?;])\s+|(?<=[。！？；])")
_FEWEST_TERMS = 3


def note_echoes(drafts: Sequence[Draft], *, caller: Caller, preferences: Preferences, now: datetime) -> None:
    """Give each draft that may be an echo what its writer was shown, and what of it it repeats; one query, none where
    only people speak."""
    hours = preferences.recall_echo_hours
    candidates = [one for one in drafts if one.speaker != Speaker.PERSON]
    if not candidates or not hours or caller.writer_id is None:
        return
    space = caller.namespace_id
    with connection.cursor() as cursor:
        cursor.execute(_SHOWN, [space, space, caller.writer_id, now - timedelta(hours=hours), _RECALLS])
        shown = cursor.fetchall()
    plain = {unit_id: normalise(text) for unit_id, text, _ in shown}
    for one in candidates:
        # Said of somebody else it is something else; a machine that files what it was shown under a subject adds none.
        about = one.unit.subject_key
        met = {about, ""} if one.speaker == Speaker.MACHINE else {about}
        one.recalled = {unit_id: text for unit_id, text, subject in shown if not about or subject in met}
        one.echo = _echo_of(one, {unit_id: plain[unit_id] for unit_id in one.recalled})


def _echo_of(draft: Draft, known: Mapping[UUID, str]) -> UUID | None:
    """The recalled unit that a draft only repeats; `known` has what they say, normalised.

    Where nobody said whose words they are, the very words of a memory, or its beginning, may be a person's who says it
    themselves: they go the way of any statement. Introduced or strung together, they are an echo.
    """
    unit_id = _repeated(draft.unit.value, known)
    if unit_id is not None and draft.speaker == Speaker.UNSAID and not _handed_on(draft.unit.value):
        return None
    return unit_id


def retells(draft: Draft, unit_id: UUID, label: str) -> bool:
    """What a machine was just shown, in other words: an unsure "same" is enough where the source is known."""
    shown = draft.recalled.get(unit_id) if draft.speaker == Speaker.MACHINE else None
    return shown is not None and label == "same" and _in_other_words(draft.unit.value, shown)


def _repeated(text: str, known: Mapping[UUID, str]) -> UUID | None:
    """The first of these units that a text repeats: each of its sentences stands, word for word, in one of them."""
    if not known:
        return None
    first = None
    for part in filter(None, map(_bare, _PARTS.split(text))):
        found = _said_in(part, known.items())
        if found is None:
            return None
        first = first or found
    return first


def _in_other_words(text: str, recalled: str) -> bool:
    """Whether a text that the judge takes for the same as a recalled one, unsure, may be that one retold: retelling
    swaps words; adding something adds them, and leaving out who said it drops them."""
    said, shown = set(terms(text)), set(terms(recalled))
    return abs(len(said - shown) - len(shown - said)) <= 1


def _handed_on(text: str) -> bool:
    """Whether a text shows that it comes from a memory: introduced, rendered as a line of one, or several of them."""
    parts = [part for part in _PARTS.split(text) if part.strip()]
    return len(parts) > 1 or any(_bare(part) != normalise(part) for part in parts)


def _bare(part: str) -> str:
    return normalise(_INTRODUCED.sub("", _RENDERED.sub("", part)))


def _said_in(part: str, known: Iterable[tuple[UUID, str]]) -> UUID | None:
    """The unit that says this, or begins a sentence with it: what stands further in may be quoted or denied there."""
    for unit_id, said in known:
        if part == said:
            return unit_id
        if part in said and len(terms(part)) >= _FEWEST_TERMS and _whole_words(part, said) and _begins(part, said):
            return unit_id
    return None


def _begins(part: str, said: str) -> bool:
    before = said[: said.find(part)].rstrip()
    return not before or before[-1] in ".!?;。！？；"


def _whole_words(part: str, said: str) -> bool:
    at = said.find(part)
    before, after = said[at - 1 : at], said[at + len(part) : at + len(part) + 1]
    return not (_joined(before, part[:1]) or _joined(part[-1:], after))


def _joined(left: str, right: str) -> bool:
    """Whether two neighbouring characters belong to one word of a script with spaces."""
    return left.isascii() and right.isascii() and left.isalnum() and right.isalnum()
