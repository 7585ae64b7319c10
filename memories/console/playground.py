"""The search playground: what an agent would get for a question, why, and how the agent would ask.

A question is sent by POST, never in an address: it may name somebody. Hindsight's own log keeps the pattern of an
address alone (hindsight_site.routes), but a proxy in front of it and the browser keep all of it, out of reach of any
forget request. A POST also runs outside the console's wall (memories.console.walls), so that no embedder waits inside a
transaction. What may be said openly of a search can stand in an address and be bookmarked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories.console.base import WalledAdmin
from memories.console.calls import as_mcp, as_rest
from memories.console.reasons import why
from memories.console.roles import ACTIONS, caller_to, namespaces_with
from memories.console.search_form import IN_ADDRESS, PARTS, SearchForm, choice_label
from memories.console.walls import visible_to
from memories.errors import Busy, Invalid
from memories.recalling.looking import Looked, look
from memories.shapes.outputs import Scores
from memories.walls import inside

ACTION = "memoryunit_search"
_NAMES = {
    "similarity": _("similar in meaning"),
    "lexical": _("words in common"),
    "text": _("text, of both"),
    "structural": _("fits the task"),
    "confidence": _("confidence"),
    "freshness": _("freshness"),
    "final": _("score"),
}
"""The parts of a score, in the order in which they make it up."""
_TEMPLATE = "admin/memories/playground.html"


def playground_path(owner: WalledAdmin[Any]) -> URLPattern:
    """The page's address, in the list that it searches."""
    return path("search/", owner.admin_site.admin_view(_view(owner)), name=f"memories_{ACTION}")


def _view(owner: WalledAdmin[Any]) -> Callable[[HttpRequest], HttpResponse]:
    def view(request: HttpRequest) -> HttpResponse:
        if request.method not in ("GET", "HEAD", "POST"):
            return HttpResponseNotAllowed(["GET", "POST"])
        allowed = namespaces_with(request, ACTIONS[ACTION])
        if not allowed:
            raise PermissionDenied
        if request.method != "POST":
            openly = {name: request.GET[name] for name in IN_ADDRESS if name in request.GET}
            form = SearchForm(initial=openly, allowed=allowed)
            return owner.show(request, _TEMPLATE, {"title": _("Search"), "form": form})
        form = SearchForm(request.POST, allowed=allowed)
        found = _searched(request, form) if form.is_valid() else {}
        status = 200 if found else 400
        # What the frame shows beside the page, such as how much waits, is behind the wall too.
        with inside(*visible_to(request)):
            context = {"title": _("Search"), "form": form, **found}
            return owner.show(request, _TEMPLATE, context, status=status).render()

    return view


def _searched(request: HttpRequest, form: SearchForm) -> dict[str, Any]:
    """What the page shows of the answer; nothing if the search is refused, which then stands in the form."""
    space, body = form.cleaned_data["namespace"], form.body
    caller = caller_to(request, ACTION, space.pk)
    if body is None:
        return {}
    try:
        found = look(caller, body, now=timezone.now())
    except Invalid as error:
        form.refuse(error)
        return {}
    except Busy as error:
        form.add_error(None, error.detail)
        return {}
    rest = request.build_absolute_uri(reverse("memories-search"))
    return {
        "found": found,
        "profile": choice_label(found.profile),
        "results": [(hit, score_rows(hit.scores, found)) for hit in found.hits],
        "missing": None
        if found.missing is None
        else [(one, why(one, found), score_rows(one.scores, found)) for one in found.missing],
        "rest": as_rest(rest, space.name, form.sent),
        "mcp": as_mcp(space.name, form.sent),
        "openly": f"{request.path}?{_openly(form)}",
    }


def score_rows(scores: Scores, found: Looked) -> list[dict[str, Any]]:
    """Each part of a score with what it is multiplied by; similarity and words make the text, the rest the sum."""
    rows, weights = [], {str(part): weight for part, weight in found.weights.items()}
    for name in _NAMES:
        value = getattr(scores, name)
        weight = weights.get(name, 0.0) if name in PARTS else None
        rows.append(
            {
                "name": _NAMES[name],
                "value": value,
                "weight": weight,
                "adds": None if weight is None else weight * value,
                "kind": "final" if name == "final" else "part" if weight is None else "weighed",
            }
        )
    return rows


def _openly(form: SearchForm) -> str:
    """What of a search may stand in an address."""
    said = QueryDict(mutable=True)
    said.update({name: form.data[name] for name in IN_ADDRESS if form.data.get(name)})
    return said.urlencode()
