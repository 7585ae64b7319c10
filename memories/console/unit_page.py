"""The page of one unit: what it says, where it came from, and everything that happened to it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories.console import picture
from memories.console.people import names_of
from memories.console.roles import ACTIONS, caller_for, may
from memories.console.words import label, tone
from memories.models import MemoryUnit, Recall
from memories.shapes.outputs import MemoryOut, RelationOut, TraceOut
from memories.templatetags.hindsight import plain
from memories.tracing import trace
from memories.words import State

_VERSIONS = 50
"""Versions in the timeline until all are asked for."""
_ABOUT = (
    ("key", _("key")),
    ("query", _("comes back when")),
    ("subject", _("subject")),
    ("attribute", _("attribute")),
    ("entities", _("entities")),
    ("participants", _("participants")),
    ("action_type", _("action type")),
    ("tags", _("tags")),
    ("success", _("success")),
    ("tier", _("tier")),
    ("occurred_at", _("happened")),
    ("valid_from", _("valid from")),
    ("valid_to", _("valid to")),
    ("expires_at", _("expires")),
    ("created_at", _("written")),
    ("updated_at", _("changed")),
    ("last_recalled_at", _("last recalled")),
    ("last_verified_at", _("last verified")),
)


def context(request: HttpRequest, unit: MemoryUnit) -> dict[str, Any]:
    """What templates/admin/memories/unit.html shows."""
    caller = caller_for(request, unit.namespace_id)
    told = trace(caller, unit.pk, now=timezone.now())
    memory = told.memory
    versions = list(reversed(told.versions))
    most = len(versions) if request.GET.get("versions") == "all" else _VERSIONS
    return {
        "title": _("Memory"),
        "unit": memory,
        "namespace": unit.namespace,
        "stored_confidence": unit.confidence,
        "trace": told,
        "versions": versions[:most],
        "older_versions": len(versions[most:]),
        "picture": _picture(told.relations),
        "vector_owed": unit.embedding_due,
        "review_due": unit.review_due_at is not None,
        "events": list(reversed(told.confidence_events)),
        "about": [
            (name, getattr(memory, field), field in memory.derived)
            for field, name in _ABOUT
            if getattr(memory, field) not in ("", [], None)
        ],
        "recalls_to_count": Recall.objects.filter(
            namespace_id=unit.namespace_id, unit_ids__contains=[unit.pk], folded=False
        ).count(),
        "names": names_of(_actors(told)),
        "can": {
            action.removeprefix("memoryunit_"): may(request, action, unit.namespace_id) and _fits(action, memory)
            for action in ACTIONS
            if action.startswith("memoryunit_")
        },
    }


def _picture(relations: list[RelationOut]) -> picture.Picture:
    """Texts go into it with their marks of direction shown: an SVG has no isolation of its own."""
    edges = [
        picture.Edge(
            other=edge.other_id,
            called=f"{label(edge.type)} →" if edge.direction == "out" else f"← {label(edge.type)}",
            outward=edge.direction == "out",
            text=plain(edge.other_value),
            tone=tone(edge.other_state),
        )
        for edge in relations
    ]
    return picture.draw(edges)


def _fits(action: str, memory: MemoryOut) -> bool:
    """Whether an action makes sense in the state that the unit is in."""
    if action == "memoryunit_restore":
        return memory.state in (State.DELETED, State.ARCHIVED)
    if action == "memoryunit_release":
        return memory.state in (State.HELD, State.QUARANTINED)
    if action == "memoryunit_archive":
        return memory.state == State.ACTIVE
    if action == "memoryunit_delete":
        return memory.state != State.DELETED
    return True


def _actors(told: TraceOut) -> set[str]:
    return {row.actor for rows in (told.versions, told.confidence_events, told.decisions) for row in rows}
