"""Taking a unit back to an earlier version."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories import audit
from memories.callers import Caller
from memories.confidence_log import log_confidence
from memories.contradictions import reopen
from memories.cues import is_owed, kept_cue, question_of
from memories.errors import Moved, NotFound, WrongState
from memories.gate.privacy import compared_text
from memories.identity import identify
from memories.judging.language import language_of
from memories.lifecycle import locked_unit, no_equal_is_current
from memories.locks import lock_namespace
from memories.models import MemoryUnit, MemoryVersion
from memories.nudges import embed_soon
from memories.searchable import drop_cue, index_units, vectors_of
from memories.versions import put_back, save_with_version
from memories.walls import inside
from memories.words import Scope, State


def rollback(caller: Caller, unit_id: UUID, number: int, *, if_version: int | None = None, now: datetime) -> MemoryUnit:
    """A new version equal to an old one; no embedder is needed, because the old content kept its vector.

    If that makes a unit current again that another one superseded, both stay and people decide between them:
    a rollback never retires anything by itself.

    Raises:
        NotFound: there is no such unit or version.
        Moved: `if_version` is not the version it has now.
        WrongState: it is at that version, or an equal statement is current already.
    """
    caller.require(Scope.REVIEW)
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        unit = locked_unit(caller.namespace_id, unit_id)
        if if_version is not None and if_version != unit.version:
            raise Moved(f"This memory is at version {unit.version}, not {if_version}.", version=unit.version)
        version = MemoryVersion.objects.filter(namespace_id=caller.namespace_id, unit_id=unit_id, number=number).first()
        if version is None:
            raise NotFound(f"This memory has no version {number}.", field="version")
        if number == unit.version:
            raise WrongState("It is at this version already.", code="same_version", field="version")
        put_back_to(unit, version, actor=caller.actor, now=now)
        return unit


def put_back_to(unit: MemoryUnit, version: MemoryVersion, *, actor: str, now: datetime) -> None:
    """Give a locked unit the content and standing of one of its versions, as a version of its own.

    Raises:
        WrongState: an equal statement is current already.
    """
    confidence_before = unit.confidence
    put_back(unit, version)
    unit.lang = language_of(unit.value)
    identify(unit, text=compared_text(unit), session_id=unit.source.session_id)
    if unit.state == State.ACTIVE:
        no_equal_is_current(unit)
    unit.state_changed_at = unit.idle_since = now
    found = vectors_of(unit)
    old_cue = None if found is None else found[1]
    cue = kept_cue(unit, old_cue, asks_as_before=_asked_last(unit) == question_of(unit))
    unit.embedding_due = found is None or is_owed(unit, cue)
    save_with_version(
        unit,
        action="rolled_back",
        actor=actor,
        now=now,
        reason=f"to version {version.number}",
        content_changed=True,
    )
    if cue is not old_cue:
        drop_cue(unit)
    if unit.embedding_due:
        embed_soon(unit.namespace_id)
    index_units([unit], None)
    log_confidence(unit, confidence_before, cause="rolled_back", actor=actor, now=now, to=version.number)
    audit.record(
        namespace_id=unit.namespace_id,
        actor=actor,
        action="unit_rolled_back",
        object_type="unit",
        object_id=unit.pk,
        now=now,
        to=version.number,
        version=unit.version,
    )
    if unit.state == State.ACTIVE:
        reopen(unit, actor=actor, now=now)


def _asked_last(unit: MemoryUnit) -> str:
    """The question that the unit's content was last asked by: an edit of that alone is no new content."""
    last = (
        MemoryVersion.objects.filter(
            namespace_id=unit.namespace_id, unit_id=unit.pk, content_version=unit.content_version
        )
        .order_by("-number")
        .first()
    )
    return "" if last is None else question_of(last)
