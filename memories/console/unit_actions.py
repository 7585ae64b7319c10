"""What people do to one unit; each calls the domain and goes back to the unit's page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from memories import lifecycle
from memories.callers import Caller
from memories.console.acting import Action, page_of
from memories.console.base import WalledAdmin
from memories.errors import Moved
from memories.forgetting.requests import preview_unit
from memories.gate.privacy import said_by
from memories.models import ForgetRequest, MemoryUnit, MemoryVersion
from memories.models.base import SNAPSHOT_FIELDS
from memories.numbers import whole
from memories.rolling_back import rollback
from memories.shapes.inputs import ReleaseInput, RollbackInput
from memories.shapes.reading import read
from memories.templatetags.hindsight import shown


def _back(request: HttpRequest, pk: UUID, said: str) -> HttpResponse:
    messages.success(request, said)
    return redirect(page_of(MemoryUnit, pk))


def critical(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    wanted = request.POST.get("critical") == "1"
    lifecycle.set_critical(caller, pk, critical=wanted, now=timezone.now())
    return _back(
        request,
        pk,
        _("Marked critical: no rule may lower, replace or archive it.") if wanted else _("No longer critical."),
    )


def restored(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    lifecycle.restore(caller, pk, now=timezone.now())
    return _back(request, pk, _("Restored: searches find it again."))


def released(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    said = request.POST.get("decision")
    reject = read(ReleaseInput, {} if said is None else {"decision": said}).decision == "reject"
    lifecycle.release(caller, pk, reject=reject, now=timezone.now())
    return _back(request, pk, _("Rejected as false.") if reject else _("Released: searches find it now."))


def deleted(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    lifecycle.delete(caller, pk, now=timezone.now())
    return _back(request, pk, _("Moved to the trash. It can be restored until the trash is emptied."))


def archived(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    lifecycle.set_aside(caller, pk, now=timezone.now())
    return _back(request, pk, _("Archived: searches pass it over, and it can be restored at any time."))


def forgotten(_request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    """Erases nothing yet: what would go is shown, and confirmed, on the page of the request."""
    return redirect(page_of(ForgetRequest, preview_unit(caller, pk, now=timezone.now()).pk))


def rollback_from(owner: WalledAdmin[MemoryUnit]) -> Action:
    """GET shows what a rollback would change; POST does it."""

    def act(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
        if request.method == "POST":
            number = read(RollbackInput, {"version": _whole(request.POST.get("version"))}).version
            seen = _whole(request.POST.get("seen"))
            try:
                unit = rollback(caller, pk, number, if_version=seen, now=timezone.now())
            except Moved as moved:
                messages.error(request, _moved(moved.extra["version"]))
                return redirect(page_of(MemoryUnit, pk))
            return _back(request, pk, _("Rolled back to version %(number)d.") % {"number": number} + _contested(unit))
        return owner.show(request, "admin/memories/rollback.html", _preview(pk, _whole(request.GET.get("version"))))

    return act


def _whole(text: str | None) -> int:
    number = whole(text)
    if number is None or number >= 10**9:  # more than the column of a version holds
        raise Http404
    return number


def _moved(version: int) -> str:
    return _(
        "Nothing was rolled back: this memory has changed since you looked, and is at version %(version)d now. "
        "Its timeline says what happened."
    ) % {"version": version}


def _contested(unit: MemoryUnit) -> str:
    if not unit.contested:
        return ""
    return " " + _("It now stands against what had replaced it: see the conflict below.")


def _preview(pk: UUID, number: int) -> dict[str, Any]:
    unit = MemoryUnit.objects.get(pk=pk)
    version = MemoryVersion.objects.filter(namespace_id=unit.namespace_id, unit_id=pk, number=number).first()
    if version is None:
        raise Http404
    return {
        "title": _("Roll back"),
        "unit": unit,
        "version": version,
        "same": number == unit.version,
        "now": said_by(unit),
        "then": said_by(version),
        "wording": (said_by(unit), said_by(version)),
        "changes": [
            (name, (getattr(unit, name), getattr(version, name)))
            for name in SNAPSHOT_FIELDS
            if name not in ("original", "value") and shown(getattr(unit, name)) != shown(getattr(version, name))
        ],
    }
