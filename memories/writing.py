"""Writing memories: the gate's steps in order, embedding before the transaction, everything else inside it."""

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
from memories.gate.drafting import Draft, draft
from memories.gate.origin import labels_of
from memories.gate.placing import Placed
from memories.gate.privacy import embedding_text
from memories.locks import lock_namespace, lock_statements
from memories.nudges import count_writes, embed_soon, review_soon
from memories.preferences import Preferences, preferences_of
from memories.presenting import memory_out
from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import Touched, WriteOut
from memories.shapes.reading import read
from memories.walls import inside
from memories.words import Scope


@dataclass(frozen=True, slots=True)
class Failed:
    """An item of a batch that was refused; the others go on."""

    error: HindsightError


def write(caller: Caller, body: MemoryInput, *, now: datetime) -> WriteOut:
    """Write one memory; it is committed and findable when this returns.

    Raises:
        HindsightError: with a stable code and the field; nothing is written then.
    """
    caller.require(Scope.WRITE)
    preferences = preferences_of(caller.namespace_id)
    one = draft(body, caller=caller, preferences=preferences, now=now)
    vectors = _embed([one])
    with inside(caller.namespace_id):
        lock_statements(caller.namespace_id, [one.slot])
        placed = _place_all([one], vectors, caller, preferences, now)[0]
    if isinstance(placed, Failed):
        raise placed.error
    return _answer(placed, preferences, now)


def write_batch(caller: Caller, items: Sequence[dict[str, Any]], *, now: datetime) -> list[WriteOut | Failed]:
    """Write many memories in one transaction, in order; an item that is refused does not stop the others."""
    caller.require(Scope.WRITE)
    preferences = preferences_of(caller.namespace_id)
    drafts: list[Draft | Failed] = []
    for item in items:
        try:
            body = read(MemoryInput, item)
            drafts.append(draft(body, caller=caller, preferences=preferences, now=now))
        except HindsightError as error:
            drafts.append(Failed(error))
    good = [item for item in drafts if isinstance(item, Draft)]
    vectors = _embed(good)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        placed = iter(_place_all(good, vectors, caller, preferences, now))
    results = [item if isinstance(item, Failed) else next(placed) for item in drafts]
    return [item if isinstance(item, Failed) else _answer(item, preferences, now) for item in results]


def _embed(drafts: Sequence[Draft]) -> Vectors | None:
    """The vectors of the drafts, or None with the embedder down: they are stored and embedded later."""
    try:
        return embed_passages([embedding_text(item.unit) for item in drafts])
    except EmbedderDown:
        return None


def _place_all(
    drafts: Sequence[Draft],
    vectors: Vectors | None,
    caller: Caller,
    preferences: Preferences,
    now: datetime,
) -> list[Placed | Failed]:
    refused = _refused(drafts, caller, now)
    let_in = [number for number in range(len(drafts)) if number not in refused]
    placed = place_all(
        [drafts[number] for number in let_in],
        None if vectors is None else vectors[let_in],
        caller=caller,
        preferences=preferences,
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


def _answer(placed: Placed, preferences: Preferences, now: datetime) -> WriteOut:
    return WriteOut(
        outcome=placed.outcome,
        memory=memory_out(placed.unit, preferences=preferences, now=now),
        touched=[Touched(id=effect.unit_id, what=effect.what, why=effect.why) for effect in placed.touched],
        why=placed.why,
    )
