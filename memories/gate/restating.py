"""A statement that stands already: it is evidence, and may be the third source that settles a disagreement."""

from __future__ import annotations

from datetime import datetime

from memories.arbitration import arbitrate
from memories.callers import Caller
from memories.gate.drafting import Draft
from memories.gate.outcomes import Effect, Placed
from memories.gate.reinforcing import reinforce
from memories.models import MemoryUnit, Source
from memories.preferences import Preferences
from memories.words import Outcome


def restate(
    unit: MemoryUnit, draft: Draft, source: Source, *, caller: Caller, preferences: Preferences, now: datetime
) -> Placed:
    """The statement is taken as evidence; as a third independent source it may settle what two disagreed about."""
    why = reinforce(unit, draft, source, caller=caller, preferences=preferences, now=now)
    placed = Placed(Outcome.REINFORCED, unit, why)
    if why == "independent_source":
        for conflict in arbitrate(unit, preferences=preferences, actor=caller.actor, now=now):
            other = conflict.b_id if conflict.a_id == unit.pk else conflict.a_id
            placed.touched.append(Effect(other, "superseded", "third_independent_source"))
    return placed
