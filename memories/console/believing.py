"""Why a memory is believed as far as it is: what raised and what lowered its confidence, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memories.console.words import label
from memories.models import ConfidenceEvent, MemoryUnit

_NEWEST: Final = 8

CAUSES: Mapping[str, Promise] = {
    "independent_evidence": _("another source said the same"),
    "stated_as_fact": _("somebody said it as a fact"),
    "outcome_success": _("a task that used it succeeded"),
    "outcome_failure": _("a task that used it failed"),
    "confirmed": _("a person confirmed it"),
    "raised": _("it took over from what it replaced"),
    "superseded": _("something newer replaced it"),
    "falsified": _("it was found to be false"),
    "rejected": _("a person rejected it"),
    "released": _("a person released it"),
    "held": _("it was held back"),
    "restated": _("it was worded anew"),
    "restored": _("it was brought back"),
    "restored_by_recall": _("a search brought it back from the archive"),
    "rolled_back": _("it was rolled back"),
    "undone": _("a decision was taken back"),
    "evidence_undone": _("what a source said was taken back"),
    "evidence_erased": _("what a source said was erased"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One change of confidence."""

    before: float
    after: float
    why: str
    actor: str
    at: datetime

    @property
    def rose(self) -> bool:
        return self.after > self.before


def steps_of(unit: MemoryUnit) -> list[Step]:
    """The newest few changes of a unit's confidence, newest first. Called inside the wall."""
    rows = ConfidenceEvent.objects.filter(namespace_id=unit.namespace_id, unit_id=unit.pk)
    return [
        Step(row.before, row.after, str(CAUSES.get(row.cause, label(row.cause))), row.actor, row.created_at)
        for row in rows.order_by("-created_at", "-pk")[:_NEWEST]
    ]
