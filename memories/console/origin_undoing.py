"""Rolling back what a source did: say whose doings and since when, see what that would be, then do it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from memories.callers import Caller
from memories.console.acting import Action, page_of
from memories.console.base import WalledAdmin
from memories.console.shaped import Moment
from memories.console.walls import visible_to
from memories.errors import Invalid
from memories.models import MemoryUnit, Source
from memories.shapes.happenings import OriginUndone
from memories.shapes.inputs import OriginInput
from memories.shapes.reading import read
from memories.templatetags.hindsight import plain
from memories.undoing_origins import undo_origin
from memories.walls import inside

_COUNTED = (
    ("undone", _("memories that only it stated: to the trash")),
    ("derived", _("memories derived from those: to the trash")),
    ("edits", _("changes that it made to other memories: taken back")),
    ("decisions", _("decisions that its memories brought about: taken back")),
    ("kept", _("memories that others state too: they stay, and rest on those others")),
    ("for_review", _("memories that the review looks at again")),
)


class OriginForm(forms.Form):
    """Whose doings, and within what time."""

    whose = forms.ChoiceField(label=_("Whose doings"), widget=forms.RadioSelect)
    since = forms.DateTimeField(
        required=False, label=_("Written since"), widget=Moment, help_text=_("Empty: from the beginning.")
    )
    until = forms.DateTimeField(
        required=False, label=_("Written before"), widget=Moment, help_text=_("Empty: until now.")
    )

    def __init__(self, source: Source, data: Any = None) -> None:
        super().__init__(data, initial={"whose": "source_id"})
        whose: Any = self.fields["whose"]
        whose.choices = [("source_id", _("of this source alone"))]
        self.named: dict[str, Any] = {"source_id": source.pk}
        if source.writer is not None:
            self.named["token"] = source.writer.prefix
            whose.choices += [("token", _now("of the token %(prefix)s…") % {"prefix": source.writer.prefix})]
        if source.session_id:
            self.named["session_id"] = source.session_id
            whose.choices += [("session_id", _now("of the session %(name)s") % {"name": plain(source.session_id)})]

    def origin(self, *, until: datetime, dry_run: bool) -> OriginInput:
        """What the domain is asked for. Raises Invalid."""
        asked = self.cleaned_data
        window = {"since": asked["since"], "until": asked["until"] or until}
        return read(OriginInput, {asked["whose"]: self.named[asked["whose"]], "dry_run": dry_run, **window})


def origin_undone_from(owner: WalledAdmin[Source]) -> Action:
    """GET is the form, POST the preview; POST with `sure` does it."""

    def act(request: HttpRequest, pk: UUID, caller: Caller) -> HttpResponse:
        with inside(caller.namespace_id):
            source = Source.objects.select_related("writer", "namespace").filter(pk=pk).defer("raw_ref").first()
        if source is None:
            raise Http404
        form = OriginForm(source, request.POST if request.method == "POST" else None)
        found: dict[str, Any] = {}
        if form.is_valid():
            sure = request.POST.get("sure") == "yes"
            now = timezone.now()
            try:
                told = undo_origin(caller, form.origin(until=now, dry_run=not sure), now=now)
            except Invalid as error:
                form.add_error(error.field if error.field in form.fields else None, error.detail)
            else:
                if sure:
                    messages.success(request, _said(told))
                    return redirect(page_of(Source, pk))
                # What is written after this look is not undone by the confirmation of it.
                found = {"until": form.cleaned_data["until"] or now, **_in_words(request, told)}
        page = {"title": _("Roll back"), "source": source, "namespace": source.namespace, "form": form, **found}
        status = 400 if form.is_bound and not form.is_valid() else 200
        return owner.show(request, "admin/memories/source_rollback.html", page, status=status)

    return act


def _said(told: OriginUndone) -> str:
    gone = told.counts["undone"] + told.counts["derived"]
    return ngettext(
        "Rolled back: one memory is in the trash.", "Rolled back: %(number)d memories are in the trash.", gone
    ) % {"number": gone}


def _in_words(request: HttpRequest, told: OriginUndone) -> dict[str, Any]:
    with inside(*visible_to(request)):
        lists = [
            (_("These go to the trash"), _units(told.undone), told.counts["undone"] + told.counts["derived"]),
            (_("These stay, because others state them too"), _units(told.kept), told.counts["kept"]),
            (_("These come before the review"), _units(told.for_review), told.counts["for_review"]),
        ]
    return {
        "counts": [(name, told.counts[kind]) for kind, name in _COUNTED if told.counts[kind]],
        "lists": [(name, units, number - len(units)) for name, units, number in lists if units],
    }


def _units(ids: Collection[UUID]) -> list[MemoryUnit]:
    return list(MemoryUnit.objects.filter(pk__in=ids).order_by("-created_at").defer("original"))
