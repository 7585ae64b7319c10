"""What a search may return, as SQL over `u` (units); fixed text, bound parameters.

The index of facets (memories.recalling.question) finds few rows where a filter is narrow; what is here decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from memories.names import name_key
from memories.preferences import Preferences
from memories.ranking import Span
from memories.recalling.question import Facets, Question
from memories.searchable import facet_hashes
from memories.shapes.searching import SearchInput
from memories.words import State

# The read side of memories.confidence.as_read, in SQL; a test holds the two equal.
CONFIDENCE_AS_READ = """
    (CASE WHEN u.critical THEN u.confidence ELSE least(1.0, greatest(0.0, u.confidence - %s * greatest(0,
        floor(extract(epoch FROM (%s - u.idle_since)) / (%s * 86400.0))))) END
     * CASE WHEN u.contested THEN %s ELSE 1.0 END)
"""
_OF_SOURCE = "u.source_id IN (SELECT s.id FROM memories_source s WHERE s.namespace_id = u.namespace_id AND {})"

_HOLDS = "EXISTS (SELECT FROM memories_terms t WHERE t.unit_id = u.id AND t.namespace_id = u.namespace_id AND {})"


@dataclass(slots=True)
class Where:
    """A conjunction that is built up. `bounds` are those of its parts, such as a time or a prefix, that an index of
    ranges answers without reading a row; `retired` are the states asked for that no index of vectors holds; `ids` are
    the only units that are wanted, if it is not None; `named` are the parts with the name of what asks for each, which
    tell why a unit is hidden."""

    parts: list[str] = field(default_factory=list)
    params: list[Any] = field(default_factory=list)
    bounds: list[tuple[str, list[Any]]] = field(default_factory=list)
    facets: Facets = field(default_factory=Facets)
    retired: list[str] = field(default_factory=list)
    ids: list[UUID] | None = None
    named: list[tuple[str, str, tuple[Any, ...]]] = field(default_factory=list)

    def add(self, sql: str, *params: Any, name: str = "") -> None:
        self.parts.append(sql)
        self.params.extend(params)
        if name:
            self.named.append((name, sql, params))

    def bound(self, sql: str, *params: Any, name: str = "") -> None:
        """Add a part that an index of ranges answers."""
        self.add(sql, *params, name=name)
        self.bounds.append((sql, list(params)))

    @property
    def sql(self) -> str:
        return " AND ".join(self.parts) or "TRUE"

    @property
    def ranged(self) -> bool:
        return bool(self.bounds)

    @property
    def bounds_alone(self) -> Where:
        """The parts that an index of ranges answers; all of them where there is none such."""
        if not self.bounds:
            return self
        return Where([sql for sql, _ in self.bounds], [one for _, params in self.bounds for one in params])


def states_of(body: SearchInput) -> list[str]:
    """The states asked for; `active` always. What was true once is, by now, perhaps superseded."""
    states = [State.ACTIVE]
    if body.include_superseded or body.valid_at is not None:
        states.append(State.SUPERSEDED)
    if body.include_archived:
        states.append(State.ARCHIVED)
    return [str(state) for state in states]


def where_of(
    question: Question, *, preferences: Preferences, states: list[str], ids: list[UUID] | None = None
) -> Where:
    """Filters act before ranking: state, expiry, confidence as read, and what the caller narrows to.

    `ids` are units that are wanted for another reason than that they are near, however sure they are.
    """
    where = Where(facets=question.facets, retired=[state for state in states if state != State.ACTIVE], ids=ids)
    where.add("u.state = ANY (%s)", states, name="state")
    # Gone at that instant (SPEC 5), whatever time is asked of; and of a time to come, what will be gone by then.
    gone_by = max(question.now, question.body.valid_at or question.now)
    where.add("(u.expires_at IS NULL OR u.expires_at > %s)", gone_by, name="expires_at")
    if ids is not None:
        where.add("u.id = ANY (%s)", ids)
    else:
        _add_confidence(where, question, preferences)
    _add_layer(where, question.body)
    _add_words(where, question.body, question.namespace_id)
    if question.body.valid_at is not None:
        # What does not say since when it holds has held since it happened.
        moment = question.body.valid_at
        where.add(
            "coalesce(u.valid_from, u.occurred_at) <= %s AND (u.valid_to IS NULL OR u.valid_to > %s)",
            moment,
            moment,
            name="valid_at",
        )
    if question.during is not None:
        add_span(where, question.during)
    return where


def add_span(where: Where, span: Span) -> None:
    """What happened in a period, half open."""
    where.bounds.append(("u.state = 'active'", []))  # as the index of times has it
    if span.start is not None:
        where.bound("u.occurred_at >= %s", span.start, name="time_range")
    if span.end is not None:
        where.bound("u.occurred_at < %s", span.end, name="time_range")


def floor_of(body: SearchInput, preferences: Preferences) -> float:
    """How sure what is current has to be: as sure as is asked for, else as the namespace wants it; what is hardly
    believed any more comes back to who asks for it without saying how sure it has to be."""
    if body.min_confidence is not None:
        return body.min_confidence
    return 0.0 if body.include_low_confidence else preferences.min_confidence


def _add_confidence(where: Where, question: Question, preferences: Preferences) -> None:
    floor, rules = floor_of(question.body, preferences), preferences.rules
    if floor <= 0:
        return
    # What is superseded stands at most at 0.1, and what is archived has fallen below the threshold: who asks for them
    # asks past it.
    where.add(
        f"(u.state <> 'active' OR {CONFIDENCE_AS_READ} >= %s)",
        rules.decay_rate,
        question.now,
        rules.decay_period_days,
        rules.contested_factor,
        floor,
        name="min_confidence",
    )


def _add_layer(where: Where, body: SearchInput) -> None:
    """Working memory belongs to its session: nobody finds it who does not name that."""
    sessions = [name for name in (body.session_id, body.include_session) if name]
    if sessions:
        where.add(f"(u.tier <> 'working' OR {_OF_SOURCE.format('s.session_id = ANY (%s)')})", sessions, name="tier")
    else:
        where.add("u.tier <> 'working'", name="tier")


def _add_prefix(where: Where, prefix: str) -> None:
    """A prefix as a range of bytes: the index has keys in that order, whatever the database's collation."""
    where.bound("u.key <> ''", name="key")
    where.bound('u.key COLLATE "C" >= %s', prefix, name="key")
    end = after_prefix(prefix)
    if end:
        where.bound('u.key COLLATE "C" < %s', end, name="key")


def after_prefix(prefix: str) -> str:
    """The first text, by code points, after all that start with a prefix; "" if there is none."""
    rest = prefix.rstrip("\U0010ffff")
    if not rest:
        return ""
    following = ord(rest[-1]) + 1
    # Surrogates are no characters: what follows the last one before them is the first one after.
    return rest[:-1] + chr(0xE000 if following == 0xD800 else following)


def _add_words(where: Where, body: SearchInput, namespace_id: int) -> None:
    if body.key:
        _add_prefix(where, body.key)
    if body.subject:
        keys = [name_key(body.subject), *([""] if body.include_general else [])]
        where.add("u.subject_key = ANY (%s)", keys, name="subject")
    if body.kind is not None:
        where.add("u.kind = %s", str(body.kind), name="kind")
    _add_labels(where, body, namespace_id)
    # An id is compared as it was written; whatever it is called by, one program gave it.
    for column in ("channel", "session_id", "task_id"):
        wanted = getattr(body, column)
        if wanted:
            where.add(_OF_SOURCE.format(f"s.{column} = %s"), str(wanted), name=column)


def _add_labels(where: Where, body: SearchInput, namespace_id: int) -> None:
    """By the hashes of their one spelling: the database may know the cases of ASCII letters alone."""
    labels = [
        ("entity_filter", "entity", body.entity_filter, body.entity_match),
        ("tags", "tag", body.tags, body.tag_match),
        ("mcp_server", "mcp_server", [body.mcp_server] if body.mcp_server else [], "all"),
    ]
    held = [
        (name, f"t.terms {'@>' if match == 'all' else '&&'} %s::bigint[]", facet_hashes(namespace_id, kind, names))
        for name, kind, names, match in labels
        if names
    ]
    if not held:
        return
    where.add(_HOLDS.format(" AND ".join(sql for _, sql, _ in held)), *(hashes for *_, hashes in held))
    where.named += [(name, _HOLDS.format(sql), (hashes,)) for name, sql, hashes in held]
