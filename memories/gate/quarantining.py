"""What the screen set apart: stored once, with its reason, for a person to look at."""

from __future__ import annotations

from datetime import datetime

import numpy as np
import numpy.typing as npt

from memories import alerts
from memories.callers import Caller
from memories.gate.drafting import Draft
from memories.gate.inserting import Fresh, insert_all
from memories.gate.outcomes import Placed
from memories.gate.reinforcing import add_evidence
from memories.gate.restating import restate
from memories.models import MemoryUnit, Source
from memories.preferences import Preferences
from memories.words import Outcome, State


def quarantine(
    draft: Draft,
    vector: npt.NDArray[np.float32] | None,
    source: Source,
    *,
    caller: Caller,
    preferences: Preferences,
    now: datetime,
) -> Placed:
    """Set apart with its reason, for a person; the same text again is counted, not stored or asked again."""
    unit = draft.unit
    known = _known_poison(unit)
    if known is not None and known.state == State.ACTIVE:
        # A person has looked at this text before and let it stand.
        return restate(known, draft, source, caller=caller, preferences=preferences, now=now)
    why = draft.steps[-1].why if draft.steps else ""
    if known is not None:
        add_evidence(known, source, writer_id=caller.writer_id, stated_at=unit.occurred_at, now=now)
        if known.state == State.FALSIFIED:
            return Placed(Outcome.QUARANTINED, known, "rejected_before")
        unit = known
    else:
        insert_all([Fresh(unit, vector, (), False, draft.cue)], caller=caller, now=now)
    alerts.raise_alert(
        namespace_id=unit.namespace_id,
        kind="quarantined",
        object_type="unit",
        object_id=unit.pk,
        detail=f"{draft.suspicion} It is not recalled until a person releases it. Reject it if it is what it seems.",
        now=now,
    )
    return Placed(Outcome.QUARANTINED, unit, why)


def _known_poison(unit: MemoryUnit) -> MemoryUnit | None:
    """The unit of this text that a person let stand, rejected, or has yet to look at, locked."""
    rows = MemoryUnit.objects.filter(
        namespace_id=unit.namespace_id,
        digest=unit.digest,
        state__in=[State.ACTIVE, State.QUARANTINED, State.FALSIFIED],
    )
    found = {
        State(row.state): row for row in rows.select_related("source").order_by("pk").select_for_update(of=("self",))
    }
    return found.get(State.ACTIVE) or found.get(State.QUARANTINED) or found.get(State.FALSIFIED)
