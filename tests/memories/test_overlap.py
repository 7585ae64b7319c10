"""Gate step 7 on real embeddings: same, changed, contradicts, unsure, late, again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memories.models import Conflict, Evidence, JudgedPair, MemoryUnit, MemoryVersion, Relation
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW

WEEKS = timedelta(days=21)


def say(caller, value, at=NOW, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=at)


def found(caller, query, **fields):
    return [hit.memory.value for hit in search(caller, SearchInput(query=query, **fields), now=NOW).results]


def states(caller):
    with inside(caller.namespace_id):
        return {unit.value: unit.state for unit in MemoryUnit.objects.all()}


def test_the_same_statement_twice_is_one_unit_and_keeps_both_pieces_of_evidence(caller, another_writer):
    first = say(caller, "The office coffee machine is on the third floor")
    again = say(caller, "the office coffee machine is on the third floor.", conversation_id="c2")
    assert (first.outcome, again.outcome, again.why) == ("created", "reinforced", "same_source")
    assert again.memory.id == first.memory.id
    assert again.memory.confidence == first.memory.confidence, "one writer cannot raise itself"
    other = say(another_writer(), "The office coffee machine is on the third floor")
    assert (other.outcome, other.why) == ("reinforced", "independent_source")
    assert other.memory.confidence == pytest.approx(0.9 + 0.5 * 0.1 * 1.0)
    assert other.memory.independent_evidence == 2
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.count() == 1
        assert Evidence.objects.count() == 3


def test_a_then_b_then_a_again(caller):
    a = say(caller, "I use Django for the web service", NOW - WEEKS)
    b = say(caller, "I have switched to FastAPI", NOW - WEEKS / 2)
    again = say(caller, "I use Django for the web service")
    assert [a.outcome, b.outcome, again.outcome] == ["created", "superseded", "superseded"]
    assert again.memory.id != a.memory.id
    assert found(caller, "which web framework do I use") == ["I use Django for the web service"]
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.filter(state="active").count() == 1
        assert MemoryUnit.objects.filter(state="superseded").count() == 2


def test_a_profile_meets_what_is_said_of_its_person_though_the_words_are_far_apart(caller):
    say(caller, "星座：处女座", NOW - WEEKS)
    say(caller, "city: Oslo", NOW - WEEKS)
    say(caller, "我妹妹是射手座", NOW - WEEKS / 2)
    assert states(caller)["星座：处女座"] == "active"
    moved = say(caller, "I live in Bergen now")
    assert moved.outcome == "superseded"
    assert states(caller)["city: Oslo"] == "superseded"


def test_a_profile_of_several_values_outlives_one_of_them_and_waits_for_a_review(caller):
    say(caller, "gender: male; city: Oslo; sign: Leo", NOW - WEEKS)
    say(caller, "I live in Bergen now")
    assert set(states(caller).values()) == {"active"}
    with inside(caller.namespace_id):
        assert JudgedPair.objects.filter(waiting=True, label__in=["changed", "contradicts"]).count() == 1


def test_a_statement_that_arrives_late_is_history(caller):
    say(caller, "预算改成20万", NOW)
    late = say(caller, "预算10万", NOW, occurred_at=NOW - WEEKS)
    assert late.outcome == "history"
    assert late.memory.state == "superseded"
    assert late.memory.valid_to == NOW
    assert found(caller, "预算是多少") == ["预算改成20万"]


def test_two_servers_that_disagree_are_both_kept_contested_and_read_lower(caller):
    a = say(caller, "The payments gateway listens on port 8080", mcp_server="consul", channel="tool_result")
    b = say(caller, "The payments gateway listens on port 9090", mcp_server="k8s", channel="tool_result")
    assert b.outcome == "contested"
    hits = search(caller, SearchInput(query="payments gateway port"), now=NOW).results
    assert {hit.memory.id for hit in hits} == {a.memory.id, b.memory.id}
    assert all(hit.memory.contested for hit in hits)
    assert all(hit.memory.confidence == pytest.approx(0.9 * 0.7) for hit in hits)
    with inside(caller.namespace_id):
        conflict = Conflict.objects.get()
        assert (conflict.type, conflict.state) == ("source", "coexisting")
        assert set(MemoryUnit.objects.values_list("confidence", flat=True)) == {0.9}, "the factor is derived"


def test_an_inference_against_a_users_word_is_falsified(caller):
    guess = say(caller, "The user prefers Python for backend work", channel="agent_inference", subject="u1")
    fact = say(caller, "I don't like Python for backend work, I prefer Go", channel="user_statement", subject="u1")
    assert guess.memory.kind == "inference"
    assert [(item.id, item.what) for item in fact.touched] == [(guess.memory.id, "falsified")]
    assert states(caller)["The user prefers Python for backend work"] == "falsified"
    assert found(caller, "which language for backend work") == [fact.memory.value]


def test_a_critical_memory_is_never_superseded_by_a_rule(caller):
    say(caller, "The production database port is 5432", NOW - WEEKS, channel="config_file", critical=True)
    later = say(caller, "The production database port is now 6543", channel="config_file")
    assert later.outcome == "contested"
    assert set(states(caller).values()) == {"active"}
    with inside(caller.namespace_id):
        assert Conflict.objects.get().state == "pending"


def test_a_less_trusted_writer_cannot_flip_a_users_word(caller):
    say(caller, "My shipping address is 5 Elm Street", NOW - WEEKS, channel="user_statement", subject="u1")
    other = say(
        caller, "The shipping address has changed to 9 Oak Avenue", channel="tool_result", subject="u1", mcp_server="x"
    )
    assert "superseded" not in states(caller).values()
    assert other.outcome in ("contested", "created")


def test_two_people_saying_i_use_do_not_conflict(caller, another_writer):
    say(caller, "I use Emacs as my editor", NOW - WEEKS)
    other = say(another_writer(), "I use Vim as my editor")
    assert other.outcome == "created"
    assert set(states(caller).values()) == {"active"}


def test_a_declared_single_valued_attribute_decides_without_similarity(caller):
    say(caller, "pytest it is", NOW - WEEKS, subject="u1", attribute="preferred_test_framework")
    new = say(caller, "unittest from the standard library", subject="u1", attribute="preferred_test_framework")
    assert new.outcome == "superseded"
    other = say(caller, "unittest from the standard library", subject="u2", attribute="preferred_test_framework")
    assert other.outcome == "created"


def test_different_facts_stand_side_by_side(caller):
    say(caller, "My phone number is 555-0100", NOW - WEEKS)
    address = say(caller, "My address has changed to 9 Oak Avenue")
    tea = say(caller, "I like tea")
    coffee = say(caller, "I like coffee")
    assert {address.outcome, tea.outcome, coffee.outcome} == {"created"}


def test_supersession_keeps_history_and_ties_the_two_together(caller):
    old = say(caller, "我在用 Django", NOW - WEEKS)
    new = say(caller, "我换到 FastAPI 了", NOW)
    with inside(caller.namespace_id):
        unit = MemoryUnit.objects.get(pk=old.memory.id)
        assert (unit.state, unit.version, unit.valid_to) == ("superseded", 2, NOW)
        assert unit.confidence <= 0.1
        numbers = MemoryVersion.objects.filter(unit=unit).values_list("number", "state", "value").order_by("number")
        assert list(numbers) == [(1, "active", "我在用 Django"), (2, "superseded", "我在用 Django")]
        edge = Relation.objects.get()
        assert (edge.from_unit_id, edge.type, edge.to_unit_id) == (new.memory.id, "supersedes", old.memory.id)


def test_a_pair_that_was_judged_is_remembered(caller):
    say(caller, "I use Django for the web service", NOW - WEEKS)
    say(caller, "I have switched to FastAPI")
    with inside(caller.namespace_id):
        pair = JudgedPair.objects.get()
        assert (pair.label, pair.waiting, pair.judge) == ("changed", False, "local")


def test_a_third_independent_source_settles_what_two_disagreed_about(caller, another_writer):
    old = say(caller, "The payments gateway listens on port 8080", mcp_server="consul", channel="tool_result")
    new = say(caller, "The payments gateway listens on port 9090", mcp_server="k8s", channel="tool_result")
    again = say(caller, "The payments gateway listens on port 9090", mcp_server="nomad", channel="tool_result")
    assert (again.outcome, again.why, again.touched) == ("reinforced", "same_source", []), "labels are no witnesses"
    third = say(another_writer(), "The payments gateway listens on port 9090", channel="tool_result")
    assert third.memory.id == new.memory.id
    assert [(item.id, item.what, item.why) for item in third.touched] == [
        (old.memory.id, "superseded", "third_independent_source")
    ]
    assert not third.memory.contested
    assert third.memory.confidence > 0.9
    assert found(caller, "payments gateway port") == ["The payments gateway listens on port 9090"]


def test_what_was_superseded_is_found_only_when_asked_for(caller):
    say(caller, "我在用 Django", NOW - WEEKS)
    say(caller, "我换到 FastAPI 了")
    assert found(caller, "我用什么框架") == ["我换到 FastAPI 了"]
    assert set(found(caller, "我用什么框架", include_superseded=True)) == {"我换到 FastAPI 了", "我在用 Django"}
    assert found(caller, "Django") != ["我在用 Django"]
    assert "我在用 Django" in found(caller, "Django", include_superseded=True)


@pytest.mark.parametrize(
    "question",
    ["who is my boss?", "how long does the build take?", "what is the capital of France?", "今天的天气怎么样", "the"],
)
def test_a_question_that_nothing_answers_finds_nothing(caller, question):
    say(caller, "The payments gateway listens on port 9090", mcp_server="consul", channel="tool_result")
    say(caller, "I have switched to FastAPI")
    say(caller, "预算改成20万的事是财务定的")
    assert found(caller, question) == []
