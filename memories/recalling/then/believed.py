"""What was believed at an earlier moment (SPEC 4, `as_of`): a search among the versions of then.

A unit counts by the version that it had at the moment: its text, its labels, its state, its confidence with the
events up to then, decayed up to then, contested if a conflict was open then. What was superseded, archived, held or
falsified since comes back, as it was; what is in the trash or in quarantine now does not, and what was erased is not
there. Scores are of the content of then: of its vector, and of its words.

Kept of now alone, and so not of then: counts, the questions that a unit has learned, how rare a word is. Content of
then that never had a vector, or had one in another space, is found by its words. Of a conflict the other side is put
beside a hit if the search found it too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from memories.embedding.providers import Vectors
from memories.names import label_key, name_key
from memories.preferences import Preferences
from memories.presenting import confidence_now
from memories.ranking import Ranked
from memories.recalling.both_sides import Disputes, disputes_of
from memories.recalling.chains import replaced_by
from memories.recalling.filters import floor_of, states_of, where_of
from memories.recalling.gathering import Row, gather
from memories.recalling.opening import Opened
from memories.recalling.order import answered
from memories.recalling.plan import Plan, Way, after_coming_back_short, plan_of, probe_limit
from memories.recalling.question import Question
from memories.recalling.respelling import enough_words, telling_words
from memories.recalling.scoring import ranked
from memories.recalling.then.changed_since import already_there, stood, unchanged
from memories.recalling.then.old_words import weights_of
from memories.recalling.then.past import Past
from memories.searchable import Findable, hashes_of, vector_literal
from memories.shapes.searching import SearchInput
from memories.words import State

_WIDER = 8
"""How many times as many are gathered anew where those at hand were believed too little then."""

_COMPARED_HERE: Final[dict[str, object]] = {
    "subject": "", "include_general": False, "entity_filter": [], "tags": [], "mcp_server": "", "channel": None
}  # fmt: skip
"""Filters as if they were not asked for: of what was edited since, they are looked at here."""


@dataclass(frozen=True, slots=True)
class Believed:
    """What was found, best first; how each of them stood; which of them were in conflict with which; what they were
    taken from."""

    hits: list[Ranked]
    past: dict[UUID, Past]
    disputes: Disputes
    rows: Mapping[UUID, Row]
    ranking: list[Ranked]


def moment_of(body: SearchInput, now: datetime) -> datetime:
    """The now of a search: nothing is known of the future, so a moment to come is now."""
    return now if body.as_of is None else min(body.as_of, now)


def believed(
    question: Question,
    opened: Opened,
    vector: Vectors | None,
    *,
    wanted: int,
    arms: Collection[str],
    hurry: Callable[[], None],
) -> Believed:
    """At most `wanted` units as they stood at `question.now`. Reads only; runs inside the wall.

    Three statements, one more where the store is too large for an exact scan, and two where what is found was contested
    or superseded then; all but one again where the first ones come back short. Words are not read as others: what
    nobody writes now somebody may have written then. `hurry` is called before each of the large ones, so that slow
    ones do not add up.
    """
    look = _Look(question, opened, vector, frozenset(arms), hurry)
    rows = look.rows(opened.preferences.candidates, wanted)
    kept = _believed_enough(question, rows, opened.preferences)
    if len(kept) < min(wanted, len(rows)):
        rows = look.rows(_WIDER * opened.preferences.candidates, wanted)
        kept = _believed_enough(question, rows, opened.preferences)
    by_id = {row.id: row for row in kept}
    floor = enough_words(question)
    order = ranked(question, kept, opened.preferences, floor=opened.preferences.min_similarity, word_floor=floor)
    hurry()
    hits, disputes = answered(
        order,
        by_id,
        most=wanted,
        chains=replaced_by(question.namespace_id, by_id, until=question.now) if len(look.states) > 1 else {},
        disputes_of=lambda contested: _disputes(question, contested, by_id),
    )
    return Believed(hits, {hit.id: look.past[hit.id] for hit in order}, disputes, by_id, order)


class _Look:
    """One search for units as they stood: what has not changed since by the indexes, the rest one by one."""

    def __init__(
        self,
        question: Question,
        opened: Opened,
        vector: Vectors | None,
        arms: frozenset[str],
        hurry: Callable[[], None],
    ) -> None:
        self.question, self.vector, self.arms, self.hurry = question, vector, arms, hurry
        self.states = states_of(question.body)
        self.retired_too = len(self.states) > 1
        self.past: dict[UUID, Past] = {}
        # How sure one was then no column says; it is looked at when all is at hand.
        sure = question.body.model_copy(update={"include_low_confidence": True, "min_confidence": None})
        self.full = where_of(replace(question, body=sure), preferences=opened.preferences, states=self.states)
        # An edit may have changed the rest, and the version has no column that the database could compare.
        bare = sure.model_copy(update=_COMPARED_HERE)
        self.common = where_of(replace(question, body=bare), preferences=opened.preferences, states=self.states)
        self.unchanged = unchanged(self.full, question.now)
        self.plan = self._planned(opened)

    def _planned(self, opened: Opened) -> Plan:
        question = self.question
        plan = plan_of(
            question,
            dict.fromkeys(telling_words(question, opened.frequencies), 1.0),
            opened.frequencies,
            units=opened.units,
            vectors=opened.vectors,
            cues=opened.cues,
            ranged=self.full.ranged,
            retired_too=self.retired_too,
        )
        if plan.way is Way.ALL:
            return replace(plan, way=Way.FILTERED_ALL)
        if plan.way is not Way.INDEX:
            return plan
        most = probe_limit(opened.vectors)
        few = already_there(question.namespace_id, question.now, most + 1) <= most
        return replace(plan, way=Way.RANGE if few else Way.FILTERED)

    def rows(self, limit: int, wanted: int) -> list[Row]:
        """What passes the filters, with its scores, at most `limit` of each arm."""
        still = self._unchanged_rows(limit, wanted)
        self.hurry()
        literal = None if self.vector is None or "dense" not in self.arms else vector_literal(self.vector)
        then = stood(
            self.question,
            self.plan,
            common=self.common,
            full=self.full,
            literal=literal,
            known=list(still),
            limit=limit,
            retired_too=self.retired_too,
        )
        self.past |= then.units
        weights = weights_of(self.plan, then.holders) if "lexical" in self.arms else {}
        rows = []
        for pk, past in then.units.items():
            if past.changed:
                said = past.said()
                if not past.edited or _admitted(said, self.question.body):
                    held = set(hashes_of(said))
                    named = not held.isdisjoint(self.question.codes)
                    rows.append(past.row(said, _share(held, weights), named=named))
            else:
                rows.append(_at_the_moment(still[pk], past))
        return rows

    def _unchanged_rows(self, limit: int, wanted: int) -> dict[UUID, Row]:
        def look(plan: Plan) -> tuple[list[Row], bool]:
            self.hurry()
            found = gather(
                self.question,
                plan,
                self.unchanged,
                self.vector,
                limit=limit,
                wanted=wanted,
                arms=self.arms,
            )
            return found.rows, found.short

        rows, short = look(self.plan)
        if short:
            rows, _ = look(after_coming_back_short(self.plan))
        return {row.id: row for row in rows}


def _admitted(said: Findable, body: SearchInput) -> bool:
    """Whether what the unit was passes the filters that the database could not compare."""
    if body.subject and said.subject_key not in {name_key(body.subject), *([""] if body.include_general else [])}:
        return False
    if body.channel is not None and said.source.channel != body.channel:
        return False
    if body.mcp_server and label_key(said.source.mcp_server) != label_key(body.mcp_server):
        return False
    return all(
        _held(asked, names, match)
        for asked, names, match in (
            (body.entity_filter, [*said.entities, *said.participants], body.entity_match),
            (body.tags, said.tags, body.tag_match),
        )
    )


def _held(asked: Iterable[str], names: Iterable[str], match: str) -> bool:
    """Whether all or any of the labels asked for are among these; what is not asked for is."""
    wanted, held = {label_key(name) for name in asked}, {label_key(name) for name in names}
    return not wanted or (wanted <= held if match == "all" else bool(wanted & held))


def _at_the_moment(row: Row, past: Past) -> Row:
    """What nothing has changed since, with what moves without a version."""
    row.confidence, row.idle_since = past.confidence, past.idle_since
    row.contested, row.last_verified_at = past.contested, past.last_verified_at
    return row


def _share(held: Set[int], weights: Mapping[int, float]) -> float:
    """The share of the weight of what is asked that the words of then hold, 0..1."""
    if not weights:
        return 0.0
    return min(1.0, sum(weights[term] for term in weights.keys() & held) / sum(weights.values()))


def _believed_enough(question: Question, rows: list[Row], preferences: Preferences) -> list[Row]:
    floor = floor_of(question.body, preferences)

    def sure(row: Row) -> bool:
        seen = confidence_now(row, preferences=preferences, now=question.now)
        return row.state != State.ACTIVE or seen >= floor

    return [row for row in rows if sure(row)]


def _disputes(question: Question, contested: list[UUID], found: Collection[UUID]) -> Disputes:
    """Of each of these, the others of `found` that it was in an open conflict with at the moment, the oldest first."""
    known = disputes_of(question.namespace_id, contested, at=question.now)
    among = {pk: [other for other in others if other in found] for pk, others in known.items() if pk in found}
    return {pk: others for pk, others in among.items() if others}
