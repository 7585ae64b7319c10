"""Keys that make a retry safe: one row for a writer's key, made in the transaction of the write that it came with.

A refused or failed write leaves no row. Two requests at once meet in the unique constraint: the second waits for the
first to end, and then finds its answer. Keys are looked up under the locks of memories.locks, never before them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from memories.asking.answers import gone
from memories.callers import Caller
from memories.errors import Invalid, WrongState
from memories.keys import keyed_digest
from memories.models import IdempotencyKey
from memories.models.base import new_id
from memories.shapes.inputs import MemoryInput

Answer = dict[str, Any]
"""What a key answers again: {"results": [Kept, …]} of a write or a batch, {"job": id} of one in the background."""

_OF_A_WRITE = frozenset(MemoryInput.model_fields) - {"idempotency_key"}


class Reused(WrongState):
    code = "idempotency_key_reused"


@dataclass(frozen=True, slots=True)
class Retry:
    """A key that came with a request, and what was asked; both as keyed digests."""

    digest: str
    request: str


def retry_of(caller: Caller, key: str | None, kind: str, request: object) -> Retry | None:
    """What a key means to this writer, or None without a key. Keys of two tokens are two keys."""
    if key is None:
        return None
    writer = caller.writer_id if caller.writer_id is not None else caller.actor
    return Retry(
        digest=keyed_digest("idempotency", caller.namespace_id, writer, key),
        request=keyed_digest("request", caller.namespace_id, kind, _spelt(request)),
    )


def retry_of_write(caller: Caller, body: MemoryInput) -> Retry | None:
    """The same, of one write; through whichever door it came, alone or in a batch."""
    if body.idempotency_key is None:
        return None
    said = body.model_dump(mode="json", include=set(_OF_A_WRITE), exclude_defaults=True)
    return retry_of(caller, body.idempotency_key, "write", said)


def _spelt(request: object) -> str:
    try:
        return json.dumps(request, sort_keys=True, separators=(",", ":"), default=str)
    except (RecursionError, TypeError, ValueError):
        raise Invalid("items: is nested too deeply.", code="items_invalid", field="items") from None


def remembered(namespace_id: int, retries: Collection[Retry]) -> dict[Retry, Answer | WrongState]:
    """What these keys answer, as far as they are known; one query, inside a transaction of the namespace.

    A key that was used with another request, or of which an erasure left nothing, gives the refusal of it.
    """
    rows = IdempotencyKey.objects.filter(namespace_id=namespace_id, digest__in=[one.digest for one in retries])
    known = {row.digest: row for row in rows}
    return {one: _answer(known[one.digest], one) for one in retries if one.digest in known}


def _answer(row: IdempotencyKey, retry: Retry) -> Answer | WrongState:
    if not row.request_digest:
        return gone()
    return row.answer if row.request_digest == retry.request else reused()


def reused() -> Reused:
    return Reused(
        "This idempotency_key came with another request before. Use a new key for a new request.",
        field="idempotency_key",
    )


def claim(namespace_id: int, retries: Collection[Retry], *, now: datetime) -> set[Retry]:
    """Take these keys for the transaction under way; those that were free. Waits for whoever is about to take one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO memories_idempotencykey (id, namespace_id, digest, request_digest, answer, created_at) "
            "SELECT given.id, %s, given.digest, given.request, '{}', %s "
            "FROM unnest(%s::uuid[], %s::text[], %s::text[]) AS given (id, digest, request) "
            "ON CONFLICT (namespace_id, digest) DO NOTHING RETURNING digest",
            [
                namespace_id,
                now,
                [new_id() for _ in retries],
                [one.digest for one in retries],
                [one.request for one in retries],
            ],
        )
        taken = {row[0] for row in cursor.fetchall()}
    return {one for one in retries if one.digest in taken}


def settle(namespace_id: int, answers: Mapping[Retry, Answer | None]) -> None:
    """Say what the keys taken in this transaction answer; None lets one go, as if it had never been sent."""
    lost = [one.digest for one, answer in answers.items() if answer is None]
    if lost:
        IdempotencyKey.objects.filter(namespace_id=namespace_id, digest__in=lost).delete()
    said = [(one.digest, json.dumps(answer)) for one, answer in answers.items() if answer is not None]
    if not said:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE memories_idempotencykey SET answer = said.answer "
            "FROM unnest(%s::text[], %s::jsonb[]) AS said (digest, answer) "
            "WHERE namespace_id = %s AND memories_idempotencykey.digest = said.digest",
            [[digest for digest, _ in said], [answer for _, answer in said], namespace_id],
        )
