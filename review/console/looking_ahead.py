"""What one decision would do to each of many conflicts, and to which of them it cannot be done together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from memories.console.people import names_of
from memories.console.roles import PAGES, may, namespaces_with
from memories.console.words import label
from memories.models import Conflict, Decision, MemoryUnit
from memories.numbers import whole
from memories.policies import Change
from memories.preferences import combine
from memories.words import OPEN_CONFLICTS, Resolution
from review.conflicts import INBOX_ORDER
from review.planning import changes_of, retires_critical, settled_as

DECISIONS: Final = ("approve", "reject", "keep_a", "keep_b", "keep_both", "reject_both")
"""What can be decided of many at once; a merge needs words of its own for each."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A conflict with the versions of its sides that the person saw."""

    pk: UUID
    a: int
    b: int

    @property
    def key(self) -> str:
        return f"{self.pk}.{self.a}.{self.b}"

    @property
    def versions(self) -> dict[str, int]:
        return {"a": self.a, "b": self.b}


@dataclass(frozen=True, slots=True)
class Effect:
    """What becomes of one side; `state` and `confidence` are None where they stay."""

    letter: str
    unit: MemoryUnit
    state: str | None
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Ahead:
    """One conflict under the decision: what changes, or `why_not`. `shares` says that one above has a side of it."""

    conflict: Conflict
    chosen: Chosen
    resolution: Resolution
    effects: Sequence[Effect]
    why_not: str
    shares: bool
    only_alone: bool
    """Whether the domain would do it, and only its being one of many stands against it."""


def chosen_in(request: HttpRequest) -> list[Chosen]:
    """What the form holds, each conflict once. Raises Http404 for a form that is not one of ours."""
    found: dict[UUID, Chosen] = {}
    for key in request.POST.getlist("chosen"):
        pk, _dot, versions = key.partition(".")
        a, _dot, b = versions.partition(".")
        number_a, number_b = whole(a), whole(b)
        try:
            named = UUID(pk)
        except ValueError:
            raise Http404 from None
        if number_a is None or number_b is None:
            raise Http404
        found.setdefault(named, Chosen(named, number_a, number_b))
    return list(found.values())


def look_ahead(request: HttpRequest, chosen: Sequence[Chosen], decision: str) -> list[Ahead]:
    """What the decision would do to each, in the order of the inbox; those that this person may not see are left out.

    Called inside the wall; as many queries for fifty as for one.
    """
    by_pk = {one.pk: one for one in chosen}
    rows = list(
        Conflict.objects.filter(namespace_id__in=namespaces_with(request, PAGES["conflict"]), pk__in=by_pk)
        .select_related("a__source", "b__source", "namespace")
        .defer("judge_reason", "a__original", "b__original")
        .order_by(*INBOX_ORDER)
    )
    deciders = _deciders([row for row in rows if row.state not in OPEN_CONFLICTS])
    ahead, moved = [], set[UUID]()
    for row in rows:
        resolution = settled_as(row, decision)
        changes = changes_of(row, row.a, row.b, resolution, combine(row.namespace.preferences).rules)
        why_not = _why_not(request, row, by_pk[row.pk], deciders)
        only_alone = not why_not and retires_critical(changes, row.a, row.b)
        if only_alone:
            why_not = _("A memory that is marked critical would give way. Decide that by itself.")
        ahead.append(
            Ahead(
                row,
                by_pk[row.pk],
                resolution,
                [_effect("A", row.a, changes), _effect("B", row.b, changes)],
                why_not,
                shares=not why_not and bool(moved & {row.a_id, row.b_id}),
                only_alone=only_alone,
            )
        )
        if not why_not:
            moved |= {row.a_id, row.b_id}
    return ahead


def _why_not(request: HttpRequest, row: Conflict, seen: Chosen, deciders: Mapping[UUID, str]) -> str:
    if not may(request, "conflict_resolve", row.namespace_id):
        return _("Your role in %(namespace)s may look at conflicts, not decide them. A reviewer or an admin can.") % {
            "namespace": row.namespace
        }
    if row.state not in OPEN_CONFLICTS:
        said = {"who": deciders.get(row.pk, "Hindsight"), "what": label(row.resolution or row.state)}
        return _("%(who)s has decided this conflict already: %(what)s.") % said
    if (row.a.version, row.b.version) != (seen.a, seen.b):
        return _("It has changed since you chose it. Look at it by itself.")
    return ""


def _deciders(rows: Sequence[Conflict]) -> dict[UUID, str]:
    """Who decided each of these last, by name."""
    decided = Decision.objects.filter(
        namespace_id__in={row.namespace_id for row in rows}, conflict_id__in=[row.pk for row in rows]
    ).order_by("created_at", "pk")
    last = {pk: actor for pk, actor in decided.values_list("conflict_id", "actor") if pk is not None}
    names = names_of(last.values())
    return {pk: names[actor] for pk, actor in last.items()}


def _effect(letter: str, unit: MemoryUnit, changes: Sequence[Change]) -> Effect:
    mine = [change for change in changes if change.unit_id == unit.pk]
    states = [change.state for change in mine if change.state is not None and change.state != unit.state]
    believed = [
        change.confidence for change in mine if change.confidence is not None and change.confidence != unit.confidence
    ]
    return Effect(letter, unit, states[-1] if states else None, believed[-1] if believed else None)
