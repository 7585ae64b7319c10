"""How parts of a score are weighed: profiles, namespaces, requests."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memories.errors import Invalid
from memories.models import MemoryUnit
from memories.namespaces import change_settings
from memories.preferences import preferences_of
from memories.ranking import PROFILES
from memories.recalling.scoring import weights_of
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def ask(caller, query="late refunds", **asked):
    return search(caller, read(SearchInput, {"query": query, **asked}), now=NOW).results


def weighed(hit, weights):
    return sum(weight * getattr(hit.scores, part) for part, weight in weights.items())


@pytest.fixture
def refunds(caller):
    told = [
        ("Late refunds go to the night desk", "order_agent.refund", ["night desk"], "refund", 0),
        ("Late refunds need the form B", "order_agent.refund.late", ["form B"], "refund", 60),
        ("Late refunds are rare in May", "report_agent.monthly", [], "report", 5),
    ]
    for value, key, entities, action, days in told:
        body = MemoryInput(value=value, key=key, entities=entities, action_type=action, occurred_at=NOW - days * DAY)
        write(caller, body, now=NOW)


@pytest.mark.parametrize(
    ("asked", "profile"),
    [
        ({}, "reviewed"),
        ({"subject": "x"}, "reviewed"),
        ({"key": "order_agent"}, "task"),
        ({"entities": ["form B"]}, "task"),
        ({"action_type": "refund"}, "task"),
        ({"action_type": "refund", "profile": "knowledge"}, "knowledge"),
        ({"profile": "reviewed", "key": "order_agent"}, "reviewed"),
    ],
)
def test_the_profile_of_a_request(caller, asked, profile):
    body = read(SearchInput, {"query": "x", **asked})
    assert weights_of(body, preferences_of(caller.namespace_id)) == PROFILES[profile]


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_a_final_score_is_the_weighted_sum_of_its_parts(caller, refunds, profile):
    hits = ask(caller, profile=profile, entities=["form B"])
    assert len(hits) == 3
    for hit in hits:
        assert hit.scores.final == pytest.approx(weighed(hit, PROFILES[profile]), abs=2e-4)
    assert sum(PROFILES[profile].values()) == pytest.approx(1)


def test_weights_of_the_request(caller, refunds):
    weights = {"text": 0.1, "confidence": 0.1, "freshness": 0.8}
    hits = ask(caller, weights=weights)
    assert [hit.scores.final for hit in hits] == pytest.approx([weighed(hit, weights) for hit in hits], abs=2e-4)
    assert [hit.memory.occurred_at for hit in hits] == sorted((hit.memory.occurred_at for hit in hits), reverse=True)


@pytest.mark.parametrize(
    "weights", [{"text": 0.5}, {"text": 0.7, "confidence": 0.7}, {}, {"text": 1, "structural": 0.001}]
)
def test_weights_that_do_not_sum_to_one_are_refused(caller, weights):
    with pytest.raises(Invalid) as refused:
        ask(caller, weights=weights)
    assert (refused.value.code, refused.value.field) == ("weights_sum", "weights")
    with pytest.raises(Invalid) as refused:
        change_settings(caller, {"profiles": {"task": weights}}, now=NOW)
    assert (refused.value.code, refused.value.field) == ("weights_sum", "profiles")


def test_a_namespace_weighs_at_once_and_for_itself(caller, outsider, refunds):
    own = {"text": 0.2, "confidence": 0.0, "freshness": 0.8, "structural": 0.0}
    write(outsider, MemoryInput(value="Late refunds go to the night desk"), now=NOW)
    before = ask(caller)
    change_settings(caller, {"profiles": {"reviewed": own}}, now=NOW)
    after = ask(caller)
    assert [hit.scores.final for hit in after] == pytest.approx([weighed(hit, own) for hit in after], abs=2e-4)
    assert {hit.scores.final for hit in after} != {hit.scores.final for hit in before}
    [elsewhere] = ask(outsider)
    assert elsewhere.scores.final == pytest.approx(weighed(elsewhere, PROFILES["reviewed"]), abs=2e-4)
    change_settings(caller, {"profiles": None, "profile": "knowledge"}, now=NOW)
    assert [hit.scores.final for hit in ask(caller)] == pytest.approx(
        [weighed(hit, PROFILES["knowledge"]) for hit in ask(caller)], abs=2e-4
    )


def test_structure_fits_keys_entities_and_actions(caller, refunds):
    found = {
        hit.memory.key: hit.scores.structural for hit in ask(caller, key="order_agent.refund", entities=["FORM b"])
    }
    assert found == pytest.approx({"order_agent.refund": 0.5, "order_agent.refund.late": 5 / 6}, abs=1e-3)
    found = {hit.memory.key: hit.scores.structural for hit in ask(caller, action_type="Report")}
    assert found["report_agent.monthly"] == 1
    assert found["order_agent.refund"] == 0


@pytest.mark.parametrize(("days", "fresh"), [(0, 1.0), (30, 0.37), (60, 0.14)])
def test_freshness(caller, days, fresh):
    write(caller, MemoryInput(value="Late refunds go to the night desk", occurred_at=NOW - days * DAY), now=NOW)
    [hit] = ask(caller)
    assert round(hit.scores.freshness, 2) == fresh


def test_an_old_verified_fact_is_not_pushed_out_by_a_new_weak_one(caller):
    old = write(caller, MemoryInput(value="Late refunds go to the night desk"), now=NOW - 400 * DAY).memory
    weak = MemoryInput(value="Late refunds may go to the day desk", channel="agent_inference", confidence=0.4)
    write(caller, weak, now=NOW)
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=old.id).update(last_verified_at=NOW - DAY, idle_since=NOW - DAY, confidence=0.95)
    hits = ask(caller, "where do late refunds go?")
    assert len(hits) == 2
    assert hits[0].memory.id == old.id


def test_equal_scores_go_by_id(caller):
    change_settings(caller, {"judge_on_write": False}, now=NOW)
    for subject in ("ana", "bo", "chen"):
        write(caller, MemoryInput(value="Late refunds go to the night desk", subject=subject), now=NOW)
    ids = [hit.memory.id for hit in ask(caller, weights={"confidence": 1})]
    assert len(ids) == 3
    assert ids == sorted(ids)


def test_weights_of_a_namespace_hold_for_all_who_write_there_and_those_of_a_request_come_first(
    caller, another_writer, refunds
):
    own: dict[str, float] = {"text": 0.5, "confidence": 0.5, "freshness": 0.0, "structural": 0.0}
    asked: dict[str, float] = {"freshness": 1.0}
    change_settings(caller, {"profiles": {"task": own}}, now=NOW)
    teammate = another_writer()
    hits = ask(teammate, action_type="refund")
    assert len(hits) == 3
    assert [hit.scores.final for hit in hits] == pytest.approx([weighed(hit, own) for hit in hits], abs=2e-4)
    hits = ask(teammate, action_type="refund", weights=asked)
    assert [hit.scores.final for hit in hits] == pytest.approx([weighed(hit, asked) for hit in hits], abs=2e-4)
    hits = ask(teammate)
    reviewed = [weighed(hit, PROFILES["reviewed"]) for hit in hits]
    assert [hit.scores.final for hit in hits] == pytest.approx(reviewed, abs=2e-4), "other profiles are as they were"


def test_what_the_task_names_comes_first(caller, refunds):
    assert ask(caller, entities=["night desk"])[0].memory.key == "order_agent.refund"
    assert ask(caller, entities=["form B"])[0].memory.key == "order_agent.refund.late"
    assert ask(caller, action_type="report")[0].memory.key == "report_agent.monthly"


def test_what_was_verified_is_fresh_again(caller):
    fact = write(caller, MemoryInput(value="Late refunds go to the night desk"), now=NOW - 60 * DAY).memory
    [hit] = ask(caller)
    assert round(hit.scores.freshness, 2) == 0.14
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=fact.id).update(last_verified_at=NOW - 30 * DAY)
    [hit] = ask(caller)
    assert round(hit.scores.freshness, 2) == 0.37
