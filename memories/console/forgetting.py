"""Forget requests: name whom or what, see what would go, confirm, keep the receipt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.callers import Caller
from memories.console.acting import action_path, page_of
from memories.console.base import NamespaceFilter, WalledAdmin
from memories.console.choosing import offer_namespaces
from memories.console.people import name_of
from memories.console.roles import ACTIONS, caller_to, may, namespaces_with
from memories.console.words import ERASED
from memories.errors import HindsightError, Refused
from memories.forgetting.finding import Target, find
from memories.forgetting.requests import confirm, request_forgetting, verify_receipt
from memories.models import ForgetRequest, MemoryUnit, Namespace
from memories.shapes.inputs import ForgetInput
from memories.shapes.reading import read
from memories.templatetags.hindsight import ago, label, pill
from memories.words import ForgetState

_NAMED = 50
BY = [("subject", _("a subject")), ("identifier", _("an identifier in the text")), ("source_id", _("a source's id"))]


class PreviewForm(forms.Form):
    """Whom or what to forget."""

    namespace = forms.ModelChoiceField(queryset=Namespace.objects.none(), label=_("Namespace"))
    by = forms.ChoiceField(choices=BY, label=_("Forget by"))
    what = forms.CharField(max_length=200, strip=True, label=_("Which one"))


@admin.register(ForgetRequest)
class ForgetAdmin(WalledAdmin[ForgetRequest]):
    """The newest first; what was asked for is encrypted, and dropped once it is done."""

    page_template = "admin/memories/forget_request.html"
    change_list_template = "admin/memories/forget_requests.html"
    list_display = ("asked", "by_shown", "standing", "erased", "namespace")
    list_filter = ("state", NamespaceFilter)
    list_select_related = ("namespace",)
    ordering = ("-created_at", "-pk")
    nothing = _("Nobody has asked yet. Name a person, an identifier or a source, and see what would be erased.")

    @admin.display(description=_("asked for"), ordering="created_at")
    def asked(self, request_row: ForgetRequest) -> SafeString:
        return ago(request_row.created_at)

    @admin.display(description=_("by"), ordering="by")
    def by_shown(self, request_row: ForgetRequest) -> str:
        return label(request_row.by)

    @admin.display(description=_("state"), ordering="state")
    def standing(self, request_row: ForgetRequest) -> SafeString:
        return pill(request_row.state)

    @admin.display(description=_("records found"))
    def erased(self, request_row: ForgetRequest) -> int:
        return sum(number for number in request_row.counts.values() if isinstance(number, int))

    def get_queryset(self, request: HttpRequest) -> QuerySet[ForgetRequest]:
        return super().get_queryset(request).defer("identifier")

    def get_urls(self) -> list[URLPattern]:
        preview = self.admin_site.admin_view(self.preview)
        receipt = self.admin_site.admin_view(self.receipt)
        return [
            path("preview/", preview, name="memories_forgetrequest_preview"),
            path("<uuid:pk>/receipt/", receipt, name="memories_forgetrequest_receipt"),
            action_path(self, "confirm", _confirmed),
            *super().get_urls(),
        ]

    def preview(self, request: HttpRequest) -> HttpResponse:
        """The form, and on POST the preview that it asks for."""
        allowed = namespaces_with(request, ACTIONS["forgetrequest_preview"])
        if not allowed:
            raise PermissionDenied
        form = PreviewForm(request.POST if request.method == "POST" else None)
        offer_namespaces(form.fields["namespace"], allowed)
        if form.is_valid():
            caller = caller_to(request, "forgetrequest_preview", form.cleaned_data["namespace"].pk)
            try:
                body = read(ForgetInput, {form.cleaned_data["by"]: form.cleaned_data["what"], "dry_run": True})
                made = request_forgetting(caller, body, now=timezone.now())
                return redirect(page_of(ForgetRequest, made.pk))
            except Refused:
                raise PermissionDenied from None
            except HindsightError as error:
                form.add_error("what", error.detail)
        status = 400 if form.is_bound else 200
        page = self.show(
            request, "admin/memories/forget_preview.html", {"title": _("Forget"), "form": form}, status=status
        )
        return page

    def receipt(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """The signed receipt as a file."""
        row = self.row_or_404(request, pk)
        if not row.receipt:
            raise Http404
        answer = JsonResponse(row.receipt, json_dumps_params={"indent": 2})
        answer["Content-Disposition"] = f'attachment; filename="forget-receipt-{pk}.json"'
        return answer

    def page_context(self, request: HttpRequest, row: ForgetRequest) -> dict[str, Any]:
        meant = _meant(row)
        return {
            "title": _("Forget request"),
            "request_row": row,
            "asked_by": name_of(row.requested_by),
            "counts": _in_words(row.counts),
            "found": any(row.counts.values()),
            "memories": meant[:_NAMED],
            "more": len(meant[_NAMED:]),
            "about": _page_about(row),
            "can_confirm": row.state == ForgetState.PREVIEW and may(request, "forgetrequest_confirm", row.namespace_id),
            "genuine": bool(row.receipt) and verify_receipt(row.receipt),
        }


def _meant(row: ForgetRequest) -> list[MemoryUnit]:
    """The memories that a preview means, as it stands now: who confirms should have seen what goes."""
    if row.state != ForgetState.PREVIEW or not row.identifier:
        return []
    ids = find(row.namespace_id, Target(row.by, row.identifier)).units
    return list(MemoryUnit.objects.filter(pk__in=ids).order_by("-created_at", "-pk").defer("original"))


def _page_about(row: ForgetRequest) -> str:
    """Where the source or the memory that is named by its id can be looked at, while it is there."""
    page = {"source": "source", "unit": "memoryunit"}.get(row.by)
    return (
        reverse(f"admin:memories_{page}_change", args=[row.identifier])
        if page and row.identifier and row.state == ForgetState.PREVIEW
        else ""
    )


def _in_words(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """What was found, the memories first; a kind without a name of its own keeps its label."""
    named = [(str(name), counts[kind]) for kind, name in ERASED.items() if kind in counts]
    return named + [(label(kind), number) for kind, number in sorted(counts.items()) if kind not in ERASED]


def _confirmed(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
    if request.POST.get("sure") != "yes":
        messages.error(request, _now("Nothing was erased: tick the box to say that you are sure."))
        return redirect(page_of(ForgetRequest, pk))
    done = confirm(caller, pk, now=timezone.now())
    if done.state == ForgetState.DONE:
        messages.success(request, _now("Erased, and a second look found nothing. The receipt is below."))
    else:
        messages.warning(request, _now("Not finished yet; the state below says where it stands."))
    return redirect(page_of(ForgetRequest, pk))
