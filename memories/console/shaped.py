"""Fields of a form made of the shapes that the other doors read: types, choices and limits are said once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel

Words = Callable[[str], str]
Text = str | Promise


class ListField(forms.CharField):
    """Several names, one a line or with commas between them."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> Any:
        return [word for part in re.split(r"[,，、\n]", super().to_python(value) or "") if (word := part.strip())]

    def prepare_value(self, value: Any) -> Any:
        between = "\n" if isinstance(self.widget, forms.Textarea) else ", "
        return between.join(value) if isinstance(value, list) else value

    def run_validators(self, value: Any) -> None:
        for word in value:
            super().run_validators(word)


class Moment(forms.DateTimeInput):
    """A time, chosen from a calendar."""

    input_type = "datetime-local"

    def format_value(self, value: Any) -> str | None:
        return value if isinstance(value, str) or value is None else f"{value:%Y-%m-%dT%H:%M}"


@cache
def _properties(shape: type[BaseModel]) -> Mapping[str, Any]:
    schema = shape.model_json_schema()
    return {name: _plain(part, schema.get("$defs", {})) for name, part in schema["properties"].items()}


def _plain(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a field without null and without references; whether null is taken stands in `nullable`."""
    found = dict(part)
    if "$ref" in found:
        found |= definitions[found.pop("$ref").rpartition("/")[2]]
    if "anyOf" in found:
        options = found.pop("anyOf")
        found |= _plain(next(one for one in options if one.get("type") != "null"), definitions)
        found["nullable"] = any(one.get("type") == "null" for one in options)
    for word, limit in (("minimum", "ge"), ("maximum", "le")):
        if limit in found:  # so pydantic calls a limit that is looked at after a validator
            found[word] = found.pop(limit)
    if "items" in found:
        found["items"] = _plain(found["items"], definitions)
    return found


def schema_of(shape: type[BaseModel], name: str) -> Mapping[str, Any]:
    """What JSON Schema says of one field."""
    found: Mapping[str, Any] = _properties(shape)[name]
    return found


def number(value: float) -> str:
    """A number as people write it: 0.35, 24, 1,000,000."""
    return f"{value:,.10g}"


def range_of(schema: Mapping[str, Any]) -> str:
    """The limits of a number, for people; "" where there are none."""
    if "minimum" in schema and "maximum" in schema:
        return _now("%(low)s to %(high)s") % {"low": number(schema["minimum"]), "high": number(schema["maximum"])}
    return ""


def field_of(shape: type[BaseModel], name: str, *, words: Words, blank: Text = "–", **given: Any) -> forms.Field:
    """A field that may be left empty, which means that it is left out; `blank` says what holds then."""
    return _made(schema_of(shape, name), words, blank, {"required": False, **given})


def _made(schema: Mapping[str, Any], words: Words, blank: Text, given: dict[str, Any]) -> forms.Field:
    kind, empty = schema.get("type"), [("", blank)]
    if "enum" in schema:
        first = empty if schema.get("nullable") else []
        return forms.ChoiceField(choices=[*first, *((word, words(word)) for word in schema["enum"])], **given)
    if kind == "boolean":
        if not schema.get("nullable"):
            return forms.BooleanField(**given)
        choices = [*empty, ("true", _("yes")), ("false", _("no"))]
        return forms.TypedChoiceField(choices=choices, coerce=lambda word: word == "true", empty_value=None, **given)
    if kind in ("integer", "number"):
        limits: dict[str, Any] = {"min_value": schema.get("minimum"), "max_value": schema.get("maximum")}
        return forms.IntegerField(**limits, **given) if kind == "integer" else forms.FloatField(**limits, **given)
    if kind == "array":
        one = schema["items"]
        if "enum" in one:
            choices = [(word, words(word)) for word in one["enum"]]
            return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **given)
        return ListField(validators=[_no_longer_than(one.get("maxLength"))], **given)
    if schema.get("format") == "date-time":
        return forms.DateTimeField(widget=Moment, **given)
    return forms.CharField(max_length=schema.get("maxLength"), **given)


def _no_longer_than(most: int | None) -> Callable[[str], None]:
    def check(word: str) -> None:
        if most is not None and len(word) > most:
            raise forms.ValidationError(_("One of them is longer than %(most)s characters.") % {"most": most})

    return check


def field_at_fault(form: forms.Form, named: str) -> str | None:
    """The field of a form that an error of the domain is about (`single_valued.3`); None if it has none such."""
    while named and named not in form.fields:
        named = named.rpartition(".")[0]
    return named or None
