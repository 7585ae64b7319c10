"""Spot checks: decisions that no person made, drawn by dice, with a button for each verdict."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.callers import Caller
from memories.console.acting import action_path
from memories.console.base import NamespaceFilter, OpenFirst, WalledAdmin
from memories.console.people import names_of
from memories.console.roles import PAGES, may, namespaces_with
from memories.models import SpotCheck
from memories.preferences import preferences_of
from memories.shapes.reading import read
from review.presenting import spot_check_out
from review.shapes import SpotCheckOut, VerdictInput
from review.spot_checks import agreement, check, units_of


class CheckedFilter(OpenFirst):
    """What waits, unless something else is asked for."""

    title = _("verdict")
    parameter_name = "verdict"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("right", _("right")), ("wrong", _("wrong")), ("unsure", _("unsure")), ("all", _("all"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[SpotCheck]) -> QuerySet[SpotCheck]:
        value = self.value()
        return queryset if value == "all" else queryset.filter(verdict=value or "")


@admin.register(SpotCheck)
class SpotCheckAdmin(WalledAdmin[SpotCheck]):
    """The oldest first: what was drawn first is checked first."""

    page_template = "admin/review/check.html"
    change_list_template = "admin/review/checks.html"
    called = (_("spot check"), _("spot checks"))
    counted = _("spot checks")
    list_display = ("drawn_on", "verdict")
    list_filter = (CheckedFilter, NamespaceFilter)
    list_select_related = ("decision__conflict", "namespace")
    ordering = ("created_at", "pk")
    sortable_by = ()
    list_per_page = 20

    def get_urls(self) -> list[URLPattern]:
        return [action_path(self, "check", _checked), *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        counted = agreement(namespaces_with(request, PAGES[self.page]), now=timezone.now())
        answer = super().changelist_view(request, {"agreement": counted, **(extra_context or {})})
        # Django answers an address that it does not understand with a redirect, which has no rows.
        if changes := getattr(answer, "context_data", {}).get("cl"):
            answer.context_data["shown"] = _shown(request, list(changes.result_list))
        return answer

    def page_context(self, request: HttpRequest, row: SpotCheck) -> dict[str, Any]:
        (shown,) = _shown(request, [row])
        return {"title": _("Spot check"), "one": shown, "names": names_of({row.checked_by, row.decision.actor} - {""})}


def _shown(request: HttpRequest, rows: list[SpotCheck]) -> list[dict[str, Any]]:
    """Each check with its units and whether this person may say; the units of all in one query."""
    now, units = timezone.now(), units_of(rows)
    preferences = {space: preferences_of(space) for space in {row.namespace_id for row in rows}}
    found = []
    for row in rows:
        told: SpotCheckOut = spot_check_out(row, units, preferences=preferences[row.namespace_id], now=now)
        found.append(
            {
                "row": row,
                "told": told,
                "conflict": row.decision.conflict,
                "may": not row.verdict and may(request, "spotcheck_check", row.namespace_id),
            }
        )
    return found


def _checked(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    said = request.POST.get("verdict", "")
    body = read(
        VerdictInput,
        {
            "verdict": "wrong" if said == "undo" else said,
            "note": request.POST.get("note", ""),
            "undo": said == "undo",
        },
    )
    row = check(caller, pk, verdict=body.verdict, note=body.note, undo=body.undo, now=timezone.now())
    done = _now("Noted, and the decision is taken back.") if row.decision.undone_at else _now("Noted.")
    messages.success(request, done)
    return redirect("admin:memories_spotcheck_changelist")
