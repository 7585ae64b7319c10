"""The life of a forget request: preview, then one transaction that erases, then proof."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core import signing
from django.db import connections
from django.utils.crypto import constant_time_compare

from memories import audit, settling
from memories.callers import Caller
from memories.erasure_ledger import mark_digest
from memories.errors import NotFound
from memories.forgetting.erasers import ERASERS, count, erase
from memories.forgetting.finding import Found, Target, find
from memories.forgetting.naming import spellings
from memories.forgetting.survivors import hand_over
from memories.forgetting.vacuum import vacuum
from memories.judging import forget_texts
from memories.locks import lock_namespace
from memories.models import Conflict, ErasureMark, ForgetRequest, MemoryUnit, Source
from memories.nudges import finish_forgetting_soon
from memories.preferences import preferences_of
from memories.shapes.inputs import ForgetInput
from memories.walls import inside
from memories.words import OPEN_CONFLICTS, ForgetState, Scope

_SALT = "hindsight.forget-receipt"
_FINISHED_AT_ONCE = 50_000
"""Vectors up to which the vacuum is made within the request; at a million it takes most of a minute (ADR 0002)."""


def target_of(body: ForgetInput) -> Target:
    if body.subject is not None:
        return Target("subject", body.subject)
    if body.identifier is not None:
        return Target("identifier", body.identifier)
    return Target("source", str(body.source_id))


def request_forgetting(caller: Caller, body: ForgetInput, *, now: datetime) -> ForgetRequest:
    """Preview (`dry_run`) or erase at once. Asking again for what is gone is safe: the counts are zero.

    Raises:
        NotFound: a source that does not exist.
    """
    target = target_of(body)
    request = _preview(caller, target, now=now)
    return request if body.dry_run else confirm(caller, request.pk, now=now)


def erase_unit(caller: Caller, unit_id: UUID, *, now: datetime) -> ForgetRequest:
    """Erase one unit with all that was derived from it, in the trash or not, with a receipt. Raises NotFound."""
    return confirm(caller, preview_unit(caller, unit_id, now=now).pk, now=now)


def preview_unit(caller: Caller, unit_id: UUID, *, now: datetime) -> ForgetRequest:
    """What erasing one unit would erase, to be confirmed. Raises NotFound."""
    return _preview(caller, Target("unit", str(unit_id)), now=now)


def _preview(caller: Caller, target: Target, *, now: datetime) -> ForgetRequest:
    """A request with its counts, not confirmed yet. Raises NotFound for a source or a unit that does not exist."""
    caller.require(Scope.FORGET)
    space = caller.namespace_id
    with inside(space):
        if target.by == "source" and not Source.objects.filter(namespace_id=space, pk=target.name).exists():
            raise NotFound("There is no such source.", field="source_id")
        if target.by == "unit" and not MemoryUnit.objects.filter(namespace_id=space, pk=target.name).exists():
            raise NotFound("There is no such memory.", field="id")
        request = ForgetRequest(
            namespace_id=space,
            by=target.by,
            identifier=target.name,
            digest=mark_digest(target.by, target.name),
            state=ForgetState.PREVIEW,
            requested_by=caller.actor,
            created_at=now,
        )
        request.counts = count(space, find(space, target))
        request.save(force_insert=True)
        audit.record(
            namespace_id=space,
            actor=caller.actor,
            action="forget_previewed",
            object_type="forget_request",
            object_id=request.pk,
            now=now,
        )
    return request


def confirm(caller: Caller, request_id: UUID, *, now: datetime) -> ForgetRequest:
    """Erase what a preview found (as it stands now), then finish: probe, vacuum, receipt."""
    caller.require(Scope.FORGET)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        request = _locked(caller.namespace_id, request_id)
        if request.state == ForgetState.PREVIEW:
            _erase(request, actor=caller.actor, now=now)
            # A small store answers with the receipt; a large one is vacuumed by the job, as is one whose process
            # dies before.
            finish_forgetting_soon(caller.namespace_id, request.pk)
    if _vectors_about() > _FINISHED_AT_ONCE:
        return request
    return finish(caller.namespace_id, request_id, now=now)


def _vectors_about() -> int:
    """How many vectors the store holds, by the planner's estimate."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'memories_vector'::regclass")
        return int(cursor.fetchone()[0])


def read_request(caller: Caller, request_id: UUID) -> ForgetRequest:
    """One request. Raises NotFound."""
    caller.require(Scope.FORGET)
    with inside(caller.namespace_id):
        request = ForgetRequest.objects.filter(namespace_id=caller.namespace_id, pk=request_id).first()
        if request is None:
            raise NotFound("There is no such forget request.", field="id")
        return request


def _locked(namespace_id: int, request_id: UUID) -> ForgetRequest:
    request = ForgetRequest.objects.filter(namespace_id=namespace_id, pk=request_id).select_for_update().first()
    if request is None:
        raise NotFound("There is no such forget request.", field="id")
    return request


def _erase(request: ForgetRequest, *, actor: str, now: datetime) -> None:
    """One transaction: rows gone, ledger marked, request running."""
    space = request.namespace_id
    found = find(space, Target(request.by, request.identifier or ""))
    bystanders = _open_conflict_partners(space, found)
    hand_over(space, found, actor=actor, preferences=preferences_of(space), now=now)
    request.counts = erase(space, found)
    settling.refresh_contested(space, MemoryUnit.objects.filter(namespace_id=space, pk__in=bystanders))
    for digest in _digests(request):
        ErasureMark.objects.update_or_create(
            namespace_id=space, by=request.by, digest=digest, defaults={"erased_at": now}
        )
    request.state = ForgetState.RUNNING
    request.save(update_fields=["counts", "state"])
    audit.record(
        namespace_id=space,
        actor=actor,
        action="forgotten",
        object_type="forget_request",
        object_id=request.pk,
        now=now,
        counts=request.counts,
    )


def _digests(request: ForgetRequest) -> list[str]:
    """Under which the ledger remembers what was erased: a mark in a statement gives away what it stands for, too."""
    if request.by not in ("subject", "identifier") or not request.identifier:
        return [request.digest]
    return [mark_digest(request.by, name) for name in spellings(request.namespace_id, request.identifier)]


def _open_conflict_partners(namespace_id: int, found: Found) -> set[UUID]:
    """Units whose open conflict goes with the erased side: they are contested no longer."""
    pairs = (
        Conflict.objects.filter(namespace_id=namespace_id, state__in=OPEN_CONFLICTS)
        .filter(a_id__in=found.units)
        .values_list("b_id", flat=True),
        Conflict.objects.filter(namespace_id=namespace_id, state__in=OPEN_CONFLICTS, b_id__in=found.units).values_list(
            "a_id", flat=True
        ),
    )
    return {pk for rows in pairs for pk in rows} - found.units


def finish(namespace_id: int, request_id: UUID, *, now: datetime) -> ForgetRequest:
    """Look again, vacuum, sign the receipt, and drop the identifier; safe to run twice."""
    with inside(namespace_id):
        request = _locked(namespace_id, request_id)
        if request.state != ForgetState.RUNNING:
            return request
        target = Target(request.by, request.identifier or "")
        left = 0
        for number in count(namespace_id, find(namespace_id, target)).values():
            left += number
    # The judge keeps the last texts that it took apart, and their pieces.
    forget_texts()
    vacuumed = vacuum()
    with inside(namespace_id):
        request = _locked(namespace_id, request_id)
        if request.state != ForgetState.RUNNING:
            return request
        request.state = ForgetState.DONE if left == 0 else ForgetState.FAILED
        request.error_code = "" if left == 0 else "still_found"
        request.finished_at = now
        request.receipt = _receipt(request, left=left, vacuumed=vacuumed, now=now)
        request.identifier = None if left == 0 else request.identifier
        request.save(update_fields=["state", "error_code", "finished_at", "receipt", "identifier"])
        audit.record(
            namespace_id=namespace_id,
            actor="hindsight",
            action="forget_finished",
            object_type="forget_request",
            object_id=request.pk,
            now=now,
            state=request.state,
            left=left,
        )
        return request


def _receipt(request: ForgetRequest, *, left: int, vacuumed: bool, now: datetime) -> dict[str, Any]:
    """Counts only, signed with SECRET_KEY; `verify_receipt` checks it."""
    body = {
        "request": str(request.pk),
        "by": request.by,
        "erased": {name: number for name, number in request.counts.items() if number},
        "kinds_looked_at": [eraser.name for eraser in ERASERS],
        "left": left,
        "vacuumed": vacuumed,
        "erased_at": now.isoformat(),
    }
    return {**body, "signature": _sign(body)}


def _sign(body: dict[str, Any]) -> str:
    return signing.Signer(salt=_SALT).signature(json.dumps(body, sort_keys=True, separators=(",", ":")))


def verify_receipt(receipt: dict[str, Any]) -> bool:
    """Whether a receipt is one that this installation signed, unchanged."""
    body = {name: value for name, value in receipt.items() if name != "signature"}
    return constant_time_compare(str(receipt.get("signature", "")), _sign(body))
