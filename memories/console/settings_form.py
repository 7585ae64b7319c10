"""The settings of a namespace as a form, made of the shape that REST and the command line read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel

from memories.console.setting_defaults import defaults
from memories.console.setting_words import GROUPS, PARTS, TEXTS, choice_of
from memories.console.shaped import field_at_fault, field_of, number, range_of, schema_of
from memories.console.words import label
from memories.errors import HindsightError
from memories.shapes.settings import NamespaceSettings, PolicySettings, PrivacySettings, ProfileSettings

_PROFILES = tuple(ProfileSettings.model_fields)
_WHOLE: Final[Mapping[str, type[BaseModel]]] = {"policies": PolicySettings, "privacy": PrivacySettings}
"""Settings of which each part always has a value: without one of its own that of the installation."""


def seen_as(stored: Mapping[str, Any]) -> str:
    """A mark of what a form was made of, by which it is known whether somebody has changed it since."""
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:32]


class SettingsForm(forms.Form):
    """Each setting as a field; empty is the installation's. `changes` are what differs from what is `stored`."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, stored: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data, initial={"seen": seen_as(stored)})
        self.stored, self.usual = stored, defaults()
        self.changes: dict[str, Any] = {}
        self.stale = False
        for _title, names in GROUPS:
            for name in names:
                self._add(name)

    def _add(self, name: str) -> None:
        own = self.stored.get(name)
        if name in _WHOLE:
            for part in _WHOLE[name].model_fields:
                now = (own or {}).get(part, self.usual[f"{name}.{part}"])
                self._put(f"{name}.{part}", _WHOLE[name], part, now, "")
        elif name == "profiles":
            for profile in _PROFILES:
                weights = (own or {}).get(profile) or {}
                for part, text in PARTS.items():
                    full = f"profiles.{profile}.{part}"
                    self.fields[full] = forms.FloatField(
                        required=False, min_value=0, max_value=1, label=str(text), initial=weights.get(part)
                    )
                    self.fields[full].widget.attrs["placeholder"] = number(self.usual[full])
        else:
            usual = _now("default (%(usual)s)") % {"usual": self.words_for(name, self.usual[name])}
            self._put(name, NamespaceSettings, name, own, usual)

    def _put(self, full: str, shape: Any, name: str, now: Any, blank: str) -> None:
        text, help_text = TEXTS[full]
        schema = schema_of(shape, name)
        notes = [str(help_text)] if help_text else []
        if limits := range_of(schema):
            notes.append(_now("Allowed: %(range)s.") % {"range": limits})
        if schema.get("type") in ("integer", "number") or name == "critical_channels":
            notes.append(_now("Default: %(usual)s.") % {"usual": self.words_for(full, self.usual[full])})
        elif full.partition(".")[0] in _WHOLE:
            notes.append(_now("Default: %(usual)s.") % {"usual": choice_of(full, self.usual[full])})
        initial = {True: "true", False: "false"}.get(now, now) if isinstance(now, bool) else now
        widget = {"widget": forms.Textarea(attrs={"rows": 3})} if name == "single_valued" else {}
        words = partial(choice_of, full)
        self.fields[full] = field_of(
            shape, name, words=words, blank=blank, label=text, help_text=" ".join(notes), initial=initial, **widget
        )

    def words_for(self, name: str, value: Any) -> str:
        """A value of a setting, for people."""
        if value is None or value == []:
            return _now("none")
        if isinstance(value, bool):
            return _now("yes") if value else _now("no")
        if isinstance(value, list):
            return ", ".join(label(word) if "channels" in name else word for word in value)
        return choice_of(name, value) if isinstance(value, str) else number(value)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        self.stale = data.get("seen") not in (None, seen_as(self.stored))
        if self.stale:
            self.add_error(
                None, _("Somebody has changed the settings since you opened this page. Look, then save again.")
            )
            sent: Any = self.data.copy()  # type: ignore[attr-defined]
            sent["seen"] = seen_as(self.stored)  # what stands now is shown beside what was typed
            self.data = sent
        for profile in _PROFILES:
            weights = self._weights(data, profile)
            if weights and abs(sum(weights.values()) - 1) > 1e-6:
                total = _("These weights make %(sum)s; they must make 1 together. Leave all empty for the defaults.")
                self.add_error(f"profiles.{profile}.text", total % {"sum": number(round(sum(weights.values()), 4))})
        if not self.errors:
            self.changes = self._changed(data)
        return data

    def _weights(self, data: Mapping[str, Any], profile: str) -> dict[str, float] | None:
        given = {part: data.get(f"profiles.{profile}.{part}") for part in PARTS}
        if all(value is None for value in given.values()):
            return None
        return {part: value or 0.0 for part, value in given.items()}

    def _sent(self, name: str) -> bool:
        """Whether the browser sent this field: what is missing stays as it is."""
        return not self.fields[name].widget.value_omitted_from_data(self.data, self.files, name)

    def _changed(self, data: Mapping[str, Any]) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        for _title, names in GROUPS:
            for name in names:
                own = self.stored.get(name)
                if name in _WHOLE:
                    changes |= self._parts(name, data, own or {})
                elif name == "profiles":
                    sent = [p for p in _PROFILES if all(self._sent(f"profiles.{p}.{part}") for part in PARTS)]
                    wanted = {profile: self._weights(data, profile) for profile in sent}
                    other = {p: w for p, w in wanted.items() if _full(w) != _full((own or {}).get(p))}
                    changes |= {name: other} if other else {}
                elif self._sent(name):
                    value = None if data[name] in ("", [], None) else data[name]
                    if not _same(value, own):
                        changes[name] = value
        return changes

    def _parts(self, name: str, data: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
        usual = {part: self.usual[f"{name}.{part}"] for part in _WHOLE[name].model_fields}
        now = {**usual, **own}
        wanted = {
            part: data[f"{name}.{part}"] for part in usual if self._sent(f"{name}.{part}") and data[f"{name}.{part}"]
        }
        other = {part: way for part, way in wanted.items() if way != now[part]}
        if not other:
            return {}
        # Nothing of its own is left: then the installation's hold, whatever they will be.
        return {name: None if now | other == usual else other}

    def refuse(self, error: HindsightError) -> None:
        """Put what the domain says beside the field that it is about."""
        field = field_at_fault(self, error.field)
        if field is None and error.field.startswith("profiles."):
            field = f"{error.field}.text"
        self.add_error(field if field in self.fields else None, error.detail)

    def groups(self) -> Iterator[dict[str, Any]]:
        """What the page shows, group by group."""
        for title, names in GROUPS:
            fields = [self[full] for full in self.fields if full.partition(".")[0] in names and "profiles." not in full]
            profiles = [
                {
                    "label": TEXTS[f"profiles.{profile}"][0],
                    "fields": [self[f"profiles.{profile}.{part}"] for part in PARTS],
                }
                for profile in _PROFILES
                if "profiles" in names
            ]
            yield {"title": title, "fields": fields, "profiles": profiles}

    def said(self, after: Mapping[str, Any]) -> list[str]:
        """What is another now than it was, each as "label: before → after"; `after` is what is stored now."""
        shown = (
            (str(text), self._shown(full, self.stored), self._shown(full, after))
            for full, (text, _help) in TEXTS.items()
        )
        return [f"{text}: {before} → {now}" for text, before, now in shown if before != now]

    def own(self) -> list[tuple[str, str]]:
        """What the namespace sets for itself: (label, value)."""
        shown = ((full, str(text), self._shown(full, self.stored)) for full, (text, _help) in TEXTS.items())
        return [(text, now) for full, text, now in shown if now != self._shown(full, {})]

    def _shown(self, full: str, stored: Mapping[str, Any]) -> str:
        name, _dot, part = full.partition(".")
        value = stored.get(name)
        if part:
            value = (value or {}).get(part)
        if value is None:
            if name == "profiles":
                return _now("default")
            return _now("default (%(usual)s)") % {"usual": self.words_for(full, self.usual[full])}
        if isinstance(value, Mapping):
            return ", ".join(f"{PARTS[one]} {number(weight)}" for one, weight in value.items())
        return self.words_for(full, value)


def _full(weights: Mapping[str, float] | None) -> Mapping[str, float] | None:
    """Weights with the parts that are left out, which count nothing."""
    return None if weights is None else {part: weights.get(part, 0.0) for part in PARTS}


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list) or isinstance(other, list):
        return sorted(one or []) == sorted(other or [])
    return bool(one == other)
