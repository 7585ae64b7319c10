"""The filters beside the inbox; what each of them leaves is said in review.console.narrowing."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID

from django.contrib.admin import SimpleListFilter
from django.db.models import CharField, Count, Max, QuerySet
from django.db.models.functions import Cast
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from memories.console.base import NamespaceFilter, OpenFirst
from memories.console.words import label
from memories.models import Source
from memories.words import OPEN_CONFLICTS, Channel, ConflictType
from review.console.narrowing import NARROWINGS, narrowed

_SOURCES = 8
"""How many sources are offered: those with the most open conflicts."""


class Narrowing(SimpleListFilter):
    """A filter of which a value that it does not know leaves nothing, and is said to be unknown."""

    unknown = False

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if value is None:
            return queryset
        left = NARROWINGS[str(self.parameter_name)](queryset, value)
        self.unknown = left is None
        return queryset.none() if left is None else left

    def has_output(self) -> bool:
        """One that the address names counts even where it has nothing to offer."""
        return super().has_output() or self.value() is not None


class StateFilter(Narrowing, OpenFirst):
    """What is open, unless something else is asked for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("pending", _("waits for a person")),
            ("coexisting", _("both stand, contested")),
            ("settled", _("settled")),
            ("undone", _("undone")),
            ("all", _("all")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.value():
            return queryset.filter(state__in=OPEN_CONFLICTS)
        return super().queryset(request, queryset)


class TypeFilter(Narrowing):
    title = _("type")
    parameter_name = "type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(type.value, label(type)) for type in ConflictType]


class NamespaceNarrowing(Narrowing, NamespaceFilter):
    """The same as elsewhere, with a word about what is no namespace."""


class AgeFilter(Narrowing):
    title = _("age")
    parameter_name = "older"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("day", _("older than a day")),
            ("week", _("older than a week")),
            ("month", _("older than a month")),
        ]


class ChannelFilter(Narrowing):
    title = _("channel of either side")
    parameter_name = "channel"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(channel.value, label(channel)) for channel in Channel]


class SourceFilter(Narrowing):
    """The voices that most of the open conflicts come from, each by one of its sources."""

    title = _("source of either side")
    parameter_name = "source"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(str(source.pk), _named(source)) for source in _troubled(request)]


def _troubled(request: HttpRequest) -> list[Source]:
    pairs = (
        narrowed(request, "")
        .order_by()
        .values_list("a__voice", "b__voice")
        .annotate(
            number=Count("pk"),
            of_a=Max(Cast("a__source_id", CharField())),
            of_b=Max(Cast("b__source_id", CharField())),
        )
    )
    counted: Counter[str] = Counter()
    one_of: dict[str, str] = {}
    for voice_a, voice_b, number, of_a, of_b in pairs:
        one_of |= {voice_a: of_a, voice_b: of_b}
        for voice in {voice_a, voice_b}:
            counted[voice] += number
    wanted = [one_of[voice] for voice, _number in counted.most_common(_SOURCES)]
    sources = Source.objects.filter(pk__in=wanted).select_related("writer").defer("raw_ref").in_bulk()
    return [sources[UUID(pk)] for pk in wanted if UUID(pk) in sources]


def _named(source: Source) -> str:
    parts = [label(source.channel), source.mcp_server[:40], f"{source.writer.prefix}…" if source.writer else ""]
    return " · ".join(part for part in parts if part)


def unknown_filters(changes: Any) -> list[str]:
    """What the filters are called that were asked for something they do not know."""
    return [str(spec.title) for spec in changes.filter_specs if getattr(spec, "unknown", False)]
