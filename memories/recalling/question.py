"""A request to recall, made ready before any transaction: masked as what is stored is, hashed as what is indexed is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from memories.errors import Invalid
from memories.gate.handles import with_handles
from memories.gate.privacy import masked_text
from memories.names import name_key
from memories.ranking import Span
from memories.recalling.spelling import written_words
from memories.recalling.timewords.periods import EXAMPLES, Period, period_in, period_of
from memories.searchable import asked_hashes, everything, facet_hashes, term_hash
from memories.shapes.searching import Between, SearchInput

_HANDLES = ("key", "subject", "mcp_server", "session_id", "include_session", "task_id")
_MOST_WORDS = 24


@dataclass(frozen=True, slots=True)
class Facets:
    """Hashed terms that a unit must hold: all of some, and one of each other set that is not None."""

    all_of: tuple[int, ...] = ()
    any_tag: tuple[int, ...] | None = None
    any_entity: tuple[int, ...] | None = None
    any_subject: tuple[int, ...] | None = None

    @property
    def _groups(self) -> tuple[tuple[int, ...] | None, ...]:
        return (self.any_tag, self.any_entity, self.any_subject)

    @property
    def arguments(self) -> list[list[int] | None]:
        """As the functions of the database take them: all_of, any_tag, any_entity, any_subject."""
        return [list(self.all_of), *(None if some is None else list(some) for some in self._groups)]

    @property
    def sets(self) -> list[tuple[int, ...]]:
        """Each condition as the set of terms of which one must be held."""
        return [(one,) for one in self.all_of] + [some for some in self._groups if some is not None]

    @property
    def terms(self) -> list[int]:
        return [term for some in self.sets for term in some]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked.

    `spelt` has the words that are looked for by their hashed terms; `hints` are hashed too; `during` filters by time,
    `about` is a period that the question itself speaks of; `at` is the now of freshness and of time words.
    """

    body: SearchInput
    namespace_id: int
    now: datetime
    at: datetime
    spelt: Mapping[int, str]
    hints: tuple[int, ...]
    facets: Facets
    during: Span | None
    about: Span | None

    @property
    def words(self) -> tuple[int, ...]:
        return tuple(self.spelt)

    @property
    def terms(self) -> list[int]:
        """Every term whose frequency a plan wants to know."""
        return [*self.words, *self.hints, *self.facets.terms, everything(self.namespace_id)]


def question_of(namespace_id: int, body: SearchInput, *, now: datetime) -> Question:
    """Identifiers are marks in what is looked for, as they are in what was written: so they are found by them, and the
    log of recalls holds none.

    Raises:
        Invalid: code `time_range_unknown`.
    """
    body = _as_stored(namespace_id, body)
    at = body.query_time or now
    during = _span_of(body.time_range, at)
    return Question(
        body=body,
        namespace_id=namespace_id,
        now=now,
        at=at,
        spelt=_spelt(namespace_id, body.query),
        hints=tuple(_hints(namespace_id, body)),
        facets=_facets(namespace_id, body),
        during=during,
        about=_as_span(period_in(body.query, at, UTC)) if during is None else during,
    )


def _spelt(namespace_id: int, query: str) -> dict[int, str]:
    """The first words of a question by their hashed terms, as they were written."""
    written = written_words(query)
    asked = islice(asked_hashes(namespace_id, query).items(), _MOST_WORDS)
    return {hashed: written.get(term, term) for hashed, term in asked}


def _as_stored(namespace_id: int, body: SearchInput) -> SearchInput:
    def masked(words: Iterable[str]) -> list[str]:
        return [masked_text(namespace_id, word) for word in words]

    body = with_handles(namespace_id, body, _HANDLES)
    return body.model_copy(
        update={
            "query": masked_text(namespace_id, body.query),
            "action_type": masked_text(namespace_id, body.action_type),
            **{name: masked(getattr(body, name)) for name in ("tags", "entities", "entity_filter")},
        }
    )


def _span_of(asked: str | Between | None, at: datetime) -> Span | None:
    if asked is None:
        return None
    if isinstance(asked, Between):
        return Span(asked.start, asked.end)
    found = period_of(asked, at, UTC)
    if found is None:
        raise Invalid(
            f"time_range is no period that is known here. Try {EXAMPLES}, or an object with from and to.",
            code="time_range_unknown",
            field="time_range",
        )
    return _as_span(found)


def _as_span(period: Period | None) -> Span | None:
    return None if period is None else Span(period.start, period.end)


def _hints(namespace_id: int, body: SearchInput) -> list[int]:
    return [
        *facet_hashes(namespace_id, "entity", body.entities),
        *facet_hashes(namespace_id, "action", [body.action_type]),
        *facet_hashes(namespace_id, "attribute", [body.attribute]),
        *facet_hashes(namespace_id, "key", [body.key]),
    ]


def _facets(namespace_id: int, body: SearchInput) -> Facets:
    all_of: list[int] = []
    for name in ("kind", "channel", "mcp_server", "session_id", "task_id"):
        all_of += facet_hashes(namespace_id, name, [str(getattr(body, name) or "")])
    tags = facet_hashes(namespace_id, "tag", body.tags)
    entities = facet_hashes(namespace_id, "entity", body.entity_filter)
    subjects: list[int] = []
    if body.subject:
        subjects = [term_hash(namespace_id, "subject", name_key(body.subject))]
        subjects += [term_hash(namespace_id, "subject", "")] if body.include_general else []
    if body.tag_match == "all":
        all_of, tags = all_of + tags, []
    if body.entity_match == "all":
        all_of, entities = all_of + entities, []
    return Facets(
        all_of=tuple(all_of),
        any_tag=tuple(tags) or None,
        any_entity=tuple(entities) or None,
        any_subject=tuple(subjects) or None,
    )
