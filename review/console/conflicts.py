"""The inbox: conflicts by risk and age, both sides in sight."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from memories.console.acting import action_path
from memories.console.base import NamespaceFilter, OpenFirst, WalledAdmin
from memories.models import Conflict
from memories.words import OPEN_CONFLICTS, ConflictState
from review.console import conflict_page, deciding


class StateFilter(OpenFirst):
    """What is open, unless something else is asked for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("pending", _("waits for a person")),
            ("coexisting", _("both stand, contested")),
            ("settled", _("settled")),
            ("undone", _("undone")),
            ("all", _("all")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Conflict]) -> QuerySet[Conflict]:
        value = self.value()
        if value == "all":
            return queryset
        if value in list(ConflictState):
            return queryset.filter(state=value)
        return queryset.filter(state__in=OPEN_CONFLICTS)


@admin.register(Conflict)
class ConflictAdmin(WalledAdmin[Conflict]):
    """The inbox, and with its filter the settled ones."""

    page_template = "admin/review/conflict.html"
    called = (_("conflict"), _("inbox"))
    counted = _("conflicts")
    change_list_template = "admin/review/inbox.html"
    list_display = ("type", "state", "risk", "opened_at")
    list_filter = (StateFilter, "type", NamespaceFilter)
    list_select_related = ("a__source", "b__source", "namespace")
    search_fields = ("a__value", "b__value", "a__subject", "b__subject")
    search_help_text = _("Words of either side, or its subject")
    ordering = ("-risk", "opened_at", "pk")
    sortable_by = ()
    list_per_page = 25

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conflict]:
        return super().get_queryset(request).defer("judge_reason", "a__original", "b__original")

    def get_urls(self) -> list[URLPattern]:
        return [
            action_path(self, "resolve", deciding.resolver(self)),
            action_path(self, "undo", deciding.taken_back),
            *super().get_urls(),
        ]

    def page_context(self, request: HttpRequest, row: Conflict) -> dict[str, Any]:
        return conflict_page.context(request, row)
