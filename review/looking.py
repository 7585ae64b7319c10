"""Runs, conflicts and spot checks as they are: for doors that only look."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from memories.callers import Caller
from memories.errors import NotFound
from memories.models import Conflict, SpotCheck
from memories.paging import NEWEST_FIRST, Page, page_of
from memories.preferences import preferences_of
from memories.presenting import conflict_out
from memories.shapes.outputs import ConflictOut
from memories.walls import inside
from memories.words import ConflictState, Scope
from review.conflicts import INBOX_ORDER, conflicts_of
from review.models import ReviewRun
from review.presenting import review_out, spot_check_out
from review.shapes import ConflictQuery, ReviewOut, ReviewQuery, SpotCheckOut, SpotCheckQuery
from review.spot_checks import units_of

# A conflict that is left coexisting is settled to the outside, and can be asked for by itself.
_STORED: dict[str, tuple[ConflictState, ...]] = {
    "pending": (ConflictState.PENDING,),
    "settled": (ConflictState.SETTLED, ConflictState.COEXISTING),
    "coexisting": (ConflictState.COEXISTING,),
    "undone": (ConflictState.UNDONE,),
}


def list_runs(caller: Caller, query: ReviewQuery) -> Page[ReviewOut]:
    """The newest first."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        runs = ReviewRun.objects.filter(namespace_id=caller.namespace_id)
        if query.state is not None:
            runs = runs.filter(state=query.state)
        return page_of(runs, review_out, order=NEWEST_FIRST, cursor=query.cursor, size=query.page_size)


def list_conflicts(caller: Caller, query: ConflictQuery, *, now: datetime) -> Page[ConflictOut]:
    """In the order of the inbox: risk, then age."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        preferences = preferences_of(caller.namespace_id)
        conflicts = conflicts_of(caller.namespace_id)
        if query.state is not None:
            conflicts = conflicts.filter(state__in=_STORED[query.state])
        if query.type is not None:
            conflicts = conflicts.filter(type=query.type)
        return page_of(
            conflicts,
            lambda conflict: conflict_out(conflict, preferences=preferences, now=now),
            order=INBOX_ORDER,
            cursor=query.cursor,
            size=query.page_size,
        )


def read_conflict(caller: Caller, conflict_id: UUID, *, now: datetime) -> ConflictOut:
    """One conflict with both sides. Raises NotFound."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        conflict = conflicts_of(caller.namespace_id).filter(pk=conflict_id).first()
        if conflict is None:
            raise NotFound("There is no such conflict.", field="id")
        return show(conflict, now=now)


def list_spot_checks(caller: Caller, query: SpotCheckQuery, *, now: datetime) -> Page[SpotCheckOut]:
    """The newest first, each with the units that its decision was about."""
    caller.require(Scope.READ)
    with inside(caller.namespace_id):
        preferences = preferences_of(caller.namespace_id)
        rows = SpotCheck.objects.filter(namespace_id=caller.namespace_id).select_related("decision__conflict")
        if query.state is not None:
            rows = rows.filter(verdict="") if query.state == "open" else rows.exclude(verdict="")
        page = page_of(rows, lambda row: row, order=NEWEST_FIRST, cursor=query.cursor, size=query.page_size)
        units = units_of(page.results)
        shown = [spot_check_out(row, units, preferences=preferences, now=now) for row in page.results]
        return Page(shown, page.next_cursor)


def show_spot_check(row: SpotCheck, *, now: datetime) -> SpotCheckOut:
    """One check as doors give it out."""
    with inside(row.namespace_id):
        preferences = preferences_of(row.namespace_id)
        return spot_check_out(row, units_of([row]), preferences=preferences, now=now)


def show(conflict: Conflict, *, now: datetime) -> ConflictOut:
    """A conflict, with both sides loaded, as doors give it out."""
    return conflict_out(conflict, preferences=preferences_of(conflict.namespace_id), now=now)
