"""Writing memories: the gate's first six steps and the embedding outside the transaction, overlap and review in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memories import audit
from memories.callers import Caller
from memories.embedding import EmbedderDown, embed_passages
from memories.embedding.providers import Vectors
from memories.erasure_ledger import erased_since, refuse_erased
from memories.errors import HindsightError
from memories.gate.batching import place_all
from memories.gate.drafting import Draft
from memories.gate.echo import note_echoes
from memories.gate.origin import labels_of
from memories.gate.outcomes import Placed
from memories.gate.pipeline import draft
from memories.gate.privacy import embedding_text
from memories.locks import lock_namespace, lock_statements
from memories.nudges import count_writes, embed_soon, review_soon
from memories.preferences import Preferences, preferences_of
from memories.presenting import memory_out
from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import StepOut, Touched, WriteOut
from memories.shapes.reading import read
from memories.walls import inside
from memories.words import Scope


@dataclass(frozen=True, slots=True)
class Failed:
    """An item of a batch that was refused; the others go on."""

    error: HindsightError


@dataclass(frozen=True, slots=True)
class Prepared:
    """Statements that have passed the steps outside the transaction, in their order, with the vectors of the good ones
    (None with the embedder down) and the moment at which they came in."""

    caller: Caller
    preferences: Preferences
    items: Sequence[Draft | Failed]
    vectors: Vectors | None
    now: datetime

    @property
    def drafts(self) -> list[Draft]:
        return [item for item in self.items if isinstance(item, Draft)]


def write(caller: Caller, body: MemoryInput, *, now: datetime) -> WriteOut:
    """Write one memory; it is committed and findable when this returns.

    Raises:
        HindsightError: with a stable code and the field; nothing is written then.
    """
    prepared = prepare(caller, [body], now=now)
    only = prepared.items[0]
    if isinstance(only, Failed):
        raise only.error
    with inside(caller.namespace_id):
        lock_statements(caller.namespace_id, [only.slot])
        result = commit(prepared)[0]
    if isinstance(result, Failed):
        raise result.error
    return result


def write_batch(caller: Caller, items: Sequence[dict[str, Any]], *, now: datetime) -> list[WriteOut | Failed]:
    """Write many memories in one transaction, in order; an item that is refused does not stop the others."""
    prepared = prepare(caller, items, now=now)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        return commit(prepared)


def prepare(caller: Caller, items: Sequence[MemoryInput | dict[str, Any]], *, now: datetime) -> Prepared:
    """Take statements through the steps that need no lock, and embed them; to be called outside a transaction.

    Raises:
        Refused: the caller may not write. What is wrong with one item is kept in its place.
    """
    caller.require(Scope.WRITE)
    preferences = preferences_of(caller.namespace_id)
    drafts: list[Draft | Failed] = []
    for item in items:
        try:
            body = item if isinstance(item, MemoryInput) else read(MemoryInput, item)
            drafts.append(draft(body, caller=caller, preferences=preferences, now=now))
        except HindsightError as error:
            drafts.append(Failed(error))
    return Prepared(caller, preferences, drafts, _embed([one for one in drafts if isinstance(one, Draft)]), now)


def commit(prepared: Prepared) -> list[WriteOut | Failed]:
    """Write what was prepared, in its order; inside a transaction of the namespace that holds the lock of the only
    item's slot, or of the namespace."""
    placed = iter(_place_all(prepared))
    results = [item if isinstance(item, Failed) else next(placed) for item in prepared.items]
    return [
        result if isinstance(result, Failed) else _answer(item, result, prepared)
        for item, result in zip(prepared.items, results, strict=True)
    ]


def _embed(drafts: Sequence[Draft]) -> Vectors | None:
    """The vectors of the drafts, or None with the embedder down: they are stored and embedded later."""
    try:
        return embed_passages([embedding_text(item.unit) for item in drafts])
    except EmbedderDown:
        return None


def _place_all(prepared: Prepared) -> list[Placed | Failed]:
    caller, drafts, vectors, now = prepared.caller, prepared.drafts, prepared.vectors, prepared.now
    refused = _refused(drafts, caller, now)
    let_in = [number for number in range(len(drafts)) if number not in refused]
    note_echoes([drafts[number] for number in let_in], caller=caller, preferences=prepared.preferences, now=now)
    placed = place_all(
        [drafts[number] for number in let_in],
        None if vectors is None else vectors[let_in],
        caller=caller,
        preferences=prepared.preferences,
        now=now,
    )
    audit.record_all(
        namespace_id=caller.namespace_id,
        actor=caller.actor,
        action="written",
        object_type="unit",
        objects=[(one.unit.pk, {"outcome": one.outcome}) for one in placed],
        now=now,
    )
    if vectors is None and drafts:
        embed_soon(caller.namespace_id)
    if any(one.review_now for one in placed):
        review_soon(caller.namespace_id)
    count_writes(caller.namespace_id, len(drafts))
    rest = iter(placed)
    return [refused[number] if number in refused else next(rest) for number in range(len(drafts))]


def _refused(drafts: Sequence[Draft], caller: Caller, now: datetime) -> dict[int, Failed]:
    """The drafts, by number, that name what was erased while they were on their way."""
    refused: dict[int, Failed] = {}
    if not erased_since(caller.namespace_id, now):
        return refused
    for number, item in enumerate(drafts):
        try:
            refuse_erased(item.unit, received_at=now, labels=labels_of(item.origin.labels))
        except HindsightError as error:
            refused[number] = Failed(error)
    return refused


def _answer(item: Draft | Failed, placed: Placed, prepared: Prepared) -> WriteOut:
    before = [] if isinstance(item, Failed) else item.steps
    steps = [*before, *placed.steps(judged=prepared.preferences.judge_on_write)]
    return WriteOut(
        outcome=placed.outcome,
        memory=memory_out(placed.unit, preferences=prepared.preferences, now=prepared.now),
        touched=[Touched(id=effect.unit_id, what=effect.what, why=effect.why) for effect in placed.touched],
        why=placed.why,
        steps=[StepOut(step=one.step, did=one.did, why=one.why) for one in steps],
    )
