"""What is held back, in the same queue as the conflicts: each memory that waits to be released or rejected."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from memories import lifecycle
from memories.callers import Caller
from memories.console.acting import caller_on, refusals
from memories.console.base import WalledAdmin
from memories.console.roles import PAGES, namespaces_with
from memories.console.walls import visible_to
from memories.errors import HindsightError, NotFound, Refused
from memories.models import Conflict, Decision, MemoryUnit, Namespace
from memories.numbers import whole
from memories.paging import after
from memories.shapes.inputs import ReleaseInput
from memories.shapes.reading import read
from memories.walls import inside
from memories.words import State
from review.console import held_page
from review.console.held_reasons import reasons_of
from review.console.inbox_tabs import LIST_KEYS, tabs
from review.decisions import undo_decision

Rows = QuerySet[MemoryUnit, MemoryUnit]

WAITING: Final = (State.HELD, State.QUARANTINED)
ORDER: Final = ("state_changed_at", "id")
"""The oldest first."""
_PAGE: Final = 25
_LONGEST: Final = 200


def held_paths(owner: WalledAdmin[Conflict]) -> list[URLPattern]:
    """The list, the page of one, the decision about it, and the way back."""

    def listed(request: HttpRequest) -> HttpResponse:
        if not namespaces_with(request, PAGES["memoryunit"]):
            raise PermissionDenied
        return _list(owner, request)

    def shown(request: HttpRequest, pk: UUID) -> HttpResponse:
        spaces = namespaces_with(request, PAGES["memoryunit"])
        if not spaces:
            raise PermissionDenied
        return _show(owner, request, _unit_or_404(spaces, pk))

    def decided(request: HttpRequest, pk: UUID) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(("POST",))
        caller = caller_on(request, MemoryUnit, pk, "memoryunit_release")
        with refusals():
            return _decide(owner, request, pk, caller)

    def taken_back(request: HttpRequest, pk: UUID) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(("POST",))
        caller = caller_on(request, MemoryUnit, pk, "memoryunit_release")
        with refusals():
            return _take_back(request, pk, caller)

    through = owner.admin_site.admin_view
    return [
        path("held/", through(listed), name="memories_conflict_held"),
        path("held/<uuid:pk>/", through(shown), name="memories_conflict_held_one"),
        path("held/<uuid:pk>/decide/", through(decided), name="memories_conflict_held_decide"),
        path("held/<uuid:pk>/undo/", through(taken_back), name="memories_conflict_held_undo"),
    ]


def _unit_or_404(spaces: list[int], pk: UUID) -> MemoryUnit:
    unit = (
        MemoryUnit.objects.filter(namespace_id__in=spaces, pk=pk).select_related("source__writer", "namespace").first()
    )
    if unit is None:
        raise Http404
    return unit


def _narrowed(request: HttpRequest, kept: str) -> tuple[Rows, list[str]]:
    """What waits under the filters of an address, in order, and the filters that it asks for in vain."""
    rows: Rows = MemoryUnit.objects.filter(
        namespace_id__in=namespaces_with(request, PAGES["memoryunit"]), state__in=WAITING
    )
    asked, unknown = QueryDict(kept), []
    if state := asked.get("state"):
        rows = rows.filter(state=state) if state in WAITING else rows.none()
        unknown += [] if state in WAITING else [_("state")]
    if space := asked.get("namespace"):
        number = whole(space)
        rows = rows.none() if number is None else rows.filter(namespace_id=number)
        unknown += [_("namespace")] if number is None else []
    return rows.order_by(*ORDER), unknown


def _kept(asked: Any) -> str:
    kept = urlencode({name: asked[name] for name in ("state", "namespace") if asked.get(name)})
    return kept if len(kept) <= _LONGEST else ""


def _came_with(request: HttpRequest) -> str:
    carried = request.POST.get("list") or request.GET.get("list") or ""
    return _kept(QueryDict(carried)) if len(carried) <= _LONGEST else ""


def _list(owner: WalledAdmin[Conflict], request: HttpRequest) -> HttpResponse:
    kept = _kept(request.GET)
    rows, unknown = _narrowed(request, kept)
    page = Paginator(rows.select_related("source", "namespace").defer("original"), _PAGE).get_page(request.GET.get("p"))
    units = list(page.object_list)
    why = reasons_of(units)
    spaces = Namespace.objects.filter(pk__in=namespaces_with(request, PAGES["memoryunit"])).order_by("name")
    asked = QueryDict(kept)
    context = {
        "title": _("Held back"),
        "page": page,
        "rows": [(unit, why[unit.pk]) for unit in units],
        "unknown": unknown,
        "kept": kept,
        "carried": f"?{urlencode({'list': kept})}" if kept else "",
        "states": WAITING,
        "spaces": spaces[:200],
        "asked": {"state": asked.get("state", ""), "namespace": asked.get("namespace", "")},
        "tabs": tabs(request, "held"),
        "keys": [key for key in LIST_KEYS if key[0] not in "x/"],
    }
    return owner.show(request, "admin/review/held_list.html", context)


def _around(request: HttpRequest, unit: MemoryUnit, kept: str) -> tuple[MemoryUnit | None, MemoryUnit | None]:
    """The ones before and after this one in the list; after the last the first."""
    rows = _narrowed(request, kept)[0].exclude(pk=unit.pk).only("pk", *ORDER)
    later: Q = after(ORDER, [unit.state_changed_at, unit.pk])
    return rows.exclude(later).last(), rows.filter(later).first() or rows.first()


def _show(
    owner: WalledAdmin[Conflict], request: HttpRequest, unit: MemoryUnit, *, problem: str = "", seen: int | None = None
) -> TemplateResponse:
    kept = _came_with(request)
    before, following = _around(request, unit, kept)
    context = {
        **held_page.context(request, unit, seen=seen),
        "problem": problem,
        "kept": kept,
        "carried": f"?{urlencode({'list': kept})}" if kept else "",
        "before": before,
        "next": following,
        "just_decided": _just_decided(request, unit),
    }
    return owner.show(request, "admin/review/held.html", context, status=409 if problem else 200)


def _just_decided(request: HttpRequest, unit: MemoryUnit) -> MemoryUnit | None:
    """The memory that this person decided about on the page before."""
    try:
        pk = UUID(request.GET.get("decided", ""))
    except ValueError:
        return None
    allowed = namespaces_with(request, PAGES["memoryunit"])
    decided = MemoryUnit.objects.filter(namespace_id__in=allowed, pk=pk).exclude(pk=unit.pk).exclude(state__in=WAITING)
    return decided.defer("original").first()


def _decide(owner: WalledAdmin[Conflict], request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    version = whole(request.POST.get("version"))
    if version is None:
        raise Http404
    try:
        reject = read(ReleaseInput, {"decision": request.POST.get("decision", "")}).decision == "reject"
        unit = lifecycle.release(caller, pk, reject=reject, now=timezone.now(), version=version)
    except (NotFound, Refused):
        raise
    except HindsightError as error:
        with inside(*visible_to(request)):
            now = _unit_or_404([caller.namespace_id], pk)
            return _show(owner, request, now, problem=held_page.in_words(error, now), seen=version).render()
    messages.success(request, _("Rejected as false.") if reject else _("Released: searches find it now."))
    kept = _came_with(request)
    with inside(*visible_to(request)):
        _before, following = _around(request, unit, kept)
    if following is None:
        return redirect(reverse("admin:memories_conflict_held") + (f"?{kept}" if kept else ""))
    query = urlencode({**({"list": kept} if kept else {}), "decided": str(pk)})
    return redirect(f"{reverse('admin:memories_conflict_held_one', args=[following.pk])}?{query}")


def _take_back(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    kept = _came_with(request)
    page = reverse("admin:memories_conflict_held_one", args=[pk]) + (f"?{urlencode({'list': kept})}" if kept else "")
    with inside(caller.namespace_id):
        decision = (
            Decision.objects.filter(
                namespace_id=caller.namespace_id,
                conflict=None,
                undone_at=None,
                action__in=["released", "rejected"],
                moves__contains=[{"unit": str(pk)}],
            )
            .order_by("-created_at")
            .first()
        )
    if decision is None:
        messages.error(request, _("There is no decision to take back on this memory."))
        return redirect(page)
    try:
        undo_decision(caller, decision.pk, now=timezone.now())
    except (NotFound, Refused):
        raise
    except HindsightError as error:
        messages.error(request, error.detail)
        return redirect(page)
    messages.success(request, _("Taken back. It is held back again."))
    return redirect(page)
