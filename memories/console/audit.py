"""The audit: who did what to which id, read-only and without any memory's text."""

from __future__ import annotations

import json
import re
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.console.base import NamespaceFilter, WalledAdmin
from memories.console.people import names_of
from memories.console.roles import PAGES, namespaces_with
from memories.console.words import ERASED
from memories.models import AuditEntry
from memories.templatetags.hindsight import decided, label, moment, plain, shown

_PAGES = {
    "unit": "memories_memoryunit",
    "conflict": "memories_conflict",
    "review": "review_reviewrun",
    "forget_request": "memories_forgetrequest",
    "alert": "memories_alert",
}
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
    "token_revoked": _("revoked a token"),
    "member_set": _("gave a role"),
    "member_removed": _("removed a member"),
}


@admin.register(AuditEntry)
class AuditAdmin(WalledAdmin[AuditEntry]):
    """The newest first. Entries of no namespace are for superusers."""

    page_template = "admin/memories/audit_entry.html"
    called = (_("audit entry"), _("audit"))
    counted = _("audit entries")
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
        return done(entry.action)

    @admin.display(description=_("to"))
    def about(self, entry: AuditEntry) -> SafeString:
        return object_link(entry)

    @admin.display(description=_("facts"))
    def facts(self, entry: AuditEntry) -> SafeString:
        told = [f"{label(name)}: {_flat(value)}" for name, value in entry.detail.items() if value not in (None, "", [])]
        return format_html('<span class="hs-text">{}</span>', plain(Truncator("; ".join(told)).words(_WORDS)))

    def page_context(self, request: HttpRequest, row: AuditEntry) -> dict[str, Any]:
        return {
            "title": _("Audit entry"),
            "entry": row,
            "did": done(row.action),
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
