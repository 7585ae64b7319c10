"""Sources: where memories came from."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from memories.console.base import NamespaceFilter, WalledAdmin
from memories.models import MemoryUnit, Source
from memories.presenting import source_out
from memories.templatetags.hindsight import ago, label, percent, shortened


@admin.register(Source)
class SourceAdmin(WalledAdmin[Source]):
    """The newest first."""

    page_template = "admin/memories/source.html"
    list_display = ("channel_shown", "voice_shown", "writer_shown", "trust_shown", "namespace", "since")
    list_filter = ("channel", NamespaceFilter)
    list_select_related = ("namespace", "writer")
    search_fields = ("mcp_server", "session_id", "task_id", "conversation_id")
    search_help_text = _("MCP server, session, task or conversation")
    ordering = ("-created_at", "-pk")

    @admin.display(description=_("channel"), ordering="channel")
    def channel_shown(self, source: Source) -> str:
        return label(source.channel)

    @admin.display(description=_("labels"))
    def voice_shown(self, source: Source) -> SafeString | str:
        labels = [source.mcp_server, source.conversation_id, source.session_id, source.task_id, source.step]
        return shortened(" · ".join(part for part in labels if part), 100) if any(labels) else "–"

    @admin.display(description=_("writer"))
    def writer_shown(self, source: Source) -> str:
        return f"{source.writer.prefix}…" if source.writer else "–"

    @admin.display(description=_("trust"), ordering="trust")
    def trust_shown(self, source: Source) -> str:
        return percent(source.trust)

    @admin.display(description=_("first seen"), ordering="created_at")
    def since(self, source: Source) -> SafeString:
        return ago(source.created_at)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        return super().get_queryset(request).defer("raw_ref")

    def page_context(self, request: HttpRequest, row: Source) -> dict[str, Any]:
        units = MemoryUnit.objects.filter(namespace_id=row.namespace_id, source_id=row.pk)
        return {
            "title": _("Source"),
            "source_id": row.pk,
            "namespace": row.namespace,
            "source": source_out(row),
            "states": units.order_by("state").values_list("state").annotate(number=Count("pk")),
            "units": units.order_by("-created_at").defer("original")[:50],
        }
