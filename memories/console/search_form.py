"""The form of the search playground: every field of a search that an agent may send."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memories.console.choosing import offer_namespaces
from memories.console.shaped import field_at_fault, field_of
from memories.console.words import label
from memories.errors import Invalid
from memories.models import Namespace
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput

_TEXTS: Final[Mapping[str, tuple[Promise, Promise | str]]] = {
    "profile": (_("Profile"), ""),
    "top_k": (_("Results at most"), ""),
    "key": (_("Key starts with"), ""),
    "subject": (_("Subject"), _("Only memories about this person or thing.")),
    "include_general": (_("Also memories that are about nobody"), ""),
    "tags": (_("Tags"), _("With commas between them.")),
    "tag_match": (_("Of the tags"), ""),
    "entity_filter": (_("Names in the memory"), _("With commas between them.")),
    "entity_match": (_("Of the names"), ""),
    "kind": (_("Kind"), ""),
    "channel": (_("Channel"), ""),
    "mcp_server": (_("MCP server"), ""),
    "session_id": (_("Session"), ""),
    "include_session": (_("Also the working memory of session"), ""),
    "task_id": (_("Task"), ""),
    "time_range": (_("Happened in"), _("Words such as last_7_days, 2024-03 or 上周; or the two days beside.")),
    "as_of": (_("As believed at"), _("By the versions of that moment.")),
    "valid_at": (_("As true at"), _("By what is known now.")),
    "query_time": (_("As if asked at"), _("The now of freshness and of words such as yesterday.")),
    "min_confidence": (_("Confidence at least"), _("0 to 1.")),
    "include_low_confidence": (_("Also what is hardly believed any more"), ""),
    "include_superseded": (_("Also what was replaced by something newer"), ""),
    "include_archived": (_("Also what was put away as unused"), ""),
    "entities": (_("Whom and what the task is about"), _("With commas between them.")),
    "action_type": (_("What is being done"), ""),
    "attribute": (_("What about the subject is asked"), ""),
    "max_tokens": (_("Tokens at most"), _("Best first; none is cut in half.")),
    "render": (_("Answer as"), ""),
}
"""Label and help of each field but the question and the weights."""
PARTS: Final = ("text", "confidence", "freshness", "structural")
_PART_LABELS: Final = {
    "text": _("Weight of the text"),
    "confidence": _("Weight of the confidence"),
    "freshness": _("Weight of the freshness"),
    "structural": _("Weight of what fits the task"),
}
_CHOICES: Final[Mapping[str, Promise]] = {
    "reviewed": _("reviewed (general)"),
    "task": _("task (for agents at work)"),
    "knowledge": _("knowledge (manuals, policies)"),
    "any": _("any of them is enough"),
    "all": _("all are needed"),
    "json": _("data"),
    "text": _("lines for a prompt"),
}
GROUPS: Final[Sequence[tuple[str, Promise, Sequence[str]]]] = (
    (
        "filters",
        _("Filters"),
        ("key", "subject", "include_general", "tags", "tag_match", "entity_filter", "entity_match", "kind", "channel",
         "mcp_server", "session_id", "include_session", "task_id"),
    ),
    ("time", _("Time"), ("time_range", "time_from", "time_to", "as_of", "valid_at", "query_time")),
    (
        "sure",
        _("How sure, and what is past"),
        ("min_confidence", "include_low_confidence", "include_superseded", "include_archived"),
    ),
    ("hints", _("Hints that only rank"), ("entities", "action_type", "attribute")),
    ("weights", _("Weights and size"), (*(f"weight_{part}" for part in PARTS), "max_tokens", "render")),
)  # fmt: skip
FIRST: Final = ("namespace", "query", "profile", "top_k")
_USUAL: Final = {"tag_match": "any", "entity_match": "any", "render": "json"}
IN_ADDRESS: Final = (
    "namespace", "profile", "top_k", "kind", "channel", "min_confidence", "include_low_confidence",
    "include_superseded", "include_archived", "max_tokens", "render", *(f"weight_{part}" for part in PARTS),
)  # fmt: skip
"""What may stand in an address, for a bookmark: numbers and words of fixed lists. What somebody typed may name a
person, and an address is kept by browsers and proxies, where nothing is forgotten that is forgotten here."""


def choice_label(word: str) -> str:
    known = _CHOICES.get(word)
    return str(known) if known is not None else label(word)


class SearchForm(forms.Form):
    """`body` is the input of a search, once the form is valid; `sent` what an agent would send to have the same."""

    namespace = forms.ModelChoiceField(queryset=Namespace.objects.none(), label=_("Namespace"))
    query = forms.CharField(
        label=_("Question"), max_length=2000, widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"})
    )

    def __init__(self, *args: Any, allowed: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.body: SearchInput | None = None
        self.sent: dict[str, Any] = {}
        offer_namespaces(self.fields["namespace"], allowed)
        for name, (text, help_text) in _TEXTS.items():
            given = {"initial": _USUAL[name]} if name in _USUAL else {}
            blank = _("any") if name in ("kind", "channel") else _("default")
            self.fields[name] = field_of(
                SearchInput, name, words=choice_label, blank=blank, label=text, help_text=help_text, **given
            )
        for part in PARTS:
            self.fields[f"weight_{part}"] = forms.FloatField(
                required=False, min_value=0, max_value=1, label=_PART_LABELS[part]
            )
        for name, text in (("time_from", _("Happened from")), ("time_to", _("Happened up to"))):
            calendar = forms.DateInput(attrs={"type": "date"})
            self.fields[name] = forms.DateField(required=False, label=text, widget=calendar)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        days = {name: data.get(f"time_{name}") for name in ("from", "to")}
        if data.get("time_range") and any(days.values()):
            self.add_error("time_range", _("Name words or days, not both."))
        if self.errors:
            return data
        sent = {name: data[name] for name in ("query", *_TEXTS) if data[name] not in (None, "", [], False)}
        sent = {name: value for name, value in sent.items() if _USUAL.get(name) != value}
        for name in ("as_of", "valid_at", "query_time"):
            if name in sent:
                sent[name] = sent[name].isoformat()
        if any(days.values()):
            sent["time_range"] = {name: day.isoformat() for name, day in days.items() if day}
        weights = {part: data[f"weight_{part}"] for part in PARTS if data[f"weight_{part}"] is not None}
        if weights:
            sent["weights"] = weights
        self.sent = sent
        try:
            self.body = read(SearchInput, sent)
        except Invalid as error:
            self.refuse(error)
        return data

    def refuse(self, error: Invalid) -> None:
        """Put what the domain says beside the field that it is about."""
        named = error.field
        if named.startswith("weights"):
            part = named.partition(".")[2]
            named = f"weight_{part}" if part in PARTS else "weight_text"
        elif named.startswith("time_range") and isinstance(self.sent.get("time_range"), dict):
            named = "time_to" if self.sent["time_range"].get("to") else "time_from"
        self.add_error(field_at_fault(self, named), error.detail)

    def groups(self) -> list[dict[str, Any]]:
        """The fields by what they do; a group that says something is open."""
        return [
            {
                "name": name,
                "title": title,
                "fields": [self[one] for one in fields],
                "open": any(map(self._says, fields)),
            }
            for name, title, fields in GROUPS
        ]

    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in FIRST]

    def _says(self, name: str) -> bool:
        value = self[name].value()
        return name in self.errors or (value not in (None, "", [], False) and _USUAL.get(name) != value)
