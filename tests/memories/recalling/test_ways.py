"""Whatever way a search goes about it, and by whatever arm: it gives what a reader of all memories would pick."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from memories.models import CommonTerm, MemoryUnit
from memories.namespaces import change_settings
from memories.nearest import STEER_TO_INDEX
from memories.preferences import preferences_of
from memories.recalling import gathering, nearest_arm, opening, plan, statement
from memories.recalling import search as searching
from memories.recalling.plan import Way
from memories.recalling.search import ARMS, search
from memories.searchable import everything, facet_hashes, term_hash, word_hashes
from memories.shapes.outputs import WriteOut
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput
from memories.versions import sync_search_rows
from memories.walls import inside
from memories.writing import write_batch
from tests.memories.recalling import oracle
from tests.people import NOW

pytestmark = pytest.mark.django_db
REQUESTS = oracle.requests()
MANY, FEW = "a long range", "a short range"


@pytest.fixture
def stored(caller, outsider, settings):
    """The units of the caller by number; another namespace has the same."""
    settings.HINDSIGHT = settings.HINDSIGHT.model_copy(update={"SEARCH_DEADLINE_MS": 60_000})
    units = {}
    for one in (outsider, caller):
        change_settings(one, {"min_similarity": 0.0, "judge_on_write": False}, now=NOW)
        results = write_batch(one, oracle.written(), now=NOW)
        with inside(one.namespace_id):
            for number, result in enumerate(results):
                assert isinstance(result, WriteOut)
                unit = units[number] = MemoryUnit.objects.get(pk=result.memory.id)
                oracle.put_in_state(number, unit)
                unit.save()
                sync_search_rows(unit)
    opening.forget_sizes()
    assert len({unit.pk for unit in units.values()}) == len(oracle.written())
    return units


@pytest.fixture
def taken(monkeypatch):
    """The ways that searches took; of a range also whether it was long."""
    ways = set()
    gather = gathering.gather

    def spy(question, chosen, where, vector, **kwargs):
        ways.add(chosen.way)
        if chosen.way is Way.RANGE:
            bounds = where.bounds_alone
            units = MemoryUnit.objects.raw(
                f"SELECT u.id FROM memories_memoryunit u WHERE u.namespace_id = %s AND {bounds.sql}",
                [question.namespace_id, *bounds.params],
            )
            ways.add(MANY if len(list(units)) > chosen.probed_up_to else FEW)
        return gather(question, chosen, where, vector, **kwargs)

    monkeypatch.setattr(searching, "gather", spy)
    return ways


def asked_of(caller, asked, arms):
    """The ids of the answer; what the search changed, such as what it restored, is taken back."""
    body = read(SearchInput, {"query": oracle.QUESTION, "top_k": 50, **asked})
    with transaction.atomic():
        answer = search(caller, body, now=oracle.ASKED_AT, arms=frozenset(arms))
        transaction.set_rollback(True)
    assert not answer.partial
    assert not answer.degraded
    return [hit.memory.id for hit in answer.results]


def check(caller, stored, arms, requests=REQUESTS):
    rules = preferences_of(caller.namespace_id).rules
    numbers = {unit.pk: number for number, unit in stored.items()}
    for asked in requests:
        expected = [numbers[pk] for pk in oracle.picked(stored, rules, asked)]
        found = [numbers.get(pk, pk) for pk in asked_of(caller, asked, arms)]
        assert sorted(found) == sorted(expected), (asked, arms)


def check_each_arm(caller, stored):
    """Alone, so that none finds what another has lost; then together."""
    check(caller, stored, {"dense"}, REQUESTS[::2])
    check(caller, stored, {"lexical"}, REQUESTS[::2])
    check(caller, stored, ARMS, REQUESTS[1::4])


def test_the_requests_tell_filters_apart(caller, stored):
    """A filter that lets all through, or an oracle that picks nothing, would prove nothing."""
    rules = preferences_of(caller.namespace_id).rules
    answers = [frozenset(oracle.picked(stored, rules, asked)) for asked in REQUESTS]
    assert len(set(answers)) > len(REQUESTS) // 3
    assert sum(1 for answer in answers if answer) > len(REQUESTS) // 2
    assert max(map(len, answers)) < len(stored)


def test_a_small_store(caller, stored, taken):
    check_each_arm(caller, stored)
    assert taken == {Way.ALL, Way.HAVING, Way.RANGE, FEW, Way.NOWHERE, Way.RETIRED}


@pytest.fixture
def large(caller, monkeypatch):
    """Limits of a store in which what twelve units hold is much, with the frequencies of its common terms."""
    monkeypatch.setattr(plan, "EXACT_UP_TO", 5)
    monkeypatch.setattr(plan, "exact_limit", lambda _: 5)
    monkeypatch.setattr(plan, "probe_limit", lambda _: 12)
    space = caller.namespace_id
    common = {
        everything(space): 60_000,
        term_hash(space, "word", "lamp"): 50_000,
        term_hash(space, "subject", ""): 13,
        **dict.fromkeys(facet_hashes(space, "channel", oracle.CHANNELS), 13),
        **dict.fromkeys(facet_hashes(space, "tag", oracle.TAGS[:4]), 13),
        **dict.fromkeys(facet_hashes(space, "entity", oracle.NAMES[:3]), 13),
        **dict.fromkeys(facet_hashes(space, "kind", ["fact", "inference"]), 20),
        **dict.fromkeys(facet_hashes(space, "mcp_server", ["crm"]), 5),
    }
    CommonTerm.objects.bulk_create(CommonTerm(term=term, units=units) for term, units in common.items())


def test_a_large_store(caller, stored, large, taken):
    check_each_arm(caller, stored)
    assert taken >= {Way.INDEX, Way.FILTERED, Way.HAVING, Way.RANGE, FEW, MANY, Way.NOWHERE, Way.RETIRED}


def fetch_three(monkeypatch):
    """Each arm fetches three before the filters look, however many are wanted."""
    for module in (statement, nearest_arm, gathering):
        monkeypatch.setattr(module, "with_spare", lambda _: 3)


@pytest.mark.parametrize("size", ["small", "large"])
def test_the_nearest_few_are_not_those_that_pass(caller, stored, taken, monkeypatch, request, size):
    """Of three that are fetched before the filters look, few are left: the exact way finds the others."""
    if size == "large":
        request.getfixturevalue("large")
    fetch_three(monkeypatch)
    check(caller, stored, {"dense"}, REQUESTS[::2])
    assert taken >= {Way.HAVING, Way.HAVING_FILTERED, Way.FILTERED_ALL, Way.RETIRED}
    assert (Way.INDEX if size == "large" else Way.ALL) in taken


@pytest.mark.parametrize("size", ["small", "large"])
def test_each_way_by_itself(caller, stored, monkeypatch, request, size):
    """A second go would hide what the first has lost; in a store of this size it has no reason to lose any."""
    if size == "large":
        request.getfixturevalue("large")
    monkeypatch.setattr(searching, "after_coming_back_short", lambda first: first)
    check(caller, stored, {"dense"})


def test_hnsw_is_what_is_asked(caller, stored, large, monkeypatch):
    """Else the tests above would prove nothing of it: the database's own plan of each statement names the index."""
    plans = {}

    def explained(question, chosen, *args, **kwargs):
        sql = statement.statement_of(question, chosen, *args, **kwargs)
        with connection.cursor() as cursor:
            cursor.execute(STEER_TO_INDEX)
            cursor.execute("EXPLAIN " + "".join(sql.parts), sql.params)
            plans[chosen.way] = "\n".join(row[0] for row in cursor.fetchall())
        return sql

    monkeypatch.setattr(gathering, "statement_of", explained)
    for asked in ({}, {"kind": "fact"}, {"key": "a"}):
        asked_of(caller, asked, ARMS)
    for way in (Way.INDEX, Way.FILTERED, Way.RANGE):
        assert "memories_vector_hnsw" in plans[way], way
        assert "memories_cue_hnsw" in plans[way], way


def test_a_common_word_weighs_what_its_frequency_says(caller, stored, large):
    """It gathers nothing, and counts by log(1 + units of the namespace / units that hold it)."""
    body = read(SearchInput, {"query": "lamp 14", "top_k": 50, "include_low_confidence": True})
    lexical = {hit.memory.id: hit.scores.lexical for hit in search(caller, body, now=oracle.ASKED_AT).results}
    rare, common = (next(iter(word_hashes(caller.namespace_id, word))) for word in ("14", "lamp"))
    assert {rare, common} < set(word_hashes(caller.namespace_id, "lamp 14")), "and the two as one code"
    weight, known = plan.rarity(2, 60_000), plan.rarity(50_000, 60_000)
    assert lexical.pop(stored[14].pk) == 1
    assert stored[2].pk not in lexical, "the hall of number 2 is 14; it is one session's"
    [share] = set(lexical.values())
    assert share == pytest.approx(known / (weight + known), abs=1e-4)


def test_the_other_namespace_has_its_own(caller, outsider, stored, large):
    mine = set(asked_of(caller, {"include_low_confidence": True}, ARMS))
    theirs = set(asked_of(outsider, {"include_low_confidence": True}, ARMS))
    assert mine
    assert len(mine) == len(theirs)
    assert not mine & theirs
