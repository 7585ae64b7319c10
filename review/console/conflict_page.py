"""The page of one conflict: both sides next to each other, with everything that a decision needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from memories.confidence import CONFIRMED_AT_LEAST, as_read, ceiling
from memories.console.believing import Step, steps_of
from memories.console.people import names_of
from memories.console.roles import caller_for, may, namespaces_with
from memories.differences import Part, differences
from memories.gate.privacy import said_by
from memories.models import Conflict, Decision, MemoryUnit
from memories.neighbours import Near, near_each
from memories.paging import after
from memories.preferences import Preferences, preferences_of
from memories.presenting import memory_out, source_out
from memories.shapes.outputs import MemoryOut, SourceOut, VersionOut
from memories.templatetags.hindsight import percent
from memories.tracing import versions_of
from memories.words import OPEN_CONFLICTS, ConflictState, ConflictType, Kind, Scope, State
from review.conflicts import INBOX_ORDER
from review.console.judge_words import in_words
from review.console.narrowing import Rows, came_with, carry, narrowed

KEYS = (
    ("a", _("approve the proposal")),
    ("r", _("not a conflict")),
    ("1", _("keep A")),
    ("2", _("keep B")),
    ("3", _("both are right")),
    ("4", _("merge: opens the editor")),
    ("5", _("reject both")),
    ("j", _("the next one in the list")),
    ("k", _("the one before")),
    ("u", _("take the last decision back")),
    ("?", _("these keys")),
)


@dataclass(frozen=True, slots=True)
class Shown:
    """One side: the unit, its source, its history newest first, and what moved since this person saw it."""

    letter: str
    age: Any
    memory: MemoryOut
    source: SourceOut
    versions: list[VersionOut]
    stored: float
    faded: float
    moved: list[VersionOut] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    near: list[Near] = field(default_factory=list)
    highest: float = 1.0


def context(
    request: HttpRequest,
    conflict: Conflict,
    *,
    problem: str = "",
    seen: Mapping[str, int] | None = None,
    typed: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What templates/admin/review/conflict.html shows.

    After a refusal, `problem` says why, `seen` holds the versions that were decided on, `typed` what was typed.
    """
    caller_for(request, conflict.namespace_id)
    preferences = preferences_of(conflict.namespace_id)
    compared = differences(said_by(conflict.a), said_by(conflict.b))
    near = near_each([conflict.a, conflict.b])
    sides = [
        _side(letter, unit, preferences, (seen or {}).get(letter), parts, near[unit.pk])
        for letter, unit, parts in zip("ab", (conflict.a, conflict.b), compared, strict=True)
    ]
    decisions = list(
        Decision.objects.filter(namespace_id=conflict.namespace_id, conflict_id=conflict.pk).order_by("-created_at")
    )
    standing = next((decision for decision in decisions if decision.undone_at is None), None)
    is_open = conflict.state in OPEN_CONFLICTS
    actors = {version.actor for side in sides for version in side.versions}
    actors |= {step.actor for side in sides for step in side.steps}
    actors |= {name for decision in decisions for name in (decision.actor, decision.undone_by) if name}
    return {
        "title": _("Conflict"),
        "conflict": conflict,
        "namespace": conflict.namespace,
        "sides": sides,
        "features": in_words(conflict.features),
        # Of what has changed the older says what goes and the newer what comes; two sources only differ.
        "changed": conflict.type == ConflictType.TEMPORAL,
        "decisions": decisions,
        "standing": standing,
        "names": names_of(actors),
        "open": is_open,
        "may_decide": is_open and may(request, "conflict_resolve", conflict.namespace_id),
        "may_undo": conflict.state == ConflictState.SETTLED
        and standing is not None
        and may(request, "conflict_undo", conflict.namespace_id),
        "both_current": all(side.memory.state == State.ACTIVE for side in sides),
        "confirmed": percent(CONFIRMED_AT_LEAST),
        "problem": problem,
        "typed": typed or {},
        "keys": KEYS,
        **_around(request, conflict),
        **_just_decided(request, conflict),
    }


def _side(
    letter: str, unit: MemoryUnit, preferences: Preferences, seen: int | None, parts: list[Part], near: list[Near]
) -> Shown:
    now = timezone.now()
    versions = versions_of(unit)
    return Shown(
        letter=letter,
        age=_("older") if letter == "a" else _("newer"),
        memory=memory_out(unit, preferences=preferences, now=now),
        source=source_out(unit.source),
        versions=list(reversed(versions)),
        stored=unit.confidence,
        faded=as_read(
            unit.confidence, unit.idle_since, now, critical=unit.critical, contested=False, rules=preferences.rules
        ),
        parts=parts,
        steps=steps_of(unit),
        near=near,
        highest=ceiling(Kind(unit.kind), unit.source.trust, preferences.rules),
        moved=[version for version in versions if seen is not None and version.number > seen],
    )


def next_to(request: HttpRequest, conflict: Conflict, kept: str) -> Conflict | None:
    """The conflict that comes after this one in the list that this person came from, narrowed as it was there; after
    the last the first, and None if there is no other."""
    others = _listed(request, kept).exclude(pk=conflict.pk).order_by(*INBOX_ORDER)
    return others.filter(_after(conflict)).first() or others.first()


def _listed(request: HttpRequest, kept: str) -> Rows:
    return narrowed(request, kept).only("pk", "risk", "opened_at")


def _after(conflict: Conflict) -> Q:
    return after(INBOX_ORDER, [conflict.risk, conflict.opened_at, conflict.pk])


def _around(request: HttpRequest, conflict: Conflict) -> dict[str, Any]:
    """Where the keys j and k lead, and the list that is gone through."""
    kept = came_with(request)
    before = _listed(request, kept).exclude(_after(conflict)).exclude(pk=conflict.pk)
    return {
        "next": next_to(request, conflict, kept),
        "before": before.order_by(*INBOX_ORDER).last(),
        "kept": kept,
        "carried": carry(kept),
    }


def _just_decided(request: HttpRequest, conflict: Conflict) -> dict[str, Any]:
    """The conflict that this person decided on the page before, while it can be taken back from here."""
    named = request.GET.get("decided", "")
    try:
        pk = UUID(named)
    except ValueError:
        return {}
    decided = (
        Conflict.objects.filter(
            namespace_id__in=namespaces_with(request, Scope.REVIEW), pk=pk, state=ConflictState.SETTLED
        )
        .exclude(pk=conflict.pk)
        .first()
    )
    if decided is None or not may(request, "conflict_undo", decided.namespace_id):
        return {}
    return {"just_decided": decided}
