"""Every filter gives what a reader of all units would pick, whatever way the search goes about it."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from memories.models import CommonTerm, MemoryUnit
from memories.namespaces import change_settings
from memories.recalling import gathering, opening, plan
from memories.recalling import search as searching
from memories.recalling.filters import after_prefix
from memories.recalling.plan import Way
from memories.recalling.search import search
from memories.searchable import everything, facet_hashes
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write_batch
from tests.people import NOW

DAY = timedelta(days=1)
QUESTION = "which lamp is out in the hall?"
KEYS = ["", "lamp", "lamp.hall", "lamp_%", "lamp\U0010ffff.x", "Lampe", "灯.大厅", "🔦.spare"]
TAGS = ["night", "Night", "a%b", "夜班"]
NAMES = ["Émile", "Groß", "李雷", "ACME GmbH"]
SUBJECTS = ["", "ana", "bo@example.org"]
CHANNELS = ["user_statement", "tool_result", "config_file", "agent_inference"]


@pytest.fixture(scope="module")
def wanted():
    """The fields of sixty different statements about lamps in halls."""
    dice = random.Random(7)
    return [
        {
            "value": f"The lamp number {number} in hall {number * 7} is out",
            "key": KEYS[number % len(KEYS)],
            "subject": SUBJECTS[number % len(SUBJECTS)],
            "tags": dice.sample(TAGS, dice.randint(0, 2)),
            "entities": dice.sample(NAMES, dice.randint(0, 2)),
            "participants": dice.sample(NAMES, dice.randint(0, 1)),
            "channel": CHANNELS[number % len(CHANNELS)],
            "mcp_server": ["", "crm"][number % 2],
            "session_id": ["", "s-1", "s-2"][number // 2 % 3],
            "task_id": ["", "t-1"][number // 3 % 2],
            "action_type": "report",
            "tier": "long",
            "occurred_at": (NOW - number * DAY).isoformat(),
        }
        for number in range(60)
    ]


@pytest.fixture
def units(caller, outsider, wanted, monkeypatch):
    """The units of the caller; another namespace has the same."""
    for one in (caller, outsider):
        change_settings(one, {"min_similarity": 0.0, "judge_on_write": False}, now=NOW)
        write_batch(one, wanted, now=NOW)
    opening.forget_sizes()
    with inside(caller.namespace_id):
        found = list(MemoryUnit.objects.select_related("source"))
    assert len(found) == 60
    return found


def matches(unit, asked):
    """What SPEC 4 says of each filter, in plain words."""
    names = {name.casefold() for name in (*unit.entities, *unit.participants)}
    entities = {name.casefold() for name in asked.get("entity_filter", [])}
    tags, held = ({tag.casefold() for tag in some} for some in (asked.get("tags", []), unit.tags))
    during = asked.get("time_range")
    subjects = {asked.get("subject", ""), "" if asked.get("include_general") else asked.get("subject", "")}
    return all(
        [
            unit.key.startswith(asked.get("key", "")),
            "subject" not in asked or unit.subject in subjects,
            not tags or (tags <= held if asked.get("tag_match") == "all" else bool(tags & held)),
            not entities or (entities <= names if asked.get("entity_match") == "all" else bool(entities & names)),
            asked.get("kind") in (None, unit.kind),
            *(
                asked.get(name) in (None, getattr(unit.source, name))
                for name in ("channel", "mcp_server", "session_id", "task_id")
            ),
            during is None or NOW - 7 * DAY <= unit.occurred_at <= NOW,
        ]
    )


SINGLE: list[dict[str, Any]] = [
    *({"key": key} for key in KEYS if key),
    {"key": "lamp_"},
    {"key": "nobody"},
    *({"subject": subject} for subject in SUBJECTS if subject),
    {"subject": "ana", "include_general": True},
    *({"tags": [tag]} for tag in TAGS),
    {"tags": ["night", "夜班"]},
    {"tags": ["night", "夜班"], "tag_match": "all"},
    *({"entity_filter": [name.upper()]} for name in NAMES),
    {"entity_filter": ["émile", "李雷"]},
    {"entity_filter": ["émile", "李雷"], "entity_match": "all"},
    {"entity_filter": ["nobody"]},
    *({"kind": kind} for kind in ("fact", "inference", "directive")),
    *({"channel": channel} for channel in CHANNELS),
    {"mcp_server": "crm"},
    {"session_id": "s-1"},
    {"task_id": "t-1"},
    {"time_range": "last_7_days"},
    {"time_range": "最近7天"},
]


def combined():
    dice = random.Random(11)
    for _ in range(40):
        asked: dict[str, Any] = {}
        for part in dice.sample(SINGLE, dice.randint(2, 4)):
            asked |= part
        yield asked


REQUESTS = [*SINGLE, *combined()]


def ids(caller, **asked):
    body = read(SearchInput, {"query": QUESTION, "top_k": 50, "include_low_confidence": True, **asked})
    return {hit.memory.id for hit in search(caller, body, now=NOW).results}


def expected(units, asked):
    return {unit.pk for unit in units if matches(unit, asked)}


@pytest.fixture
def ways(monkeypatch):
    """The ways that searches took."""
    taken = []
    gather = gathering.gather

    def spy(question, chosen, *args, **kwargs):
        taken.append(chosen.way)
        return gather(question, chosen, *args, **kwargs)

    monkeypatch.setattr(searching, "gather", spy)
    return taken


@pytest.mark.django_db
def test_every_filter_alone_and_combined(caller, units, ways):
    for asked in REQUESTS:
        wanted = expected(units, asked)
        if len(wanted) <= 50:
            assert ids(caller, **asked) == wanted, asked
    assert set(ways) >= {Way.HAVING, Way.RANGE, Way.NOWHERE}


@pytest.mark.django_db
@pytest.mark.parametrize("large", [False, True])
def test_the_same_by_the_index(caller, units, ways, monkeypatch, large):
    """With limits as small as the store, HNSW is asked, under the filter where that is common."""
    monkeypatch.setattr(plan, "EXACT_UP_TO", 5)
    monkeypatch.setattr(plan, "exact_limit", lambda _: 5)
    monkeypatch.setattr(plan, "probe_limit", lambda _: 5)
    if large:
        space = caller.namespace_id
        common = [everything(space), *facet_hashes(space, "channel", CHANNELS), *facet_hashes(space, "tag", TAGS)]
        CommonTerm.objects.bulk_create(CommonTerm(term=term, units=30) for term in common)
    for asked in REQUESTS:
        wanted = expected(units, asked)
        if len(wanted) <= 50:
            assert ids(caller, **asked) == wanted, asked
    assert Way.RANGE in ways
    assert not large or Way.FILTERED in ways


@pytest.mark.django_db
def test_filters_that_come_last_leave_enough(caller, units, ways, monkeypatch):
    """What is nearest is expired: the exact way, filters first, finds the ten that are not.

    All sixty have the same words; ties go by id, so the last ten by id are none that the arm of words would find."""
    with inside(caller.namespace_id):
        kept = sorted(unit.pk for unit in units)[-10:]
        MemoryUnit.objects.exclude(pk__in=kept).update(expires_at=NOW)
    monkeypatch.setattr(searching, "_ARMS_THAT_FIND", 10)
    body = SearchInput(query=QUESTION, top_k=10, include_low_confidence=True)
    assert {hit.memory.id for hit in search(caller, body, now=NOW).results} == set(kept)
    assert ways == [Way.ALL, Way.FILTERED_ALL]


@pytest.mark.parametrize(
    ("prefix", "end"),
    [("a", "b"), ("灯", chr(ord("灯") + 1)), ("a\U0010ffff", "b"), ("\U0010ffff", ""), ("a\ud7ff", "a\ue000")],
)
def test_where_a_prefix_ends(prefix, end):
    assert after_prefix(prefix) == end
