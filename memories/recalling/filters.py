"""What a search may return, as SQL over `u` (units) and `s` (sources); fixed text, bound parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memories.identity import name_key
from memories.preferences import Preferences
from memories.shapes.searching import SearchInput
from memories.words import State

# The read side of memories.confidence.as_read, in SQL; a test holds the two equal.
CONFIDENCE_AS_READ = """
    (CASE WHEN u.critical THEN u.confidence ELSE least(1.0, greatest(0.0, u.confidence - %s * greatest(0,
        floor(extract(epoch FROM (%s - u.idle_since)) / (%s * 86400.0))))) END
     * CASE WHEN u.contested THEN %s ELSE 1.0 END)
"""


@dataclass(slots=True)
class Where:
    """A conjunction that is built up.

    `narrow` says that few rows are likely to pass; `retired_too` that units out of the HNSW index are wanted.
    """

    parts: list[str] = field(default_factory=list)
    params: list[Any] = field(default_factory=list)
    narrow: bool = False
    retired_too: bool = False

    def add(self, sql: str, *params: Any, narrow: bool = False) -> None:
        self.parts.append(sql)
        self.params.extend(params)
        self.narrow = self.narrow or narrow

    @property
    def sql(self) -> str:
        return " AND ".join(self.parts)


def states_of(body: SearchInput) -> list[str]:
    """The states asked for; `active` always."""
    states = [State.ACTIVE]
    if body.include_superseded:
        states.append(State.SUPERSEDED)
    if body.include_archived:
        states.append(State.ARCHIVED)
    return [str(state) for state in states]


def where_of(body: SearchInput, *, preferences: Preferences, now: datetime) -> Where:
    """Filters act before ranking: states, expiry, confidence as read, and what the caller narrows to."""
    where = Where()
    states = states_of(body)
    where.add("u.state = ANY (%s)", states)
    where.retired_too = len(states) > 1
    where.add("(u.expires_at IS NULL OR u.expires_at > %s)", now)
    # Working memory belongs to its session: nobody finds it who does not name that.
    where.add("(u.tier <> 'working' OR s.session_id = ANY (%s))", [body.session_id, body.include_session])
    if not body.include_low_confidence:
        floor = body.min_confidence if body.min_confidence is not None else preferences.min_confidence
        rules = preferences.rules
        # What is superseded stands at most at 0.1: asking for it lifts the threshold for it.
        where.add(
            f"(u.state = 'superseded' OR {CONFIDENCE_AS_READ} >= %s)",
            rules.decay_rate,
            now,
            rules.decay_period_days,
            rules.contested_factor,
            floor,
        )
    if body.key:
        where.add("starts_with(u.key, %s)", body.key, narrow=True)
    if body.subject:
        where.add("u.subject_key = %s", name_key(body.subject), narrow=True)
    if body.tags:
        operator = "@>" if body.tag_match == "all" else "&&"
        where.add(f"u.tags {operator} %s::text[]", body.tags, narrow=True)
    if body.kind is not None:
        where.add("u.kind = %s", str(body.kind))
    for column in ("channel", "mcp_server", "session_id", "task_id"):
        wanted = getattr(body, column)
        if wanted:
            where.add(f"s.{column} = %s", str(wanted), narrow=column != "channel")
    return where
