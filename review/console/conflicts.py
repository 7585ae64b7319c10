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
from memories.console.people import names_of
from memories.console.roles import may
from memories.models import Conflict, Decision
from memories.words import OPEN_CONFLICTS, ConflictState
from review.console import conflict_page, deciding
from review.console.bulk import bulk_path
from review.console.held import held_paths
from review.console.inbox_filters import (
    AgeFilter,
    ChannelFilter,
    NamespaceNarrowing,
    SourceFilter,
    StateFilter,
    TypeFilter,
    unknown_filters,
)
from review.console.inbox_tabs import LIST_KEYS, tabs
from review.console.looking_ahead import DECISIONS
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
    search_fields = SEARCHED
    search_help_text = _("Words of either side, or its subject")
    ordering = ("-risk", "opened_at", "pk")
    sortable_by = ()
    list_per_page = 25

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conflict]:
        rows = super().get_queryset(request).select_related("a__source__writer", "b__source__writer", "namespace")
        return rows.defer("judge_reason", "a__original", "b__original")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Conflict], search_term: str
    ) -> tuple[QuerySet[Conflict], bool]:
        return searched(queryset, search_term), False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        answer = super().changelist_view(request, extra_context)
        # Django answers an address that it does not understand with a redirect, which has no rows.
        if changes := getattr(answer, "context_data", {}).get("cl"):
            kept = kept_of(request.GET)
            answer.context_data |= {
                "unknown": unknown_filters(changes),
                "kept": kept,
                "carried": carry(kept),
                "decisions": DECISIONS,
                "tabs": tabs(request, "conflicts"),
                "keys": LIST_KEYS,
                **_can(request, list(changes.result_list)),
            }
        return answer

    def get_urls(self) -> list[URLPattern]:
        return [
            action_path(self, "resolve", deciding.resolver(self)),
            action_path(self, "undo", deciding.taken_back),
            bulk_path(self),
            *held_paths(self),
            *super().get_urls(),
        ]

    def page_context(self, request: HttpRequest, row: Conflict) -> dict[str, Any]:
        return conflict_page.context(request, row)


def _can(request: HttpRequest, rows: list[Conflict]) -> dict[str, Any]:
    """Which rows this person may choose for a decision, and which decisions could be taken back, with who made them."""
    settled = [row.pk for row in rows if row.state == ConflictState.SETTLED]
    standing = Decision.objects.filter(
        namespace_id__in={row.namespace_id for row in rows}, conflict_id__in=settled, undone_at=None
    )
    by = dict(standing.order_by("created_at", "pk").values_list("conflict_id", "actor")) if settled else {}
    names = names_of(by.values())
    return {
        "choosable": {
            row.pk for row in rows if row.state in OPEN_CONFLICTS and may(request, "conflict_resolve", row.namespace_id)
        },
        "standing": by.keys(),
        "decided_by": {str(pk): names[actor] for pk, actor in by.items()},
        "undoable": {row.pk for row in rows if row.pk in by and may(request, "conflict_undo", row.namespace_id)},
    }
