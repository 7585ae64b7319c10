"""The audit: who did what to which id, read-only and without any memory's text."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from memories.console.base import NamespaceFilter, WalledAdmin
from memories.console.people import names_of
from memories.console.roles import PAGES, namespaces_with
from memories.models import AuditEntry
from memories.templatetags.hindsight import label, moment

_PAGES = {
    "unit": "memories_memoryunit",
    "conflict": "memories_conflict",
    "review": "review_reviewrun",
    "forget_request": "memories_forgetrequest",
    "alert": "memories_alert",
}


@admin.register(AuditEntry)
class AuditAdmin(WalledAdmin[AuditEntry]):
    """The newest first. Entries of no namespace are for superusers."""

    page_template = "admin/memories/audit_entry.html"
    list_display = ("when", "actor_named", "action_shown", "about", "facts")
    list_filter = (NamespaceFilter,)
    search_fields = ("action", "object_id", "actor")
    search_help_text = _("Action, actor or id")
    ordering = ("-at", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        rows = AuditEntry.objects.all()
        inside = Q(namespace_id__in=namespaces_with(request, PAGES[self.page]))
        everyones = Q(namespace_id=None) if getattr(request.user, "is_superuser", False) else Q(pk__in=[])
        return rows.filter(inside | everyones)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The names of the people on this page, in one query."""
        changes = super().get_changelist_instance(request)
        names = names_of(entry.actor for entry in changes.result_list)
        for entry in changes.result_list:
            entry.actor_name = names[entry.actor]
        return changes

    @admin.display(description=_("when"), ordering="at")
    def when(self, entry: AuditEntry) -> SafeString:
        return moment(entry.at)

    @admin.display(description=_("who"), ordering="actor")
    def actor_named(self, entry: AuditEntry) -> str:
        return str(getattr(entry, "actor_name", entry.actor))

    @admin.display(description=_("did"), ordering="action")
    def action_shown(self, entry: AuditEntry) -> str:
        return label(entry.action)

    @admin.display(description=_("to"))
    def about(self, entry: AuditEntry) -> SafeString:
        return object_link(entry)

    @admin.display(description=_("facts"))
    def facts(self, entry: AuditEntry) -> SafeString:
        text = ", ".join(f"{name}: {_flat(value)}" for name, value in entry.detail.items())
        return format_html('<span class="hs-text">{}</span>', text[:160])

    def page_context(self, request: HttpRequest, row: AuditEntry) -> dict[str, Any]:
        return {
            "title": _("Audit entry"),
            "entry": row,
            "name": names_of([row.actor])[row.actor],
            "link": object_link(row),
            "detail": json.dumps(row.detail, indent=2, ensure_ascii=False),
        }


def object_link(entry: AuditEntry) -> SafeString:
    """The object's page where there is one; what was erased leaves a link that answers 404."""
    # Ids begin with their time: the end is what tells two of one day apart.
    short = entry.object_id if len(entry.object_id) <= 12 else f"…{entry.object_id[-8:]}"
    shown = f"{label(entry.object_type)} {short}"
    try:
        address = reverse(f"admin:{_PAGES[entry.object_type]}_change", args=[entry.object_id])
    except (KeyError, NoReverseMatch):
        return format_html("{}", shown)
    return format_html('<a href="{}">{}</a>', address, shown)


def _flat(value: object) -> str:
    return f"{len(value)}" if isinstance(value, list) and len(value) > 3 else str(value)
