"""The two queues of the inbox, conflicts and what is held back, each with how much waits in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.console.roles import PAGES, namespaces_with
from memories.models import Conflict, MemoryUnit
from memories.words import OPEN_CONFLICTS, State

LIST_KEYS = (
    ("j", _("to the next one")),
    ("k", _("to the one before")),
    ("x", _("choose it, or not")),
    ("Enter", _("open it")),
    ("/", _("search")),
    ("?", _("these keys")),
)
"""Keys of the list of conflicts."""


@dataclass(frozen=True, slots=True)
class Tab:
    said: str
    number: int
    link: str
    here: bool


def held_back(namespaces: list[int]) -> int:
    """How many memories wait to be released or rejected."""
    return MemoryUnit.objects.filter(namespace_id__in=namespaces, state__in=[State.HELD, State.QUARANTINED]).count()


def tabs(request: HttpRequest, here: str) -> list[Tab]:
    conflicts = Conflict.objects.filter(
        namespace_id__in=namespaces_with(request, PAGES["conflict"]), state__in=OPEN_CONFLICTS
    ).count()
    held = held_back(namespaces_with(request, PAGES["memoryunit"]))
    return [
        Tab(_now("Conflicts"), conflicts, reverse("admin:memories_conflict_changelist"), here == "conflicts"),
        Tab(_now("Held back"), held, reverse("admin:memories_conflict_held"), here == "held"),
    ]
