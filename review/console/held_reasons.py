"""Why a memory is held back, in words: what its alert says, for who reads it in another language too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.models import Alert, MemoryUnit
from memories.screening import Reason
from memories.screening.suspicion import DETAILS

SUSPECTED: Mapping[Reason, Promise] = {
    Reason.HIDES_TEXT: _("It hides part of what it says: unseen characters, look-alike letters or an encoding."),
    Reason.FORGES_AUTHORITY: _("It speaks as a system, a developer or another role that it cannot have."),
    Reason.ASKS_TO_EXFILTRATE: _("It asks its reader for secrets, personal data or a hidden way out for them."),
    Reason.CLAIMS_TO_SUPERSEDE: _("It declares other memories or rules void; only their writer or a person may."),
    Reason.INSTRUCTS_READER: _("It gives orders to whoever reads it later instead of stating something."),
}

FAILED: Mapping[str, Promise] = {
    "unit_held": _("Tasks that used it failed, so that it is hardly believed any more."),
    "success_falls": _("It used to help, and most of the last tasks that used it failed."),
}
"""By the kind of the alert that was raised when it was held."""


def reasons_of(units: Iterable[MemoryUnit]) -> dict[UUID, str]:
    """Why each of these was held back; one query."""
    by_pk = {str(unit.pk): unit for unit in units}
    alerts = Alert.objects.filter(
        namespace_id__in={unit.namespace_id for unit in by_pk.values()},
        object_id__in=by_pk,
        kind__in=["quarantined", *FAILED],
    ).order_by("created_at", "pk")
    found = {unit.pk: _now("It was put aside for a person to look at.") for unit in by_pk.values()}
    for alert in alerts:
        unit = by_pk[alert.object_id]
        if (alert.kind == "quarantined") == (unit.state == "quarantined"):
            found[unit.pk] = _said(alert)
    return found


def _said(alert: Alert) -> str:
    if alert.kind in FAILED:
        return str(FAILED[alert.kind])
    for reason, detail in DETAILS.items():
        if alert.detail.startswith(detail):
            return str(SUSPECTED[reason])
    return alert.detail
