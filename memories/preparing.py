"""Writing, before the transaction: read, taken through the gate's first six steps, and embedded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from memories.asking import once
from memories.asking.keys import Retry, retry_of_write, reused
from memories.callers import Caller
from memories.cues import Cue, cue_text, question_of
from memories.embedding import EmbedderDown, embed_passages
from memories.embedding.providers import Vectors
from memories.errors import HindsightError
from memories.gate.drafting import Draft
from memories.gate.pipeline import draft
from memories.gate.privacy import embedding_text
from memories.preferences import Preferences, preferences_of
from memories.searchable import word_hashes
from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import WriteOut
from memories.shapes.reading import read
from memories.words import Scope


@dataclass(frozen=True, slots=True)
class Failed:
    """An item of a batch that was refused; the others go on."""

    error: HindsightError


@dataclass(frozen=True, slots=True)
class Repeat:
    """An item of a batch with the key and the request of one before it, whose answer is its own."""

    first: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """Statements that have passed the steps outside the transaction, in their order, with the vectors of the good ones
    (None with the embedder down), the moment at which they came in, and the keys that some came with, by number. What
    a key answered before stands in the place of its item."""

    caller: Caller
    preferences: Preferences
    items: Sequence[Draft | WriteOut | Failed | Repeat]
    vectors: Vectors | None
    now: datetime
    received_at: datetime
    retries: Mapping[int, Retry] = field(default_factory=dict)

    @property
    def drafts(self) -> dict[int, Draft]:
        return {number: item for number, item in enumerate(self.items) if isinstance(item, Draft)}


def prepare(
    caller: Caller,
    items: Sequence[MemoryInput | dict[str, Any]],
    *,
    now: datetime,
    received_at: datetime | None = None,
    preferences: Preferences | None = None,
    heard: Sequence[str] = (),
) -> Prepared:
    """Take statements through the steps that need no lock, and embed them; to be called outside a transaction.

    `received_at` is when they came in, where that was earlier than now: what was said without a time was said then.
    `heard` is what was said before each item, masked, "" for one that can be found without it.

    Raises:
        Refused: the caller may not write. What is wrong with one item is kept in its place.
    """
    caller.require(Scope.WRITE)
    preferences = preferences or preferences_of(caller.namespace_id)
    bodies = [_read(item) for item in items]
    retries = {
        number: retry
        for number, body in enumerate(bodies)
        if isinstance(body, MemoryInput) and (retry := retry_of_write(caller, body)) is not None
    }
    known = once.answered_before(caller.namespace_id, retries, preferences=preferences, now=now)
    ready: list[Draft | WriteOut | Failed | Repeat] = []
    first: dict[str, int] = {}
    before: list[str] = []
    for number, body in enumerate(bodies):
        retry = retries.get(number)
        if isinstance(body, Failed):
            ready.append(body)
        elif number in known:
            ready.append(as_result(known[number]))
        elif retry is not None and retry.digest in first:
            earlier = first[retry.digest]
            ready.append(Repeat(earlier) if retries[earlier] == retry else Failed(reused()))
        else:
            if body.occurred_at is None:
                # Of statements that came together without a time the later ones are newer all the same.
                said_at = (received_at or now) - timedelta(microseconds=len(bodies) - 1 - number)
                body = body.model_copy(update={"occurred_at": said_at})
            try:
                ready.append(draft(body, caller=caller, preferences=preferences, now=now))
                before.append(heard[number] if heard else "")
            except HindsightError as error:
                ready.append(Failed(error))
            else:
                first.update({retry.digest: number} if retry is not None else {})
    vectors = _embed([one for one in ready if isinstance(one, Draft)], before)
    return Prepared(caller, preferences, ready, vectors, now, received_at or now, retries)


def _read(item: MemoryInput | dict[str, Any]) -> MemoryInput | Failed:
    try:
        return item if isinstance(item, MemoryInput) else read(MemoryInput, item)
    except HindsightError as error:
        return Failed(error)


def as_result(answer: once.Answered) -> WriteOut | Failed:
    return Failed(answer) if isinstance(answer, HindsightError) else answer


def _embed(drafts: Sequence[Draft], heard: Sequence[str]) -> Vectors | None:
    """The vectors of the drafts, with those of their cues in the same call, or None with the embedder down (they are
    stored and embedded later) or without a draft. Of what was said before a statement nothing is kept to embed
    later."""
    if not drafts:
        return None
    texts = [cue_text(item.unit, said) for item, said in zip(drafts, heard, strict=True)]
    try:
        vectors = embed_passages([*(embedding_text(item.unit) for item in drafts), *filter(None, texts)])
    except EmbedderDown:
        return None
    cues = iter(vectors[len(drafts) :])
    for item, text, said in zip(drafts, texts, heard, strict=True):
        if text:
            words = None if question_of(item.unit) else tuple(word_hashes(item.unit.namespace_id, said))
            item.cue = Cue(next(cues), words)
    return vectors[: len(drafts)]
