"""Deciding a conflict in the console, and taking a decision back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from memories.callers import Caller
from memories.console.acting import Action, page_of
from memories.console.base import WalledAdmin
from memories.console.people import name_of
from memories.console.walls import visible_to
from memories.console.words import label
from memories.errors import HindsightError, NotFound, Refused
from memories.models import Conflict
from memories.numbers import whole
from memories.shapes.inputs import ResolveInput
from memories.shapes.reading import read
from memories.walls import inside
from review import conflicts
from review.console import conflict_page
from review.console.narrowing import came_with, carry


def resolver(owner: WalledAdmin[Conflict]) -> Action:
    """The action that decides; a refusal shows the conflict again, as it is now, with what was typed."""

    def act(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
        seen = _versions(request)
        try:
            body = read(ResolveInput, _body(request, seen))
            conflict = conflicts.resolve(caller, pk, body, now=timezone.now())
        except (NotFound, Refused):
            raise
        except HindsightError as error:
            return _again(owner, request, pk, caller, error, seen)
        messages.success(request, _("Decided: %(what)s.") % {"what": label(conflict.resolution)})
        return redirect(_where_next(request, conflict))

    return act


def _where_next(request: HttpRequest, conflict: Conflict) -> str:
    """The conflict itself; by a key the next one, where the decision can be taken back; the inbox after the last."""
    kept = came_with(request)
    if request.POST.get("then") != "next":
        return page_of(Conflict, conflict.pk) + carry(kept)
    with inside(*visible_to(request)):
        following = conflict_page.next_to(request, conflict, kept)
    if following is None:
        return inbox(kept)
    return page_of(Conflict, following.pk) + carry(kept, decided=str(conflict.pk))


def inbox(kept: str) -> str:
    """The list, narrowed as this person had it."""
    return reverse("admin:memories_conflict_changelist") + (f"?{kept}" if kept else "")


def _body(request: HttpRequest, seen: dict[str, int]) -> dict[str, Any]:
    decision = request.POST.get("decision", "")
    body: dict[str, Any] = {"decision": decision, "note": request.POST.get("note", ""), "versions": seen}
    if decision == "merge":
        # A browser sends line ends as CR LF.
        body["merged_value"] = request.POST.get("merged_value", "").replace("\r\n", "\n").strip()
    return body


def _versions(request: HttpRequest) -> dict[str, int]:
    """The versions that the page showed; a form without them is not one of ours."""
    seen = {}
    for side in ("a", "b"):
        number = whole(request.POST.get(f"version_{side}"))
        if number is None:
            raise Http404
        seen[side] = number
    return seen


def _again(
    owner: WalledAdmin[Conflict],
    request: HttpRequest,
    pk: UUID,
    caller: Caller,
    error: HindsightError,
    seen: dict[str, int],
) -> HttpResponse:
    typed = {name: request.POST.get(name, "") for name in ("note", "merged_value", "decision")}
    with inside(*visible_to(request)):
        conflict = (
            Conflict.objects.filter(namespace_id=caller.namespace_id, pk=pk)
            .select_related("a__source__writer", "b__source__writer", "namespace")
            .first()
        )
        if conflict is None:
            raise Http404
        context = conflict_page.context(request, conflict, problem=in_words(error), seen=seen, typed=typed)
        return owner.show(request, owner.page_template, context, status=error.status).render()


def in_words(error: HindsightError) -> str:
    """Why nothing was decided."""
    if error.code == "already_settled" and error.extra.get("decided_by"):
        return _("%(who)s has decided this conflict already: %(what)s.") % {
            "who": name_of(error.extra["decided_by"]),
            "what": label(error.extra["resolution"]),
        }
    if error.code == "moved":
        return _(
            "Nothing was decided, because this conflict is not any more what you were looking at. "
            "Look at what has changed, and decide again."
        )
    return error.detail


def taken_back(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    conflict = conflicts.undo(caller, pk, now=timezone.now())
    if conflict.state == "pending":
        messages.success(request, _("Taken back. The conflict is open again."))
    else:
        messages.success(request, _("Taken back. Both memories are what they were before."))
    kept, then = came_with(request), request.POST.get("then")
    if then == "bulk":
        return redirect("admin:memories_conflict_bulk")
    return redirect(inbox(kept) if then == "list" else page_of(Conflict, pk) + carry(kept))
