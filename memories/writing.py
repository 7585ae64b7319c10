"""Writing memories: the gate's first six steps and the embedding outside the transaction, overlap and review in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memories import audit
from memories.asking import once
from memories.asking.keys import retry_of
from memories.callers import Caller
from memories.erasure_ledger import erased_since, refuse_erased
from memories.errors import HindsightError
from memories.gate.batching import place_all
from memories.gate.drafting import Draft
from memories.gate.echo import note_echoes
from memories.gate.origin import labels_of
from memories.gate.outcomes import Placed
from memories.locks import lock_namespace, lock_statements
from memories.nudges import count_writes, embed_soon, review_soon
from memories.preferences import preferences_of
from memories.preparing import Failed, Prepared, Repeat, as_result, prepare
from memories.presenting import memory_out
from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import StepOut, Touched, WriteOut
from memories.walls import inside
from memories.words import Scope


def write(caller: Caller, body: MemoryInput, *, now: datetime) -> WriteOut:
    """Write one memory; it is committed and findable when this returns. A retry with the same idempotency key writes
    nothing and gets the same answer.

    Raises:
        HindsightError: with a stable code and the field; nothing is written then.
    """
    prepared = prepare(caller, [body], now=now)
    result = only = prepared.items[0]
    if isinstance(only, Draft):
        with inside(caller.namespace_id):
            lock_statements(caller.namespace_id, [only.slot])
            result = commit(prepared)[0]
    if isinstance(result, WriteOut):
        return result
    assert isinstance(result, Failed)
    raise result.error


def write_batch(
    caller: Caller, items: Sequence[dict[str, Any]], *, key: str | None = None, now: datetime
) -> list[WriteOut | Failed]:
    """Write many memories in one transaction, in order; an item that is refused does not stop the others.

    Raises:
        WrongState: `idempotency_key_reused`, of the batch's own key.
    """
    caller.require(Scope.WRITE)
    space = caller.namespace_id
    retry = retry_of(caller, key, "batch", items)
    preferences = preferences_of(space)
    before = once.batch_answered_before(space, retry, preferences=preferences, now=now)
    if before is None:
        prepared = prepare(caller, items, now=now, preferences=preferences)
        with inside(space):
            lock_namespace(space)
            if once.take_for_batch(space, retry, now=now):
                results = commit(prepared)
                once.keep_batch(space, retry, [_plain(result) for result in results])
                return results
        before = once.batch_answered_before(space, retry, preferences=preferences, now=now) or []
    return [as_result(answer) for answer in before]


def commit(prepared: Prepared, *, settled: Mapping[int, Failed] = {}) -> list[WriteOut | Failed]:
    """Write what was prepared, in its order; inside a transaction of the namespace that holds the lock of the only
    item's slot, or of the namespace. `settled` are items, by number, that something else has refused since."""
    results = {number: item for number, item in enumerate(prepared.items) if isinstance(item, WriteOut | Failed)}
    results |= dict(settled)
    numbers = [number for number in prepared.drafts if number not in results]
    retries = {number: prepared.retries[number] for number in numbers if number in prepared.retries}
    late = once.take(prepared.caller.namespace_id, retries, preferences=prepared.preferences, now=prepared.now)
    results |= {number: as_result(answer) for number, answer in late.items()}
    written = _place_all(prepared, [number for number in numbers if number not in late])
    results |= written
    once.keep(
        prepared.caller.namespace_id,
        {retries[number]: _plain(result) for number, result in written.items() if number in retries},
    )
    return [
        results[item.first if isinstance(item, Repeat) and number not in results else number]
        for number, item in enumerate(prepared.items)
    ]


def _plain(result: WriteOut | Failed) -> once.Answered:
    return result.error if isinstance(result, Failed) else result


def _place_all(prepared: Prepared, numbers: Sequence[int]) -> dict[int, WriteOut | Failed]:
    """Place these of the drafts, by number."""
    caller, now, every = prepared.caller, prepared.now, prepared.drafts
    drafts = {number: every[number] for number in numbers}
    refused = _refused(drafts, caller, prepared.received_at)
    let_in = [number for number in numbers if number not in refused]
    rows = {number: row for row, number in enumerate(every)}
    vectors = None if prepared.vectors is None else prepared.vectors[[rows[number] for number in let_in]]
    note_echoes([drafts[number] for number in let_in], caller=caller, preferences=prepared.preferences, now=now)
    placed = place_all(
        [drafts[number] for number in let_in],
        vectors,
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
    answers = {number: _answer(drafts[number], one, prepared) for number, one in zip(let_in, placed, strict=True)}
    return {number: refused[number] if number in refused else answers[number] for number in numbers}


def _refused(drafts: Mapping[int, Draft], caller: Caller, received_at: datetime) -> dict[int, Failed]:
    """The drafts, by number, that name what was erased while they were on their way."""
    refused: dict[int, Failed] = {}
    if not drafts or not erased_since(caller.namespace_id, received_at):
        return refused
    for number, item in drafts.items():
        try:
            refuse_erased(item.unit, received_at=received_at, labels=labels_of(item.origin.labels))
        except HindsightError as error:
            refused[number] = Failed(error)
    return refused


def _answer(item: Draft, placed: Placed, prepared: Prepared) -> WriteOut:
    steps = [*item.steps, *placed.steps(judged=prepared.preferences.judge_on_write)]
    return WriteOut(
        outcome=placed.outcome,
        memory=memory_out(placed.unit, preferences=prepared.preferences, now=prepared.now),
        touched=[Touched(id=effect.unit_id, what=effect.what, why=effect.why) for effect in placed.touched],
        why=placed.why,
        steps=[StepOut(step=one.step, did=one.did, why=one.why) for one in steps],
    )
