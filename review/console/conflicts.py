"""The inbox: conflicts by risk and age, both sides in sight."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from memories.console.acting import action_path
from memories.console.base import WalledAdmin
from memories.models import Conflict
from review.console import conflict_page, deciding
from review.console.inbox_filters import (
    AgeFilter,
    ChannelFilter,
    NamespaceNarrowing,
    SourceFilter,
    StateFilter,
    TypeFilter,
    unknown_filters,
)
from review.console.narrowing import SEARCHED, carry, kept_of, searched


@admin.register(Conflict)
class ConflictAdmin(WalledAdmin[Conflict]):
    """The inbox, and with its filter the settled ones."""

    page_template = "admin/review/conflict.html"
    called = (_("conflict"), _("inbox"))
    counted = _("conflicts")
    change_list_template = "admin/review/inbox.html"
    list_display = ("type", "state", "risk", "opened_at")
    list_filter = (StateFilter, TypeFilter, NamespaceNarrowing, AgeFilter, ChannelFilter, SourceFilter)
    list_select_related = ("a__source", "b__source", "namespace")
    search_fields = SEARCHED
    search_help_text = _("Words of either side, or its subject")
    ordering = ("-risk", "opened_at", "pk")
    sortable_by = ()
    list_per_page = 25

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conflict]:
        return super().get_queryset(request).defer("judge_reason", "a__original", "b__original")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Conflict], search_term: str
    ) -> tuple[QuerySet[Conflict], bool]:
        return searched(queryset, search_term), False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        answer = super().changelist_view(request, extra_context)
        # Django answers an address that it does not understand with a redirect, which has no rows.
        if changes := getattr(answer, "context_data", {}).get("cl"):
            kept = kept_of(request.GET)
            answer.context_data |= {"unknown": unknown_filters(changes), "kept": kept, "carried": carry(kept)}
        return answer

    def get_urls(self) -> list[URLPattern]:
        return [
            action_path(self, "resolve", deciding.resolver(self)),
            action_path(self, "undo", deciding.taken_back),
            *super().get_urls(),
        ]

    def page_context(self, request: HttpRequest, row: Conflict) -> dict[str, Any]:
        return conflict_page.context(request, row)
