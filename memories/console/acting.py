"""Actions: a POST on one row, outside the console's wall, that calls the domain and goes back to a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse

from memories.callers import Caller
from memories.console.base import WalledAdmin
from memories.console.roles import caller_to
from memories.console.walls import visible_to
from memories.errors import HindsightError, NotFound, Refused
from memories.walls import inside

Action = Callable[[HttpRequest, UUID, Caller], HttpResponse]


def caller_on(request: HttpRequest, model: type[Model], pk: UUID, action: str) -> Caller:
    """This person as the caller of an action on one row.

    Raises Http404 for an outsider, PermissionDenied for a member without the role.
    """
    visible = visible_to(request)
    if not visible:
        raise Http404
    with inside(*visible):
        found = model._default_manager.filter(pk=pk).values_list("namespace_id", flat=True).first()
    if found is None:
        raise Http404
    return caller_to(request, action, found)


def page_of(model: type[Model], pk: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[pk])


def action_path(owner: WalledAdmin[Any], name: str, act: Action, *, methods: tuple[str, ...] = ("POST",)) -> URLPattern:
    """The address of an action on one row of a list, checked against ACTIONS before `act` is called.

    What the domain refuses is said on the row's page.
    """
    model = owner.model
    action = f"{model._meta.model_name}_{name}"

    def view(request: HttpRequest, pk: UUID) -> HttpResponse:
        if request.method not in methods:
            return HttpResponseNotAllowed(methods)
        caller = caller_on(request, model, pk, action)
        with refusals():
            try:
                return act(request, pk, caller)
            except (NotFound, Refused):
                raise
            except HindsightError as error:
                messages.error(request, error.detail)
                return redirect(page_of(model, pk))

    return path(f"<uuid:pk>/{name}/", owner.admin_site.admin_view(view), name=f"{model._meta.app_label}_{action}")


@contextmanager
def refusals() -> Iterator[None]:
    """Turns what the domain says of a stranger or of a missing scope into Django's words for it."""
    try:
        yield
    except NotFound:
        raise Http404 from None
    except Refused:
        raise PermissionDenied from None
