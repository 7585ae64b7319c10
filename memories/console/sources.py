"""Sources: where memories came from."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin import SimpleListFilter
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.callers import Caller
from memories.console.acting import action_path, page_of
from memories.console.base import NamespaceFilter, WalledAdmin
from memories.console.origin_undoing import origin_undone_from
from memories.console.roles import may
from memories.models import MemoryUnit, Source
from memories.numbers import whole
from memories.presenting import source_out
from memories.sources import set_trust
from memories.templatetags.hindsight import ago, label, percent, shortened
from memories.trouble import TROUBLED, Record, records_of


class TroubleFilter(SimpleListFilter):
    """Sources of which something is held, quarantined or false."""

    title = _("trouble")
    parameter_name = "trouble"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("something is held, quarantined or false"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Source]) -> QuerySet[Source]:
        if self.value() != "yes":
            return queryset
        return queryset.filter(pk__in=MemoryUnit.objects.filter(state__in=TROUBLED).values("source_id"))


@admin.register(Source)
class SourceAdmin(WalledAdmin[Source]):
    """The newest first."""

    page_template = "admin/memories/source.html"
    list_display = (
        "channel_shown", "voice_shown", "writer_shown", "trust_shown", "volume", "trouble", "namespace", "since"
    )  # fmt: skip
    list_filter = (TroubleFilter, "channel", NamespaceFilter)
    list_select_related = ("namespace", "writer")
    search_fields = ("mcp_server", "session_id", "task_id", "conversation_id", "writer__prefix")
    search_help_text = _("MCP server, session, task, conversation or the beginning of a token")
    nothing = _("No memory has been written yet. A source appears with the first memory that it states.")
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

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """What came of the sources on this page, in one query."""
        changes = super().get_changelist_instance(request)
        rows = list(changes.result_list)
        found = records_of({row.namespace_id for row in rows}, [row.pk for row in rows])
        for row in rows:
            row.record = found.get(row.pk, Record())
        changes.result_list = rows
        return changes

    @admin.display(description=_("memories"))
    def volume(self, source: Source) -> int:
        return _record(source).units

    @admin.display(description=_("trouble"))
    def trouble(self, source: Source) -> SafeString | str:
        told = troubles(_record(source))
        return format_html('<span class="hs-marks">{}</span>', SafeString("".join(told))) if told else "–"

    def get_urls(self) -> list[URLPattern]:
        undone = origin_undone_from(self)
        return [
            action_path(self, "trust", _trust_set),
            action_path(self, "rollback", undone, methods=("GET", "POST")),
            *super().get_urls(),
        ]

    def page_context(self, request: HttpRequest, row: Source) -> dict[str, Any]:
        units = MemoryUnit.objects.filter(namespace_id=row.namespace_id, source_id=row.pk)
        record = records_of([row.namespace_id], [row.pk]).get(row.pk, Record())
        bad = units.filter(Q(state__in=TROUBLED) | Q(contested=True))
        return {
            "title": _("Source"),
            "source_id": row.pk,
            "namespace": row.namespace,
            "source": source_out(row),
            "states": units.order_by("state").values_list("state").annotate(number=Count("pk")),
            "record": record,
            "troubles": troubles(record),
            "bad": bad.order_by("-state_changed_at").defer("original")[:20],
            "units": units.order_by("-created_at").defer("original")[:50],
            "trust": round(100 * row.trust),
            "can_trust": may(request, "source_trust", row.namespace_id),
            "can_roll_back": may(request, "source_rollback", row.namespace_id),
        }


def _record(source: Source) -> Record:
    return getattr(source, "record", Record())


def troubles(record: Record) -> list[SafeString]:
    """Each kind of trouble that there is, as a pill with its number."""
    kinds = (
        ("info", _("%(number)d contradicted"), record.contradicted),
        ("warn", _("%(number)d held or quarantined"), record.waiting),
        ("bad", _("%(number)d false"), record.rejected),
    )
    return [
        format_html('<span class="hs-pill hs-{}">{}</span>', tone, said % {"number": number})
        for tone, said, number in kinds
        if number
    ]


def _trust_set(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    wanted = whole(request.POST.get("trust"))
    if wanted is None or wanted > 100:
        messages.error(request, _now("Nothing was changed: the trust is a whole number from 0 to 100."))
    else:
        set_trust(caller, pk, trust=wanted / 100, now=timezone.now())
        messages.success(request, _now("Saved. What it states from now on counts so much."))
    return redirect(page_of(Source, pk))
