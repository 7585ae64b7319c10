"""What was archived for want of use comes back when it is what answers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from memories.callers import Caller
from memories.confidence import RESTORED_FROM_ARCHIVE
from memories.errors import WrongState
from memories.lifecycle import restore_recalled as restore_one
from memories.locks import try_lock_namespace
from memories.models import MemoryUnit
from memories.preferences import Preferences
from memories.recalling.filters import floor_of
from memories.shapes.searching import SearchInput
from memories.words import Scope, State


def may_answer(body: SearchInput, preferences: Preferences) -> bool:
    """Whether what is archived is asked if nothing current answers: not of another time, not a second time, and not
    where what is restored would not be sure enough to come back."""
    sure_enough = floor_of(body, preferences) <= RESTORED_FROM_ARCHIVE
    return sure_enough and not body.include_archived and body.as_of is None and body.valid_at is None


def restore_recalled(caller: Caller, ids: Sequence[UUID], *, now: datetime) -> None:
    """Restore what of these is still archived, in the search's own transaction and in the caller's name.

    Whoever may only read changes nothing: what was found is answered as it is, archived. A search does not wait for a
    writer either: while one holds the namespace it answers so too, and the next search that finds it restores it.
    """
    namespace_id = caller.namespace_id
    if not caller.may(Scope.WRITE) or not try_lock_namespace(namespace_id):
        return
    rows = MemoryUnit.objects.filter(namespace_id=namespace_id, pk__in=list(ids), state=State.ARCHIVED)
    for unit in rows.order_by("pk").select_for_update():
        try:
            restore_one(unit, actor=caller.actor, now=now)
        except WrongState:
            continue  # an equal statement is current, and out of this search's sight by its filters
