"""Units as they stood at an earlier moment: what has changed since, by the versions of then, in one statement.

A unit that nothing has changed since is what it was; the indexes of now find it. The others, every unit with a version
that is younger than the moment, are looked at one by one: by the vector that the content of then keeps, by the terms of
now where only the standing changed since, and by the text of then where that is another one.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from memories.embedding.spaces import active_space_id
from memories.identity import name_key
from memories.judging.language import language_of
from memories.models import MemoryUnit, MemoryVersion, Source
from memories.recalling.filters import Where
from memories.recalling.plan import Plan, rarity
from memories.recalling.question import Question
from memories.recalling.statement import Sql
from memories.versions import put_back
from memories.words import OPEN_CONFLICTS, State

OUT_OF_SIGHT = (State.DELETED, State.QUARANTINED)
"""What is now in one of these states is not shown of any moment: whoever put it there wanted it out of sight. What
was falsified was believed until then, and does come back."""
_STANDING_ALONE = (
    "superseded", "merged_away", "falsified", "archived", "deleted", "restored", "held", "released", "rejected",
    "marked_critical", "unmarked_critical",
)  # fmt: skip
"""Actions whose version says what the one before it said. Of any other it is looked up what the unit said before."""
_NEVER_SAVED = "as it stood, never to be saved"

_CHANGED = """
    WITH changed AS MATERIALIZED (
        SELECT m.unit_id, min(m.number) - 1 AS number, bool_or(m.action <> ALL (%s)) AS edited
        FROM memories_memoryversion m
        WHERE m.namespace_id = %s AND m.number > 1 AND m.created_at > %s GROUP BY m.unit_id
    ), stood AS MATERIALIZED (
        SELECT u.id AS unit_id, u.number, u.content_version, u.edited
        FROM (
            SELECT n.id, n.namespace_id, n.subject_key, n.source_id, v.state, v.expires_at, v.tier, v.key, v.tags,
                v.kind, v.occurred_at, v.number, v.content_version, c.edited
            FROM changed c
            JOIN memories_memoryversion v ON v.unit_id = c.unit_id AND v.number = c.number
            JOIN memories_memoryunit n ON n.id = c.unit_id
            WHERE v.namespace_id = %s AND n.namespace_id = %s AND v.created_at <= %s AND n.state <> ALL (%s)
        ) AS u
        WHERE """
_NEAR = """), near AS MATERIALIZED (
        SELECT s.unit_id FROM stood s
        JOIN memories_vector x ON x.unit_id = s.unit_id AND x.content_version = s.content_version
        WHERE x.namespace_id = %s AND x.space_id = {space} ORDER BY x.embedding <#> %s::halfvec LIMIT %s
    """
_HOLDING = """), holding AS MATERIALIZED (
        SELECT s.unit_id FROM stood s
        JOIN hindsight_having(%s, %s::bigint[], '{}', NULL, NULL, NULL, true, NULL) AS h(unit_id) USING (unit_id)
        JOIN memories_terms t ON t.unit_id = s.unit_id
        WHERE NOT s.edited AND t.namespace_id = %s
        ORDER BY (SELECT sum(w.weight) FROM unnest(%s::bigint[], %s::float8[]) AS w(term, weight)
            WHERE w.term = ANY (t.terms)) DESC NULLS LAST, s.unit_id LIMIT %s
    """
# A sieve, which lets through too much rather than too little: what is found is weighed by its terms.
_SAYING = """), saying AS MATERIALIZED (
        SELECT x.unit_id FROM (
            SELECT s.unit_id, (SELECT sum(w.weight) FROM unnest(%s::text[], %s::float8[]) AS w(word, weight)
                WHERE strpos(said.text, w.word) > 0) AS held
            FROM stood s
            JOIN memories_memoryversion v ON v.unit_id = s.unit_id AND v.number = s.number
            JOIN memories_memoryunit n ON n.id = s.unit_id
            CROSS JOIN LATERAL (SELECT lower(regexp_replace(normalize(concat_ws(' ',
                CASE WHEN n.sensitive THEN '' ELSE v.value END, v.query, v.key, v.subject, v.attribute,
                array_to_string(v.entities || v.participants || v.tags, ' ')
            ), NFKD), '[\u0300-\u036f]', '', 'g')) AS text) AS said
            WHERE s.edited AND v.namespace_id = %s AND n.namespace_id = %s
        ) AS x WHERE x.held > 0 ORDER BY x.held DESC, x.unit_id LIMIT %s
    """
_WANTED = """), wanted AS (
        SELECT s.unit_id, s.number, s.edited, true AS changed FROM stood s WHERE s.unit_id IN ({found})
        UNION ALL
        SELECT k.id, (SELECT max(m.number) FROM memories_memoryversion m
            WHERE m.namespace_id = %s AND m.unit_id = k.id AND m.created_at <= %s), false, false
        FROM unnest(%s::uuid[]) AS k(id)
    )
    SELECT v.*, w.edited, w.changed, n.lang AS lang_now, n.sensitive, n.created_at AS unit_created_at, n.idle_since,
        n.last_recalled_at, n.last_verified_at, {cosine} AS cosine, {holders} AS holders,
        e.after AS event_after, e.created_at AS event_at,
        s.id AS source_id, s.channel, s.mcp_server, s.session_id, s.task_id,
        EXISTS (SELECT FROM memories_conflict k
            WHERE k.namespace_id = v.namespace_id AND (k.a_id = v.unit_id OR k.b_id = v.unit_id) AND k.opened_at <= %s
                AND (k.settled_at > %s OR (k.settled_at IS NULL AND k.state = ANY (%s)))) AS contested
    FROM wanted w
    JOIN memories_memoryversion v ON v.unit_id = w.unit_id AND v.number = w.number
    JOIN memories_memoryunit n ON n.id = w.unit_id
    JOIN memories_source s ON s.namespace_id = v.namespace_id AND s.id = coalesce((
        SELECT d.source_id FROM memories_evidence d
        WHERE w.edited AND d.namespace_id = v.namespace_id AND d.unit_id = v.unit_id
            AND d.content_version = v.content_version AND d.created_at <= %s
        ORDER BY d.source_id = n.source_id DESC, d.created_at, d.id LIMIT 1), n.source_id)
    LEFT JOIN LATERAL (
        SELECT c.after, c.created_at FROM memories_confidenceevent c
        WHERE c.namespace_id = v.namespace_id AND c.unit_id = v.unit_id AND c.created_at <= %s
        ORDER BY c.created_at DESC, c.id DESC LIMIT 1
    ) AS e ON true
    WHERE v.namespace_id = %s AND n.namespace_id = %s"""


@dataclass(frozen=True, slots=True)
class Past:
    """How one unit stood. `cosine` is None where the content of then has no vector, or the question has none;
    `changed` since, `edited` if what it says may have changed too."""

    version: MemoryVersion
    changed: bool
    edited: bool
    lang: str
    sensitive: bool
    contested: bool
    confidence: float
    idle_since: datetime
    last_recalled_at: datetime | None
    last_verified_at: datetime | None
    source: Source
    cosine: float | None

    def put_on(self, unit: MemoryUnit) -> MemoryUnit:
        """The unit with the fields of then; counts are kept of now alone. It can be shown, and not be saved."""
        put_back(unit, self.version)
        unit.version, unit.updated_at = self.version.number, self.version.created_at
        unit.subject_key = name_key(unit.subject)
        for name in ("lang", "sensitive", "contested", "confidence", "idle_since", "last_recalled_at", "source"):
            setattr(unit, name, getattr(self, name))
        unit.last_verified_at = self.last_verified_at
        # No database has this name: save() and delete() fail, whoever calls them.
        unit._state.db = _NEVER_SAVED
        return unit

    def unit(self) -> MemoryUnit:
        """A unit of these fields alone."""
        version = self.version
        return self.put_on(MemoryUnit(id=version.unit_id, namespace_id=version.namespace_id))


@dataclass(frozen=True, slots=True)
class Stood:
    """Units as they stood, by id; `holders` has in how many units each gathering word stands now."""

    units: Mapping[UUID, Past] = field(default_factory=dict)
    holders: Mapping[int, int] = field(default_factory=dict)


def stood(
    question: Question,
    plan: Plan,
    *,
    common: Where,
    full: Where,
    literal: str | None,
    known: Sequence[UUID],
    limit: int,
    retired_too: bool,
) -> Stood:
    """How the units `known`, and of those that changed since `question.now` at most `limit` of each arm, stood then.

    `common` are filters over columns that a version has, or that no edit changes; `full` are all of them, and hold for
    what was not edited: of what was, the caller checks the rest.
    """
    sql = _statement(question, plan, common, full, literal, known, limit, retired_too)
    rows: list[Any] = list(MemoryVersion.objects.raw("".join(sql.parts), sql.params))
    units = {row.unit_id: _past(row, question.now) for row in rows}
    holders = json.loads(rows[0].holders or "{}") if rows else {}
    return Stood(units, {int(term): int(count) for term, count in holders.items()})


def _statement(
    question: Question,
    plan: Plan,
    common: Where,
    full: Where,
    literal: str | None,
    known: Sequence[UUID],
    limit: int,
    retired_too: bool,
) -> Sql:
    space, moment = question.namespace_id, question.now
    sql, arms = Sql(), []
    hidden = [str(state) for state in OUT_OF_SIGHT]
    sql.add(_CHANGED, list(_STANDING_ALONE), space, moment, space, space, moment, hidden)
    sql.add(f"{common.sql} AND (u.edited OR ({full.sql}))", *common.params, *full.params)
    if literal is not None:
        sql.add(_NEAR.format(space=active_space_id()), space, literal, limit)
        arms.append("near")
    weights = weights_of(plan, {})
    if plan.drivers or question.hints:
        gathering = [*plan.drivers, *question.hints]
        sql.add(_HOLDING, space, gathering, space, list(weights), list(weights.values()), limit)
        arms.append("holding")
    sieve = _sieve(question, weights)
    if sieve:
        sql.add(_SAYING, list(sieve), list(sieve.values()), space, space, limit)
        arms.append("saying")
    found = " UNION ".join(f"SELECT unit_id FROM {arm}" for arm in arms) or "SELECT NULL::uuid"
    cosine, near = "NULL::float8", []
    if literal is not None:
        cosine = (
            "(SELECT -(x.embedding <#> %s::halfvec) FROM memories_vector x WHERE x.namespace_id = v.namespace_id "
            f"AND x.unit_id = v.unit_id AND x.content_version = v.content_version AND x.space_id = {active_space_id()})"
        )
        near = [literal]
    holders = (
        "(SELECT json_object_agg(h.term::text, h.holders)::text FROM hindsight_holders(%s, %s::bigint[], %s) AS h "
        "WHERE EXISTS (SELECT FROM stood))"
    )
    sql.add(
        _WANTED.format(found=found, cosine=cosine, holders=holders),
        *(space, moment, list(known), *near, space, list(plan.drivers), retired_too),
        *(moment, moment, [str(state) for state in OPEN_CONFLICTS], moment, moment, space, space),
    )
    return sql


def weights_of(plan: Plan, holders: Mapping[int, int]) -> dict[int, float]:
    """What each word of the plan weighs, as hindsight_weighed has it where `holders` are known."""
    weights = {
        term: factor * rarity(holders.get(term, 1), plan.units)
        for term, factor in zip(plan.drivers, plan.factors, strict=True)
    }
    return weights | dict(zip(plan.others, plan.weights, strict=True))


def _sieve(question: Question, weights: Mapping[int, float]) -> dict[str, float]:
    """What stands in any text that holds a word of the question, with the word's weight.

    Terms are stems without accents, in lower case; the database may know the cases of ASCII letters alone.
    """
    found: dict[str, float] = {}
    for hashed, word in question.spelt.items():
        plain = unicodedata.normalize("NFKD", word)
        if plain.isascii():
            # The last letter of a stem may be another one than that of the word.
            forms = {plain[:-1] if plain.isalpha() and len(plain) > 3 else plain}
        else:
            forms = {
                plain,
                unicodedata.normalize("NFKD", word.capitalize()),
                unicodedata.normalize("NFKD", word.upper()),
            }
        for form in forms:
            found[form] = max(found.get(form, 0.0), weights.get(hashed, 1.0))
    return found


def _past(row: Any, moment: datetime) -> Past:
    verified = row.last_verified_at if _before(row.last_verified_at, moment) else None
    recalled = row.last_recalled_at if _before(row.last_recalled_at, moment) else None
    # The last event is at least as young as the version whose change it tells of.
    event = row.event_at is not None and row.event_at >= row.created_at
    return Past(
        version=row,
        changed=row.changed,
        edited=row.edited,
        lang=language_of(row.value) if row.edited else row.lang_now,
        sensitive=row.sensitive,
        contested=row.contested,
        confidence=row.event_after if event else row.confidence,
        idle_since=_idle_since(row, moment, verified, recalled),
        last_recalled_at=recalled,
        last_verified_at=verified,
        source=Source(
            id=row.source_id,
            namespace_id=row.namespace_id,
            channel=row.channel,
            mcp_server=row.mcp_server,
            session_id=row.session_id,
            task_id=row.task_id,
        ),
        cosine=row.cosine,
    )


def _before(time: datetime | None, moment: datetime) -> bool:
    return time is not None and time <= moment


def _idle_since(row: Any, moment: datetime, verified: datetime | None, recalled: datetime | None) -> datetime:
    """Since when the unit had been idle at that moment.

    Known if nobody has written, verified or recalled it since. If only recalls came since, earlier ones are not to be
    seen any more, and it is taken for in use: believed too firmly rather than forgotten.
    """
    idle: datetime = row.idle_since
    if idle <= moment:
        return idle
    if row.last_recalled_at is not None and row.last_recalled_at > moment:
        return moment
    known = (row.created_at, row.event_at, verified, recalled)
    return max(time for time in known if time is not None and time <= moment)
