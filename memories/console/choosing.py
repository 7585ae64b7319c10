"""Choosing a namespace in a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from django import forms

from memories.models import Namespace


def offer_namespaces(field: forms.Field, allowed: Sequence[int]) -> None:
    """Offer these and no others. Of several none is chosen beforehand: what is done there may not be undone."""
    choice = cast("forms.ModelChoiceField[Namespace]", field)
    choice.queryset = Namespace.objects.filter(pk__in=allowed).order_by("name")
    if len(allowed) == 1:
        choice.empty_label = None
        choice.initial = allowed[0]
