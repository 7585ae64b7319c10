"""Runs and spot checks turned into what doors give out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from memories.models import MemoryUnit, SpotCheck
from memories.preferences import Preferences
from memories.presenting import decision_out, memory_out
from review.models import ReviewRun
from review.shapes import CheckedUnit, JudgedOut, ReviewOut, SpotCheckOut


def review_out(run: ReviewRun) -> ReviewOut:
    return ReviewOut(
        id=run.pk,
        state=run.state,
        trigger=run.trigger,
        seen=run.seen,
        pairs=run.pairs,
        judged=JudgedOut(local=run.judged_local, llm=run.judged_llm),
        changed=run.changed,
        deferred=run.deferred,
        tokens=run.tokens,
        error_code=run.error_code,
        created_at=run.created_at,
        started_at=run.started_at,
        finished_at=run.finished_at,
    )


def spot_check_out(
    row: SpotCheck, units: Mapping[UUID, MemoryUnit], *, preferences: Preferences, now: datetime
) -> SpotCheckOut:
    """A check with the decision that it is of; `units` are those of `spot_checks.units_of`."""
    did = {UUID(move["unit"]): str(move["action"]) for move in row.decision.moves}
    conflict = row.decision.conflict
    sides = [conflict.a_id, conflict.b_id] if conflict is not None else []
    shown = [pk for pk in dict.fromkeys([*sides, *did]) if pk in units]
    return SpotCheckOut(
        id=row.pk,
        decision=decision_out(row.decision),
        units=[
            CheckedUnit(memory=memory_out(units[pk], preferences=preferences, now=now), what=did.get(pk, ""))
            for pk in shown
        ],
        drawn_on=row.drawn_on,
        verdict=row.verdict,
        checked_by=row.checked_by,
        checked_at=row.checked_at,
    )
