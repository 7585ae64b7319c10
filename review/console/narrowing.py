"""What the inbox can be narrowed to: one reading of an address for the list, for its keys and for the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.text import smart_split, unescape_string_literal

from memories.console.roles import PAGES, namespaces_with
from memories.models import Conflict, Source
from memories.numbers import whole
from memories.words import OPEN_CONFLICTS, Channel, ConflictState, ConflictType

Rows = QuerySet[Conflict, Conflict]

AGES: Final = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=30)}
SEARCHED: Final = ("a__value", "b__value", "a__subject", "b__subject")
_LONGEST: Final = 1000
"""Characters of an address that are carried from page to page."""


def _of_state(rows: Rows, value: str) -> Rows | None:
    if value == "all":
        return rows
    return rows.filter(state=value) if value in list(ConflictState) else None


def _of_type(rows: Rows, value: str) -> Rows | None:
    return rows.filter(type=value) if value in list(ConflictType) else None


def _of_namespace(rows: Rows, value: str) -> Rows | None:
    number = whole(value)
    return None if number is None else rows.filter(namespace_id=number)


def _of_channel(rows: Rows, value: str) -> Rows | None:
    if value not in list(Channel):
        return None
    return rows.filter(Q(a__source__channel=value) | Q(b__source__channel=value))


def _of_source(rows: Rows, value: str) -> Rows | None:
    """Whatever the same voice said: a source is one of its sessions or calls only."""
    try:
        source = Source.objects.filter(pk=UUID(value)).only("voice", "namespace_id").first()
    except ValueError:
        return None
    if source is None:
        return None
    return rows.filter(Q(a__voice=source.voice) | Q(b__voice=source.voice), namespace_id=source.namespace_id)


def _older_than(rows: Rows, value: str) -> Rows | None:
    age = AGES.get(value)
    return None if age is None else rows.filter(opened_at__lte=timezone.now() - age)


NARROWINGS: Final[Mapping[str, Callable[[Rows, str], Rows | None]]] = {
    "state": _of_state,
    "type": _of_type,
    "namespace": _of_namespace,
    "channel": _of_channel,
    "source": _of_source,
    "older": _older_than,
}
"""What each filter leaves, by its name in the address; None for a value that it does not know."""


def searched(rows: Rows, words: str) -> Rows:
    """Rows in which each word, or "each phrase", stands in what a side says or in its subject."""
    for word in smart_split(words.replace("\0", "")):
        if word.startswith(('"', "'")) and word[0] == word[-1] and len(word) > 1:
            word = unescape_string_literal(word)
        rows = rows.filter(reduce(or_, (Q(**{f"{column}__icontains": word}) for column in SEARCHED)))
    return rows


def narrowed(request: HttpRequest, kept: str) -> Rows:
    """The rows that this person sees under the filters of `kept`, which is the end of an address; what is open, unless
    it says something else."""
    rows: Rows = Conflict.objects.filter(namespace_id__in=namespaces_with(request, PAGES["conflict"]))
    asked = QueryDict(kept)
    if not asked.get("state"):
        rows = rows.filter(state__in=OPEN_CONFLICTS)
    for name, narrow in NARROWINGS.items():
        if name in asked:
            left = narrow(rows, asked[name])
            rows = rows.none() if left is None else left
    return searched(rows, asked.get("q", ""))


def kept_of(asked: Mapping[str, str]) -> str:
    """The filters among what an address asks for, as the end of another address."""
    kept = urlencode({name: asked[name] for name in (*NARROWINGS, "q") if asked.get(name)})
    return kept if len(kept) <= _LONGEST else ""


def came_with(request: HttpRequest) -> str:
    """The filters that this person came with: a page or a form carries them as `list`."""
    carried = request.POST.get("list") or request.GET.get("list") or ""
    return kept_of(QueryDict(carried)) if len(carried) <= _LONGEST else ""


def carry(kept: str, **more: str) -> str:
    """The end of the address of a page that carries these filters."""
    query = urlencode({**({"list": kept} if kept else {}), **more})
    return f"?{query}" if query else ""
