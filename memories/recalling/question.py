"""A request to recall, made ready before any transaction: masked as what is stored is, hashed as what is indexed is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from memories.codes import Named, named_in
from memories.errors import Invalid
from memories.gate.handles import with_handles
from memories.gate.privacy import masked_text
from memories.names import name_key
from memories.ranking import Span
from memories.recalling.spelling import written_words
from memories.recalling.timewords.periods import EXAMPLES, Period, asked_in, period_of
from memories.recalling.timewords.rest import says_more
from memories.searchable import asked_hashes, everything, facet_hashes, term_hash
from memories.shapes.searching import Between, SearchInput

_HANDLES = ("key", "subject", "mcp_server", "session_id", "include_session", "task_id")
_MOST_KNOWN = 200
"""Terms of a question of which it is looked up how rare they are. Of a longer one, all codes and words from all over
it; of the known ones the most telling are looked for (memories.recalling.respelling)."""


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

    `spelt` has the words that may be looked for by their hashed terms; `named` the codes among them; `hints` are hashed
    too; `during` filters by time; `period` is one that the question itself speaks of, and `about` that by which what
    happened is fresh; a question that `asks_for_period` asks for what happened in it and for nothing else; `at` is the
    now of freshness and of time words.
    """

    body: SearchInput
    namespace_id: int
    now: datetime
    at: datetime
    spelt: Mapping[int, str]
    named: Named
    hints: tuple[int, ...]
    facets: Facets
    during: Span | None
    period: Span | None
    asks_for_period: bool

    @property
    def about(self) -> Span | None:
        return self.period if self.during is None else self.during

    @property
    def true_at(self) -> datetime:
        """When what is asked for has to be true."""
        return self.body.valid_at or self.at

    @property
    def words(self) -> tuple[int, ...]:
        return tuple(self.spelt)

    @property
    def codes(self) -> list[int]:
        """The terms of what the question names by its code."""
        return [term_hash(self.namespace_id, "word", code.form) for code in self.named.telling]

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
    # The days of whoever asks.
    zone = (body.query_time.tzinfo if body.query_time else None) or UTC
    during = _span_of(body.time_range, at, zone)
    asked, named = asked_in(body.query, at, zone), named_in(body.query)
    names_one = asked is not None or during is not None
    for_period = names_one and not named.telling and not says_more(asked.rest if asked else body.query)
    return Question(
        body=body,
        namespace_id=namespace_id,
        now=now,
        at=at,
        # Words that only name the period are not what its memories say.
        spelt={} if for_period else _spelt(namespace_id, body.query),
        named=named,
        hints=tuple(_hints(namespace_id, body)),
        facets=_facets(namespace_id, body),
        during=during,
        period=_as_span(asked.period if asked else None),
        asks_for_period=for_period,
    )


def _spelt(namespace_id: int, query: str) -> dict[int, str]:
    """Words of a question by their hashed terms, as they were written."""
    written = written_words(query)
    asked = list(asked_hashes(namespace_id, query).items())
    if len(asked) > _MOST_KNOWN:
        codes = min(len(named_in(query).codes), _MOST_KNOWN // 2)
        rest = asked[codes:]
        apart = len(rest) / (_MOST_KNOWN - codes)
        asked = asked[:codes] + [rest[int(place * apart)] for place in range(_MOST_KNOWN - codes)]
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


def _span_of(asked: str | Between | None, at: datetime, zone: tzinfo) -> Span | None:
    if asked is None:
        return None
    if isinstance(asked, Between):
        return Span(*asked.bounds(zone))
    found = period_of(asked, at, zone)
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
