"""Many drafts in one transaction, with the outcome of one after the other.

Most items of a batch meet nothing that they say again or exclude: they are compared in memory and saved many at a
time. The others are placed by themselves, as a single write is, after all that came before them is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from memories.callers import Caller
from memories.embedding.providers import Vectors
from memories.gate.drafting import Draft
from memories.gate.echo import retells
from memories.gate.inserting import Fresh, insert_all
from memories.gate.origin import save_source
from memories.gate.outcomes import Placed
from memories.gate.placing import place, unsure_of
from memories.gate.surroundings import Surroundings, surroundings_of
from memories.judging.statements import DECISIVE
from memories.models import MemoryUnit, Source
from memories.overlap import neighbours_of
from memories.preferences import Preferences
from memories.unit_verdicts import Neighbour
from memories.words import Outcome, State

_WORTH_IT = 16
"""Fewer items are not worth reading the namespace for."""


def place_all(
    drafts: Sequence[Draft], vectors: Vectors | None, *, caller: Caller, preferences: Preferences, now: datetime
) -> list[Placed]:
    """Write statements in their order. The caller holds the locks that they need; for more than one statement this is
    the lock of the namespace."""
    around = None
    if vectors is not None and len(drafts) >= _WORTH_IT:
        around = surroundings_of(caller.namespace_id, drafts, vectors, preferences=preferences, now=now)
    if around is None or vectors is None:
        return [
            place(one, vector, caller=caller, preferences=preferences, now=now)
            for one, vector in zip(drafts, [None] * len(drafts) if vectors is None else vectors, strict=True)
        ]
    return _Batch(drafts, vectors, around, caller, preferences, now).placed


class _Batch:
    """The drafts on their way in; `waiting` are those that are decided and not saved yet."""

    def __init__(
        self,
        drafts: Sequence[Draft],
        vectors: Vectors,
        around: Surroundings,
        caller: Caller,
        preferences: Preferences,
        now: datetime,
    ) -> None:
        self.drafts, self.vectors, self.around = drafts, vectors, around
        self.caller, self.preferences, self.now = caller, preferences, now
        self.sources: dict[str, Source] = {}
        self.waiting: list[Fresh] = []
        self.unsaved: set[str] = set()
        self.said = _said_before(caller.namespace_id, drafts)
        self.placed = [self._place(number, draft) for number, draft in enumerate(drafts)]
        self._save()

    def _place(self, number: int, draft: Draft) -> Placed:
        apart = draft.unit.state != State.ACTIVE or draft.echo is not None
        fresh = None if apart or draft.unit.digest in self.said else self._alone(number, draft)
        if not apart:
            self.said.add(draft.unit.digest)
        if fresh is not None:
            self.waiting.append(fresh)
            self.unsaved.add(draft.unit.digest)
            self.around.add(number)
            unsure = bool(unsure_of(fresh.near))
            return Placed(Outcome.CREATED, draft.unit, review_now=unsure and self.preferences.event_review)
        if draft.unit.digest in self.unsaved:
            self._save()
        placed = place(
            draft,
            self.vectors[number],
            caller=self.caller,
            preferences=self.preferences,
            now=self.now,
            look=partial(self._look, number),
        )
        self.around.doubt()
        if placed.unit is draft.unit and placed.unit.state == State.ACTIVE:
            self.around.add(number)
        return placed

    def _alone(self, number: int, draft: Draft) -> Fresh | None:
        """The draft as a unit, if it does nothing to any other."""
        draft.unit.source = self._source(draft)
        near = self.around.neighbours_of(number) if self.preferences.judge_on_write else []
        if near is None:
            return None
        if any(item.verdict.sure and item.verdict.label in DECISIVE for item in near):
            return None
        if any(retells(draft, item.unit.pk, item.verdict.label) for item in near):
            return None
        due = bool(unsure_of(near)) or not self.preferences.judge_on_write
        return Fresh(draft.unit, self.vectors[number], near, due, draft.cue)

    def _look(self, number: int) -> list[Neighbour]:
        """The neighbours of a draft, locked: those at hand or, where they are too few, as a single write finds them."""
        self._save()
        near = self.around.locked_neighbours_of(number)
        if near is not None:
            return near
        draft = self.drafts[number]
        return neighbours_of(
            draft.unit,
            self.vectors[number],
            session_id=draft.origin.labels.session_id,
            preferences=self.preferences,
            now=self.now,
            lock=True,
        )

    def _source(self, draft: Draft) -> Source:
        digest = draft.origin.digest
        if digest not in self.sources:
            self.sources[digest] = save_source(draft.origin, self.caller)
        return self.sources[digest]

    def _save(self) -> None:
        if self.waiting:
            insert_all(self.waiting, caller=self.caller, now=self.now)
            self.waiting, self.unsaved = [], set()


def _said_before(namespace_id: int, drafts: Sequence[Draft]) -> set[str]:
    """Which of these statements were made before, of those that are current or were replaced."""
    return set(
        MemoryUnit.objects.filter(
            namespace_id=namespace_id,
            digest__in=[one.unit.digest for one in drafts],
            state__in=[State.ACTIVE, State.SUPERSEDED],
        ).values_list("digest", flat=True)
    )
