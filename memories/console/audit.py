"""The audit: who did what to which id, read-only and without any memory's text."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.contrib.admin import SimpleListFilter
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.console.base import NamespaceFilter, WalledAdmin
from memories.console.people import actors_named, name_of, names_of
from memories.console.roles import PAGES, namespaces_with
from memories.console.words import ERASED
from memories.models import AuditEntry
from memories.numbers import whole
from memories.templatetags.hindsight import decided, label, moment, plain, shown

_PAGES = {
    "unit": "memories_memoryunit",
    "source": "memories_source",
    "conflict": "memories_conflict",
    "review": "review_reviewrun",
    "forget_request": "memories_forgetrequest",
    "alert": "memories_alert",
}
_OBJECTS = ("unit", "conflict", "source", "review", "alert", "forget_request", "token", "user")
_WORDS = 40
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DID = {
    "written": _("wrote a memory"),
    "unit_updated": _("changed a memory"),
    "unit_rolled_back": _("rolled a memory back"),
    "unit_deleted": _("moved a memory to the trash"),
    "unit_archived": _("archived a memory"),
    "unit_restored": _("restored a memory"),
    "unit_released": _("released a memory"),
    "unit_rejected": _("rejected a memory as false"),
    "unit_marked_critical": _("marked a memory critical"),
    "unit_unmarked_critical": _("took the critical mark off"),
    "conflict_opened": _("found a conflict"),
    "decision_undone": _("took a decision back"),
    "decision_merge_duplicate": _("merged a duplicate"),
    "outcome_reported": _("reported an outcome"),
    "related": _("related two memories"),
    "review_asked": _("asked for a review"),
    "alert_acknowledged": _("acknowledged an alert"),
    "forget_previewed": _("previewed what to forget"),
    "forgotten": _("erased for good"),
    "forget_finished": _("finished forgetting"),
    "source_trust_set": _("set the trust of a source"),
    "token_created": _("made a token"),
    "token_rotated": _("gave a token a new secret"),
    "token_revoked": _("revoked a token"),
    "origin_undone": _("rolled back what an origin did"),
    "settings_changed": _("changed the settings of a namespace"),
    "spot_checked": _("checked a decision"),
    "session_ended": _("ended a session"),
    "unit_purged": _("emptied a memory out of the trash"),
    "batch_accepted": _("took in a batch of memories"),
    "member_set": _("gave a role"),
    "member_removed": _("removed a member"),
}


class PeriodFilter(SimpleListFilter):
    """How far back."""

    title = _("when")
    parameter_name = "days"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("1", _("the last 24 hours")), ("7", _("the last 7 days")), ("30", _("the last 30 days"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        days = whole(self.value())
        return queryset if days not in (1, 7, 30) else queryset.filter(at__gte=timezone.now() - timedelta(days=days))


class ObjectFilter(SimpleListFilter):
    """To what it was done."""

    title = _("to")
    parameter_name = "object"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(kind, label(kind)) for kind in _OBJECTS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        return queryset.filter(object_type=self.value()) if self.value() in _OBJECTS else queryset


@admin.register(AuditEntry)
class AuditAdmin(WalledAdmin[AuditEntry]):
    """The newest first. Entries of no namespace are for superusers."""

    page_template = "admin/memories/audit_entry.html"
    called = (_("audit entry"), _("audit"))
    counted = _("audit entries")
    list_display = ("when", "actor_named", "action_shown", "about", "facts")
    list_filter = (PeriodFilter, ObjectFilter, NamespaceFilter)
    search_fields = ("action", "object_id", "actor")
    search_help_text = _("A user's name, the beginning of a token, an action or an id")
    nothing = _("Nothing has been done yet. Every write, decision and erasure is noted here, without any text.")
    ordering = ("-at", "-pk")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        rows = AuditEntry.objects.all()
        inside = Q(namespace_id__in=namespaces_with(request, PAGES[self.page]))
        everyones = Q(namespace_id=None) if getattr(request.user, "is_superuser", False) else Q(pk__in=[])
        return rows.filter(inside | everyones)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str
    ) -> tuple[QuerySet[AuditEntry], bool]:
        """Also by the name of a user: the entries hold ids alone."""
        found, twice = super().get_search_results(request, queryset, search_term)
        named = actors_named(search_term.strip())
        return (found | queryset.filter(actor__in=named) if named else found), twice

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The names of the people on this page, in one query."""
        changes = super().get_changelist_instance(request)
        rows = list(changes.result_list)
        names = names_of([*(entry.actor for entry in rows), *(one for one in map(_user_of, rows) if one)])
        for entry in rows:
            entry.actor_name, entry.object_name = names[entry.actor], names.get(_user_of(entry), "")
        changes.result_list = rows
        return changes

    @admin.display(description=_("when"), ordering="at")
    def when(self, entry: AuditEntry) -> SafeString:
        return moment(entry.at)

    @admin.display(description=_("who"), ordering="actor")
    def actor_named(self, entry: AuditEntry) -> str:
        return str(getattr(entry, "actor_name", entry.actor))

    @admin.display(description=_("did"), ordering="action")
    def action_shown(self, entry: AuditEntry) -> str:
        return done(entry.action)

    @admin.display(description=_("to"))
    def about(self, entry: AuditEntry) -> SafeString:
        return object_link(entry, getattr(entry, "object_name", ""))

    @admin.display(description=_("facts"))
    def facts(self, entry: AuditEntry) -> SafeString:
        told = [f"{label(name)}: {_flat(value)}" for name, value in entry.detail.items() if value not in (None, "", [])]
        return format_html('<span class="hs-text">{}</span>', plain(Truncator("; ".join(told)).words(_WORDS)))

    def page_context(self, request: HttpRequest, row: AuditEntry) -> dict[str, Any]:
        return {
            "title": _("Audit entry"),
            "entry": row,
            "did": done(row.action),
            "name": name_of(row.actor),
            "link": object_link(row, name_of(_user_of(row)) if _user_of(row) else ""),
            "detail": json.dumps(row.detail, indent=2, ensure_ascii=False),
        }


def _user_of(entry: AuditEntry) -> str:
    """The user that something was done to, as an actor is written; "" for anything else."""
    return f"user:{entry.object_id}" if entry.object_type == "user" else ""


def object_link(entry: AuditEntry, name: str = "") -> SafeString:
    """The object's page where there is one; what was erased leaves a link that answers 404."""
    # Ids begin with their time: the end is what tells two of one day apart.
    short = name or (entry.object_id if len(entry.object_id) <= 12 else f"…{entry.object_id[-8:]}")
    shown = f"{label(entry.object_type)} {short}"
    try:
        address = reverse(f"admin:{_PAGES[entry.object_type]}_change", args=[entry.object_id])
    except (KeyError, NoReverseMatch):
        return format_html("{}", shown)
    return format_html('<a href="{}">{}</a>', address, shown)


def done(action: str) -> str:
    """What somebody did, for people; `decision_person_keep_a` names the decision."""
    known = _DID.get(action)
    if known is not None:
        return str(known)
    kind, _line, what = action.partition("_")
    if kind == "decision":
        by_rule, by_person = what.startswith("policy_"), what.startswith("person_")
        return _now("decided: %(what)s") % {"what": decided(what)} if by_person and not by_rule else decided(what)
    return label(what) if kind == "unit" and what else label(action)


def _flat(value: object) -> str:
    """A fact without the marks of Python or JSON; ids by their end, as everywhere else."""
    if isinstance(value, bool):
        return shown(value)
    if isinstance(value, list):
        return ", ".join(_flat(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{ERASED.get(name, label(name))} {_flat(item)}" for name, item in value.items() if item)
    text = str(value)
    return f"…{text[-8:]}" if _ID.fullmatch(text) else label(text)
