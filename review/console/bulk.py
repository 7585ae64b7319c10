"""Many conflicts decided at once: a look at what would change, then each through the domain by itself, then the result
of each with its way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _

from memories.console.acting import caller_on
from memories.console.base import WalledAdmin
from memories.console.people import names_of
from memories.console.roles import ACTIONS, PAGES, may, namespaces_with
from memories.console.walls import visible_to
from memories.errors import HindsightError, Invalid
from memories.models import Conflict, MemoryVersion
from memories.shapes.inputs import ResolveInput
from memories.shapes.reading import read
from memories.walls import inside
from memories.words import ConflictState
from review import conflicts
from review.console.deciding import in_words, inbox
from review.console.looking_ahead import DECISIONS, Chosen, chosen_in, look_ahead
from review.console.narrowing import came_with, carry

MOST: Final = 50
_KEPT: Final = "hindsight_bulk"
"""Where a session keeps the ids and the refusals of the last bulk decision; no text of a memory."""


def bulk_path(owner: WalledAdmin[Conflict]) -> URLPattern:
    """GET shows the result of this person's last bulk decision; POST looks ahead, and with `step=confirm` decides."""

    def view(request: HttpRequest) -> HttpResponse:
        if not namespaces_with(request, ACTIONS["conflict_bulk"]):
            raise PermissionDenied
        if request.method == "GET":
            return _result(owner, request)
        if request.method != "POST":
            return HttpResponseNotAllowed(("GET", "POST"))
        chosen = chosen_in(request)
        if not 0 < len(chosen) <= MOST or request.POST.get("decision") not in DECISIONS:
            said = {"most": MOST}
            messages.error(request, _("Choose a decision, and from 1 to %(most)d conflicts for it.") % said)
            return redirect(inbox(came_with(request)))
        if request.POST.get("step") == "confirm":
            return _decide(request, chosen)
        return _preview(owner, request, chosen)

    return path("bulk/", owner.admin_site.admin_view(view), name="memories_conflict_bulk")


def _preview(owner: WalledAdmin[Conflict], request: HttpRequest, chosen: Sequence[Chosen]) -> HttpResponse:
    decision = request.POST["decision"]
    with inside(*visible_to(request)):
        ahead = look_ahead(request, chosen, decision)
        if not ahead:
            raise Http404
        context = {
            "title": _("Decide several"),
            "ahead": ahead,
            "possible": sum(not one.why_not for one in ahead),
            "decision": decision,
            "kept": came_with(request),
            "carried": carry(came_with(request)),
        }
        return owner.show(request, "admin/review/bulk_preview.html", context).render()


def _decide(request: HttpRequest, chosen: Sequence[Chosen]) -> HttpResponse:
    """Each in a transaction of its own, on the versions of the preview; one that is refused holds up no other."""
    with inside(*visible_to(request)):
        ahead = look_ahead(request, chosen, request.POST["decision"])
    if not ahead:
        raise Http404
    refused = {}
    for one in ahead:
        # What has moved or is decided meanwhile the domain refuses; what needs a look of its own is refused here.
        why_not = one.why_not if one.only_alone else _refused(request, one.chosen)
        if why_not:
            refused[str(one.conflict.pk)] = [why_not, one.chosen.a, one.chosen.b]
    request.session[_KEPT] = {
        "all": [str(one.conflict.pk) for one in ahead],
        "refused": refused,
        "list": came_with(request),
    }
    return redirect("admin:memories_conflict_bulk")


def _refused(request: HttpRequest, chosen: Chosen) -> str:
    """Decide one; why it was refused, or nothing."""
    said = {"decision": request.POST["decision"], "note": request.POST.get("note", ""), "versions": chosen.versions}
    try:
        caller = caller_on(request, Conflict, chosen.pk, "conflict_resolve")
        conflicts.resolve(caller, chosen.pk, read(ResolveInput, said), now=timezone.now())
    except Http404:
        return _("It is not there any more.")
    except PermissionDenied:
        return _("Your role may look at conflicts, not decide them.")
    except Invalid as error:
        return error.detail
    except HindsightError as error:
        return in_words(error)
    return ""


def _result(owner: WalledAdmin[Conflict], request: HttpRequest) -> HttpResponse:
    last = request.session.get(_KEPT)
    if last is None:
        return redirect(inbox(came_with(request)))
    rows = (
        Conflict.objects.filter(
            namespace_id__in=namespaces_with(request, PAGES["conflict"]), pk__in=[UUID(pk) for pk in last["all"]]
        )
        .select_related("a", "b", "namespace")
        .defer("judge_reason", "a__original", "b__original")
        .in_bulk()
    )
    refused = {UUID(pk): Chosen(UUID(pk), a, b) for pk, (_why, a, b) in last["refused"].items()}
    moved = _moved_since([(rows[pk], seen) for pk, seen in refused.items() if pk in rows])
    told = [
        {
            "conflict": rows[pk],
            "why_not": last["refused"].get(str(pk), [""])[0],
            "moved": moved.get(pk, []),
            "may_undo": pk not in refused
            and rows[pk].state == ConflictState.SETTLED
            and may(request, "conflict_undo", rows[pk].namespace_id),
        }
        for pk in map(UUID, last["all"])
        if pk in rows
    ]
    context = {
        "title": _("Decided together"),
        "told": told,
        "done": len(last["all"]) - len(refused),
        "refused": len(refused),
        "names": names_of({version.actor for versions in moved.values() for _letter, version in versions}),
        "kept": last["list"],
        "carried": carry(last["list"]),
    }
    return owner.show(request, "admin/review/bulk_result.html", context)


def _moved_since(seen: Sequence[tuple[Conflict, Chosen]]) -> dict[UUID, list[tuple[str, MemoryVersion]]]:
    """For each conflict the versions of its sides that came after those that were decided on; one query."""
    sides = [
        (row.pk, letter, unit.pk, number)
        for row, chosen in seen
        for letter, unit, number in (("A", row.a, chosen.a), ("B", row.b, chosen.b))
        if unit.version != number
    ]
    versions = list(
        MemoryVersion.objects.filter(
            namespace_id__in={row.namespace_id for row, _chosen in seen},
            unit_id__in={unit for _pk, _letter, unit, _number in sides},
        )
        .only("unit_id", "number", "action", "actor", "created_at")
        .order_by("number")
    )
    found: dict[UUID, list[tuple[str, MemoryVersion]]] = {}
    for pk, letter, unit, number in sides:
        later = [(letter, version) for version in versions if version.unit_id == unit and version.number > number]
        found.setdefault(pk, []).extend(later)
    return found
