"""Alerts: what a person should look at, and a button that says it was seen."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.alerts import acknowledge
from memories.callers import Caller
from memories.console.acting import action_path
from memories.console.base import NamespaceFilter, OpenFirst, WalledAdmin
from memories.console.people import name_of
from memories.console.roles import PAGES, may, namespaces_with
from memories.console.words import ALERTS
from memories.models import Alert
from memories.templatetags.hindsight import ago, label

_PAGES = {
    "conflict": "admin:memories_conflict_change",
    "unit": "admin:memories_memoryunit_change",
    "token": "admin:memories_token_change",
}


class KindFilter(SimpleListFilter):
    """What it is about."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(kind, label(kind)) for kind in ALERTS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Alert]) -> QuerySet[Alert]:
        return queryset.filter(kind=self.value()) if self.value() in ALERTS else queryset


class SeenFilter(OpenFirst):
    """Open ones, unless all are asked for."""

    title = _("seen")
    parameter_name = "seen"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("acknowledged")), ("all", _("all"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Alert]) -> QuerySet[Alert]:
        if self.value() == "all":
            return queryset
        return queryset.filter(acknowledged_at__isnull=self.value() != "yes")


@admin.register(Alert)
class AlertAdmin(WalledAdmin[Alert]):
    """The newest first."""

    page_template = "admin/memories/alert.html"
    list_display = ("kind_shown", "detail_shown", "times", "namespace", "raised")
    list_filter = (SeenFilter, KindFilter, NamespaceFilter)
    list_select_related = ("namespace",)
    ordering = ("-created_at", "-pk")
    nothing = _("No alert is open. One appears when a conflict waits, a memory is held, or a writer does harm.")

    @admin.display(description=_("alert"), ordering="kind")
    def kind_shown(self, alert: Alert) -> str:
        return label(alert.kind)

    @admin.display(description=_("what to do"))
    def detail_shown(self, alert: Alert) -> SafeString:
        return format_html('<span class="hs-text">{}</span>', alert.detail)

    @admin.display(description=_("raised"), ordering="created_at")
    def raised(self, alert: Alert) -> SafeString:
        return ago(alert.created_at)

    def get_urls(self) -> list[URLPattern]:
        return [action_path(self, "acknowledge", _acknowledged), *super().get_urls()]

    def page_context(self, request: HttpRequest, row: Alert) -> dict[str, Any]:
        return {
            "title": _("Alert"),
            "alert": row,
            "about": _about(request, row),
            "seen_by": name_of(row.acknowledged_by) if row.acknowledged_by else "",
            "can_acknowledge": row.acknowledged_at is None and may(request, "alert_acknowledge", row.namespace_id),
        }


def _about(request: HttpRequest, alert: Alert) -> str:
    """Where to look, if this person may; the inbox for what waits there."""
    if alert.object_type == "namespace":
        return reverse("admin:memories_conflict_changelist")
    if alert.object_type == "token" and alert.namespace_id not in namespaces_with(request, PAGES["token"]):
        return ""
    page = _PAGES.get(alert.object_type)
    return reverse(page, args=[alert.object_id]) if page and alert.object_id else ""


def _acknowledged(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    acknowledge(caller, pk, now=timezone.now())
    messages.success(request, _now("Acknowledged. It is raised again if it happens again."))
    return redirect("admin:memories_alert_changelist")
