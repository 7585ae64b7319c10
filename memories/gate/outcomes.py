"""What became of a draft, and what the last two steps of the gate say of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from memories.gate.drafting import Did, Step
from memories.models import MemoryUnit
from memories.words import Outcome


@dataclass(frozen=True, slots=True)
class Effect:
    """What happened to another unit, and why."""

    unit_id: UUID
    what: str
    why: str


@dataclass(slots=True)
class Placed:
    """What became of one draft."""

    outcome: Outcome
    unit: MemoryUnit
    why: str = ""
    touched: list[Effect] = field(default_factory=list)
    review_now: bool = False

    def steps(self, *, judged: bool) -> list[Did]:
        """What the last two steps of the gate did; `judged` is whether the namespace judges when it writes."""
        overlap, why = _OVERLAP[self.outcome], self.why
        if self.outcome == Outcome.CREATED:
            why = "unsure_pair" if self.review_now else "nothing_to_judge" if judged else "equality_only"
        elif self.outcome == Outcome.QUARANTINED:
            why = "quarantined"
        queued = Did(Step.REVIEW, "queued", "unsure_pair") if self.review_now else Did(Step.REVIEW, "not_needed")
        return [Did(Step.OVERLAP, overlap, why), queued]


_OVERLAP = {
    Outcome.CREATED: "new",
    Outcome.REINFORCED: "same",
    Outcome.SUPERSEDED: "changed",
    Outcome.CONTESTED: "contradicts",
    Outcome.HISTORY: "outdated",
    Outcome.QUARANTINED: "not_compared",
}
