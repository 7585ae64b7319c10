"""Changing what a unit says, and taking it back to an earlier version."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories import audit
from memories.authority import may_restate, may_touch
from memories.callers import Caller
from memories.confidence import confirmed
from memories.confidence_log import log_confidence
from memories.contradictions import Judged, carry_out
from memories.cues import is_owed, kept_cue
from memories.embedding import EmbedderDown, embed_passages
from memories.embedding.providers import Vectors
from memories.erasure_ledger import refuse_erased
from memories.errors import Invalid, Moved, WrongState
from memories.gate import standing
from memories.gate.completing import complete, forget_derived
from memories.gate.drafting import speaker_of
from memories.gate.origin import channel_of, establish, save_source
from memories.gate.outcomes import Effect
from memories.gate.privacy import compared_text, masked_text, protect, said_by
from memories.gate.reinforcing import add_evidence
from memories.gate.rewording import refuse_unfit
from memories.gate.shape import refuse_impossible_times, refuse_too_long
from memories.identity import identify
from memories.judging.language import language_of
from memories.judging.statements import DECISIVE, EXCLUDING
from memories.lifecycle import locked_unit, no_equal_is_current
from memories.locks import lock_namespace
from memories.models import MemoryUnit
from memories.nudges import embed_soon, review_soon
from memories.overlap import neighbours_of
from memories.pairs import remember_pairs
from memories.preferences import Preferences, preferences_of
from memories.presenting import memory_out
from memories.searchable import add_vectors, drop_cue, index_units, vectors_of
from memories.shapes.inputs import MemoryInput, MemoryPatch
from memories.shapes.outputs import Touched, WriteOut
from memories.versions import next_content, save_with_version
from memories.walls import inside
from memories.words import Kind, Outcome, Scope, State

_SAYS = ("value", "subject", "attribute", "occurred_at")
"""Fields that change what is stated, and so evidence, confidence and the pairs judged."""

_ASKS = {"query", "key"}
_MAY_BE_NULL = ("success", "valid_from", "valid_to", "expires_at")


def update(
    caller: Caller,
    unit_id: UUID,
    patch: MemoryPatch,
    *,
    if_version: int | None = None,
    now: datetime,
) -> WriteOut:
    """Change a current unit; its new content passes the overlap step of the gate and makes a version.

    Raises:
        Moved: `if_version` is not the version it has now; the answer names that.
        WrongState: it is not current, or an equal statement is current already.
        Refused: it is critical, or its writer is more trusted than the caller; write a new memory instead.
    """
    caller.require(Scope.WRITE)
    preferences = preferences_of(caller.namespace_id)
    vectors = None
    if patch.value is not None:
        try:
            vectors = embed_passages([masked_text(caller.namespace_id, patch.value)])
        except EmbedderDown:
            vectors = None
    with inside(caller.namespace_id):
        lock_namespace(caller.namespace_id)
        unit = locked_unit(caller.namespace_id, unit_id)
        _may_edit(unit, caller, if_version, patch)
        if unit.sensitive:
            vectors = None  # what was embedded is the text itself; the worker embeds what it is to be found by
        before = {name: getattr(unit, name) for name in patch.model_fields_set if name != "channel"}
        if "value" in before:
            before["value"] = said_by(unit)
        wanted = {name: getattr(patch, name) for name in before}
        changed = {name for name in before if before[name] != wanted[name]}
        if not changed:
            return WriteOut(
                outcome=Outcome.UPDATED,
                memory=memory_out(unit, preferences=preferences, now=now),
                why="nothing_changed",
            )
        for name in changed:
            if wanted[name] is None and name not in _MAY_BE_NULL:
                raise Invalid(f"{name} cannot be null.", code=f"{name}_missing", field=name)
            setattr(unit, name, wanted[name])
        refuse_impossible_times(
            occurred_at=patch.occurred_at if "occurred_at" in changed else None,
            expires_at=patch.expires_at if "expires_at" in changed else None,
            now=now,
        )
        unit.derived = [name for name in unit.derived if name not in changed]
        if "value" in changed:
            refuse_too_long(unit.value, preferences.value_max_length)
            forget_derived(unit)
        protect(unit, preferences.privacy, restated="value" in changed)
        complete(unit, tool=unit.source.mcp_server, task_id=unit.source.task_id)
        if not caller.person:
            _pass_screens(unit, patch, changed, caller, preferences)
        return _save_edit(unit, changed, vectors, patch, caller, preferences, now)


def _may_edit(unit: MemoryUnit, caller: Caller, if_version: int | None, patch: MemoryPatch) -> None:
    if if_version is not None and if_version != unit.version:
        raise Moved(
            f"This memory is at version {unit.version}, not {if_version}. Read it again and decide anew.",
            version=unit.version,
        )
    if unit.state != State.ACTIVE:
        raise WrongState(f"Only a current memory can be changed; this one is {unit.state}.", code="not_current")
    if patch.model_fields_set & set(_SAYS) and not caller.person:
        may_restate(unit, caller, channel_of(_as_written(unit, patch), caller))
    else:
        may_touch(unit, caller)


def _pass_screens(
    unit: MemoryUnit, patch: MemoryPatch, changed: set[str], caller: Caller, preferences: Preferences
) -> None:
    """An edit that would not pass as a new memory is refused: the old text stands as it was, for all to see."""
    written = _as_written(unit, patch)
    channel = channel_of(written, caller)
    refuse_unfit(unit, speaker_of(written, channel), channel, preferences, fields=changed)


def _as_written(unit: MemoryUnit, patch: MemoryPatch) -> MemoryInput:
    """What the edit would be as a new memory; its channel is the one claimed, or the one that it speaks of itself."""
    return MemoryInput(
        value=unit.value,
        channel=patch.channel,
        session_id=unit.source.session_id,
        task_id=unit.source.task_id,
        mcp_server=unit.source.mcp_server,
    )


def _save_edit(
    unit: MemoryUnit,
    changed: set[str],
    vectors: Vectors | None,
    patch: MemoryPatch,
    caller: Caller,
    preferences: Preferences,
    now: datetime,
) -> WriteOut:
    restated = bool(changed & set(_SAYS))
    if restated:
        _restate(unit, patch, caller, preferences, now)
    if unit.valid_from and unit.valid_to and unit.valid_to < unit.valid_from:
        raise Invalid("valid_to is before valid_from.", code="valid_to_before_valid_from", field="valid_to")
    identify(unit, text=compared_text(unit), session_id=unit.source.session_id)
    no_equal_is_current(unit)
    refuse_erased(unit, received_at=now)
    old_vector, old_cue = vectors_of(unit) or (None, None)
    cue = kept_cue(unit, old_cue, asks_as_before=not changed & _ASKS, says_as_before="value" not in changed)
    vector = vectors[0] if vectors is not None and "value" in changed else old_vector
    vector_owed = vector is None or ("value" in changed and vectors is None)
    if restated:
        unit.content_version = next_content(unit)
        unit.embedding_due = vector_owed
        unit.idle_since = now
    unit.embedding_due = unit.embedding_due or is_owed(unit, cue)
    save_with_version(
        unit,
        action="updated",
        actor=caller.actor,
        now=now,
        reason=", ".join(sorted(changed)),
        content_changed=True,
    )
    index_units([unit], None)
    if restated and vector is not None and not vector_owed:
        add_vectors([unit], vector[None, :], [cue])
    elif not restated and cue is not old_cue:
        drop_cue(unit)
    if unit.embedding_due:
        embed_soon(unit.namespace_id)
    if restated:
        add_evidence(unit, unit.source, writer_id=caller.writer_id, stated_at=now, now=now)
    audit.record(
        namespace_id=unit.namespace_id,
        actor=caller.actor,
        action="unit_updated",
        object_type="unit",
        object_id=unit.pk,
        now=now,
        fields=sorted(changed),
    )
    touched = _meet_neighbours(unit, vector, caller, preferences, now) if restated else []
    return WriteOut(
        outcome=Outcome.CONTESTED if unit.contested else Outcome.UPDATED,
        memory=memory_out(unit, preferences=preferences, now=now),
        touched=[Touched(id=item.unit_id, what=item.what, why=item.why) for item in touched],
        why="updated",
    )


def _restate(unit: MemoryUnit, patch: MemoryPatch, caller: Caller, preferences: Preferences, now: datetime) -> None:
    """New words have a new source: the editor's. A person's word counts as confirmed."""
    unit.lang = language_of(unit.value)
    before = unit.confidence
    if caller.person:
        unit.last_verified_at = now
        unit.confidence = confirmed(unit.confidence)
    else:
        body = _as_written(unit, patch)
        origin = establish(body, caller)
        unit.source = save_source(origin, caller)
        unit.voice = origin.voice
        unit.kind = unit.kind if unit.kind == Kind.DIRECTIVE else standing.kind_of(body, origin.channel)
        unit.confidence = standing.confidence_of(body, Kind(unit.kind), origin.trust, preferences.rules)
        unit.independent_evidence = 1
    log_confidence(unit, before, cause="restated", actor=caller.actor, now=now)


def _meet_neighbours(
    unit: MemoryUnit,
    vector: Vectors | None,
    caller: Caller,
    preferences: Preferences,
    now: datetime,
) -> list[Effect]:
    touched = []
    waiting = vector is None
    near = neighbours_of(unit, vector, session_id=unit.source.session_id, preferences=preferences, now=now, lock=True)
    remember_pairs([(unit, near)], now=now)
    for item in near:
        if item.verdict.sure and item.verdict.label in EXCLUDING:
            if unit.state != State.ACTIVE or item.unit.state != State.ACTIVE:
                continue
            conflict = carry_out(
                unit, item.unit, Judged(item.verdict), preferences=preferences, actor=caller.actor, now=now
            )
            touched.append(Effect(item.unit.pk, item.unit.state, conflict.reason))
        elif item.verdict.label in DECISIVE:
            waiting = True
    if waiting:
        MemoryUnit.objects.filter(namespace_id=unit.namespace_id, pk=unit.pk).update(review_due_at=now)
        review_soon(unit.namespace_id)
    return touched
