"""Review runs: what each saw, judged, changed and spent, and a button that starts one."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.console.base import NamespaceFilter, WalledAdmin
from memories.console.people import name_of
from memories.console.roles import ACTIONS, PAGES, caller_to, namespaces_with, roles_of
from memories.models import Namespace
from memories.nudges import review_soon
from memories.numbers import whole
from memories.templatetags.hindsight import ago, label, pill
from review import candidates
from review.models import ReviewRun, RunState
from review.runs import COUNTERS, ask_by_hand
from review.spending import spent_by_day


@admin.register(ReviewRun)
class RunAdmin(WalledAdmin[ReviewRun]):
    """The newest first."""

    page_template = "admin/review/run.html"
    called = (_("review"), _("reviews"))
    change_list_template = "admin/review/runs.html"
    list_display = (
        "when", "standing", "why", "namespace", "seen", "pairs", "judged_local", "judged_llm", "changed", "deferred",
        "tokens", "kept",
    )  # fmt: skip
    list_filter = ("state", "trigger", NamespaceFilter)
    list_select_related = ("namespace",)
    ordering = ("-created_at", "-pk")
    nothing = _("No review has run yet. One runs by its schedule and after many writes, or when somebody starts it.")

    @admin.display(description=_("asked for"), ordering="created_at")
    def when(self, run: ReviewRun) -> SafeString:
        return ago(run.created_at)

    @admin.display(description=_("state"), ordering="state")
    def standing(self, run: ReviewRun) -> SafeString:
        return pill(run.state)

    @admin.display(description=_("trigger"), ordering="trigger")
    def why(self, run: ReviewRun) -> str:
        return label(run.trigger)

    @admin.display(description=_("keeping house"))
    def kept(self, run: ReviewRun) -> str:
        return ", ".join(f"{name}: {number}" for name, number in _upkeep(run) if number) or "–"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        startable = namespaces_with(request, ACTIONS["reviewrun_start"])
        extra = {
            "startable": Namespace.objects.filter(pk__in=startable).order_by("name"),
            "spent": spent_by_day(namespaces_with(request, PAGES[self.page]), days=7, now=timezone.now()),
            "daily_budget": settings.HINDSIGHT.REVIEW_DAILY_TOKEN_BUDGET,
        }
        return super().changelist_view(request, {**extra, **(extra_context or {})})

    def get_urls(self) -> list[URLPattern]:
        start = self.admin_site.admin_view(self.start)
        return [path("start/", start, name="review_reviewrun_start"), *super().get_urls()]

    def start(self, request: HttpRequest) -> HttpResponse:
        """Queue a run; the worker takes it up within a second or two."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        chosen = whole(request.POST.get("namespace"))
        if not roles_of(request) or chosen is None:
            raise Http404
        caller = caller_to(request, "reviewrun_start", chosen)
        run = ask_by_hand(caller, now=timezone.now())
        review_soon(caller.namespace_id)
        messages.success(request, _now("A review is queued. This page shows what it does."))
        return redirect("admin:review_reviewrun_change", run.pk)

    def page_context(self, request: HttpRequest, row: ReviewRun) -> dict[str, Any]:
        left = candidates.due(row, timezone.now()) if row.state == RunState.RUNNING else None
        if left is not None and row.cursor is not None:
            left = left.filter(pk__gt=row.cursor)
        return {
            # What was seen and what is still due: units that are written meanwhile are taken up by the same run.
            "to_see": row.seen + (left.order_by().count() if left is not None else 0),
            "title": _("Review"),
            "run": row,
            "asked_by": name_of(row.requested_by) if row.requested_by else "",
            "counts": [(_COUNTED[name], getattr(row, name)) for name in COUNTERS],
            "upkeep": _upkeep(row),
            "going": row.state in (RunState.QUEUED, RunState.RUNNING),
            "nothing_due": row.state == RunState.DONE and not row.seen and not row.pairs,
        }


_COUNTED = {
    "seen": _("memories seen"),
    "pairs": _("pairs judged"),
    "judged_local": _("by the local judge"),
    "judged_llm": _("by the language model"),
    "changed": _("changed"),
    "deferred": _("deferred"),
    "tokens": _("tokens spent"),
}
_KEPT = {
    "embedded": _("memories embedded"),
    "expired": _("memories expired"),
    "recalls_folded": _("recalls taken into the counts"),
    "tied": _("memories found to help together"),
    "recalls_dropped": _("recalls past their keeping"),
}


def _upkeep(run: ReviewRun) -> list[tuple[str, int]]:
    return [(str(_KEPT.get(name, label(name))), number) for name, number in run.upkeep.items()]
