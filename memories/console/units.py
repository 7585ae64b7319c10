"""The list of units."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from memories.console import unit_actions, unit_page
from memories.console.acting import action_path
from memories.console.base import NamespaceFilter, WalledAdmin
from memories.console.playground import playground_path
from memories.models import MemoryUnit
from memories.preferences import combine
from memories.presenting import confidence_now
from memories.templatetags.hindsight import ago, label, percent, pill, shortened


@admin.register(MemoryUnit)
class UnitAdmin(WalledAdmin[MemoryUnit]):
    """Every memory of the namespaces that this person reads."""

    page_template = "admin/memories/unit.html"
    called = (_("memory"), _("memories"))
    list_display = ("text", "standing", "confidence_read", "kind_shown", "subject_shown", "namespace", "changed")
    list_filter = ("state", "kind", "tier", "contested", "critical", NamespaceFilter)
    list_select_related = ("namespace",)
    search_fields = ("value", "key", "subject")
    search_help_text = _("Words of the memory, its key or its subject")
    # By when it was written, which an index knows; what changed last is a click on its column.
    ordering = ("-pk",)
    nothing = _("No memory yet. Make a token and give it to an agent: what it writes appears here.")

    @admin.display(description=_("memory"))
    def text(self, unit: MemoryUnit) -> SafeString:
        return shortened(unit.value)

    @admin.display(description=_("state"), ordering="state")
    def standing(self, unit: MemoryUnit) -> SafeString:
        return marks(unit)

    @admin.display(description=_("confidence"), ordering="confidence")
    def confidence_read(self, unit: MemoryUnit) -> str:
        preferences = combine(unit.namespace.preferences)
        return percent(confidence_now(unit, preferences=preferences, now=timezone.now()))

    @admin.display(description=_("kind"), ordering="kind")
    def kind_shown(self, unit: MemoryUnit) -> str:
        return label(unit.kind)

    @admin.display(description=_("subject"), ordering="subject")
    def subject_shown(self, unit: MemoryUnit) -> SafeString | str:
        return shortened(unit.subject, 40) if unit.subject else "–"

    @admin.display(description=_("changed"), ordering="updated_at")
    def changed(self, unit: MemoryUnit) -> SafeString:
        return ago(unit.updated_at)

    def get_queryset(self, request: HttpRequest) -> QuerySet[MemoryUnit]:
        # The encrypted original is shown nowhere in a list, and decrypting it for each row would be work for nothing.
        return super().get_queryset(request).defer("original")

    def get_urls(self) -> list[URLPattern]:
        both = ("GET", "POST")
        return [
            playground_path(self),
            action_path(self, "critical", unit_actions.critical),
            action_path(self, "rollback", unit_actions.rollback_from(self), methods=both),
            action_path(self, "restore", unit_actions.restored),
            action_path(self, "release", unit_actions.released),
            action_path(self, "archive", unit_actions.archived),
            action_path(self, "delete", unit_actions.deleted),
            action_path(self, "forget", unit_actions.forgotten),
            *super().get_urls(),
        ]

    def page_context(self, request: HttpRequest, row: MemoryUnit) -> dict[str, Any]:
        return unit_page.context(request, row)


def marks(unit: MemoryUnit) -> SafeString:
    """The state, and whether it is critical or contested."""
    shown = [pill(unit.state)]
    if unit.critical:
        shown.append(format_html('<span class="hs-pill hs-critical">{}</span>', _("critical")))
    if unit.contested:
        shown.append(format_html('<span class="hs-pill hs-warn">{}</span>', _("contested")))
    return format_html('<span class="hs-marks">{}</span>', SafeString("".join(shown)))
