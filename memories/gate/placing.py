"""Gate step 7: one draft meets what is current, under the lock, and becomes a unit or part of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from uuid import UUID

import numpy as np
import numpy.typing as npt

from memories.callers import Caller
from memories.contradictions import Judged, carry_out
from memories.gate.drafting import Draft
from memories.gate.echo import retells
from memories.gate.inserting import Fresh, insert_all
from memories.gate.origin import save_source
from memories.gate.outcomes import Effect, Placed
from memories.gate.quarantining import quarantine
from memories.gate.restating import restate
from memories.identity import declared_key
from memories.judging.statements import DECISIVE, EXCLUDING, Feature, Verdict
from memories.lifecycle import archive
from memories.models import Conflict, MemoryUnit, Relation
from memories.overlap import current_units, neighbours_of
from memories.preferences import Preferences
from memories.unit_verdicts import Neighbour
from memories.words import ConflictState, Outcome, RelationType, State, Tier

_CHAIN_LIMIT = 50


def place(
    draft: Draft,
    vector: npt.NDArray[np.float32] | None,
    *,
    caller: Caller,
    preferences: Preferences,
    now: datetime,
    look: Callable[[], list[Neighbour]] | None = None,
) -> Placed:
    """Write one statement. The caller holds the lock of its slot and an open transaction.

    `look` gives what memories.overlap.neighbours_of would, locked, where the caller knows it in a cheaper way.
    """
    source = save_source(draft.origin, caller)
    draft.unit.source = source
    if draft.unit.state == State.QUARANTINED:
        return quarantine(draft, vector, source, caller=caller, preferences=preferences, now=now)
    if draft.echo is not None:
        return _echoed(draft.unit.namespace_id, draft.echo)
    equal, former = _equal_statements(draft.unit, actor=caller.actor, now=now)
    if equal is not None:
        return restate(equal, draft, source, caller=caller, preferences=preferences, now=now)
    near = []
    if preferences.judge_on_write and look is not None:
        near = look()
    elif preferences.judge_on_write:
        session_id = draft.origin.labels.session_id
        near = neighbours_of(draft.unit, vector, session_id=session_id, preferences=preferences, now=now, lock=True)
    retold = next((item for item in near if retells(draft, item.unit.pk, item.verdict.label)), None)
    if retold is not None:
        return Placed(Outcome.REINFORCED, retold.unit, _ECHO)
    same = next((item for item in near if item.verdict.label == "same" and item.verdict.sure), None)
    if same is not None and _mergeable(draft.unit, same.unit):
        return restate(same.unit, draft, source, caller=caller, preferences=preferences, now=now)
    if draft.unit.confidence < preferences.min_confidence:
        # What its own writer hardly believes decides nothing by itself.
        near = [replace(item, verdict=replace(item.verdict, sure=False)) for item in near]
    elif former is not None:
        near = _with_what_replaced_it(former, near, now)
    unsure = bool(unsure_of(near))
    fresh = Fresh(draft.unit, vector, near, unsure or vector is None or not preferences.judge_on_write, draft.cue)
    insert_all([fresh], caller=caller, now=now)
    placed = Placed(Outcome.CREATED, draft.unit, review_now=unsure and preferences.event_review)
    for item in near:
        if item.verdict.sure and item.verdict.label in EXCLUDING:
            _meet(placed, item, caller=caller, preferences=preferences, now=now)
    return placed


_ECHO = "recalled_text"


def _echoed(namespace_id: int, unit_id: UUID) -> Placed:
    """The unit that the writer was shown, untouched: what it repeats is neither new nor evidence."""
    unit = MemoryUnit.objects.select_related("source").get(namespace_id=namespace_id, pk=unit_id)
    return Placed(Outcome.REINFORCED if unit.state == State.ACTIVE else Outcome.HISTORY, unit, _ECHO)


def unsure_of(near: Iterable[Neighbour]) -> list[Neighbour]:
    """Those that would do something to each other if the judge were sure; a review looks at them again."""
    return [item for item in near if not item.verdict.sure and item.verdict.label in DECISIVE]


def _equal_statements(unit: MemoryUnit, *, actor: str, now: datetime) -> tuple[MemoryUnit | None, MemoryUnit | None]:
    """(the current unit that says the same, the one superseded last that said the same), locked.

    One whose time is up, but which upkeep has not seen yet, gives way.
    """
    rows = (
        MemoryUnit.objects.filter(
            namespace_id=unit.namespace_id, digest=unit.digest, state__in=[State.ACTIVE, State.SUPERSEDED]
        )
        .select_related("source")
        .order_by("-state_changed_at", "pk")
        .select_for_update(of=("self",))
    )
    equal = former = None
    for row in rows:
        if row.state == State.SUPERSEDED:
            former = former or row
        elif row.expires_at is not None and row.expires_at <= now:
            archive(row, actor=actor, now=now, reason="expired")
        else:
            equal = row
    return equal, former


def _mergeable(new: MemoryUnit, old: MemoryUnit) -> bool:
    """Whether a paraphrase may be folded in: not across scenes, attributes, or the true and the mistaken mark."""
    if declared_key(new) and declared_key(old) and declared_key(new) != declared_key(old):
        return False
    if new.attribute and old.attribute and new.attribute != old.attribute:
        return False
    if new.expires_at is not None and old.expires_at is None and old.tier == Tier.LONG:
        return True
    return new.success == old.success or new.success is None or old.success is None


def _with_what_replaced_it(former: MemoryUnit, near: list[Neighbour], now: datetime) -> list[Neighbour]:
    """A, then B, then A again: what replaced an equal statement is what the new one now replaces, sure.

    The database knows that the two exclude each other; no judge needs to see it again.
    """
    head = former
    for _ in range(_CHAIN_LIMIT):
        edge = (
            Relation.objects.filter(namespace_id=former.namespace_id, to_unit_id=head.pk, type=RelationType.SUPERSEDES)
            .order_by("-created_at")
            .select_related("from_unit")
            .first()
        )
        if edge is None:
            break
        head = edge.from_unit
        if head.state != State.SUPERSEDED:
            break
    now_current = current_units(former.namespace_id, now).filter(pk=head.pk).first()
    if now_current is None:
        return near
    verdict = Verdict("changed", 0.99, True, (Feature("restated after it was superseded", 8.0),))
    others = [item for item in near if item.unit.pk != now_current.pk]
    return [Neighbour(now_current, None, verdict), *others]


def _meet(placed: Placed, item: Neighbour, *, caller: Caller, preferences: Preferences, now: datetime) -> None:
    """Carry out what the policy says of the new unit and a current one that exclude each other."""
    unit, other = placed.unit, item.unit
    if unit.state != State.ACTIVE or other.state != State.ACTIVE:
        return
    conflict: Conflict = carry_out(
        unit,
        other,
        Judged(item.verdict),
        preferences=preferences,
        actor=caller.actor,
        now=now,
    )
    if conflict.state != ConflictState.SETTLED:
        placed.touched.append(Effect(other.pk, "contested", conflict.reason))
        if placed.outcome != Outcome.HISTORY:
            placed.outcome, placed.why = Outcome.CONTESTED, conflict.reason
    elif unit.state != State.ACTIVE:
        placed.outcome, placed.why = Outcome.HISTORY, conflict.reason
        placed.touched.append(Effect(other.pk, "kept", conflict.reason))
    else:
        placed.touched.append(Effect(other.pk, other.state, conflict.reason))
        if placed.outcome == Outcome.CREATED:
            placed.outcome, placed.why = Outcome.SUPERSEDED, conflict.reason
