"""Faults that a hostile tester found, each as the right behaviour."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from memories import lifecycle
from memories.editing import update
from memories.erasure_ledger import refuse_erased
from memories.errors import Invalid, Refused
from memories.forgetting.requests import request_forgetting
from memories.gate.pipeline import draft
from memories.models import Conflict, MemoryUnit, MemoryVersion
from memories.preferences import preferences_of
from memories.recalling.search import search
from memories.relations import relate
from memories.shapes.inputs import ForgetInput, MemoryInput, MemoryPatch, RelationInput
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput
from memories.tracing import get
from memories.walls import inside
from memories.writing import write
from review.upkeep import expire
from tests.people import NOW

WEEKS = timedelta(days=21)
PORT = "The payments gateway listens on port {}"


def say(caller, value, at=NOW, **fields):
    return write(caller, read(MemoryInput, {"value": value, **fields}), now=at)


def found(caller, query, now=NOW):
    return {hit.memory.value for hit in search(caller, SearchInput(query=query), now=now).results}


def states(caller):
    with inside(caller.namespace_id):
        return dict(MemoryUnit.objects.values_list("value", "state"))


def forget(caller, **fields):
    return request_forgetting(caller, read(ForgetInput, fields), now=NOW)


@pytest.mark.parametrize("blank", ["", " ", "\u200b", " \u3000 ", "--", "\u202e"])
@pytest.mark.parametrize("by", ["subject", "identifier"])
def test_a_blank_forget_request_is_refused(caller, by, blank):
    say(caller, "The pool opens at six.")
    with pytest.raises(Invalid):
        forget(caller, **{by: blank})
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.count() == 1


def test_text_that_says_nothing_is_refused(caller):
    for nothing in ("", "   ", "\u200b", "\u200f\u2066"):
        with pytest.raises(Invalid) as refused:
            say(caller, nothing)
        assert refused.value.code == "value_empty"


@pytest.mark.parametrize(
    ("first", "first_subject", "second", "second_subject"),
    [
        ("I live in Berlin", "alice", "I moved to Munich", ""),
        ("I live in Berlin", "", "I moved to Munich", "dave"),
        ("我住在成都", "u1", "我搬到上海了", ""),
    ],
)
def test_one_users_word_never_retires_anothers(caller, another_writer, first, first_subject, second, second_subject):
    say(caller, first, NOW - WEEKS, subject=first_subject)
    say(another_writer(), second, subject=second_subject)
    say(caller, second + "!", subject=second_subject or "bob")
    assert states(caller)[first] == "active"


def test_a_subject_that_only_one_side_declares_is_never_sure(caller):
    say(caller, "I live in Berlin", NOW - WEEKS, subject="alice")
    say(caller, "I moved to Munich")
    assert set(states(caller).values()) == {"active"}


@pytest.mark.parametrize("spelling", ["maria", " Maria ", "MARIA", "Ｍａｒｉａ"])
def test_subjects_and_attributes_meet_in_any_spelling(caller, spelling):
    say(caller, "Vim", NOW - WEEKS, subject="Maria", attribute="preferred_editor")
    preferences = {"single_valued": ["preferred_editor"]}
    from memories.models import Namespace

    Namespace.objects.filter(pk=caller.namespace_id).update(preferences=preferences)
    assert say(caller, "Emacs", subject=spelling, attribute="Preferred Editor").outcome == "superseded"


def test_an_inference_cannot_rewrite_or_remove_a_users_word(caller, another_writer):
    fact = say(caller, "I live in Berlin", subject="u9", channel="user_statement").memory
    from memories.models import Namespace
    from memories.tokens import authenticate, create_token

    _, secret = create_token(
        namespace=Namespace.objects.get(pk=caller.namespace_id), scopes=["read", "write"], channels=["agent_inference"]
    )
    agent = authenticate(secret, now=NOW)
    guess = MemoryPatch(value="The user lives in Munich, I guess")
    attempts = [
        lambda: update(agent, fact.id, guess, now=NOW),
        lambda: update(agent, fact.id, MemoryPatch(tags=["x"]), now=NOW),
        lambda: lifecycle.delete(agent, fact.id, now=NOW),
    ]
    for attempt in attempts:
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "less_trusted"
    own = say(agent, "The user may like tea").memory
    assert update(agent, own.id, MemoryPatch(value="The user may like green tea"), now=NOW).outcome == "updated"
    assert lifecycle.delete(agent, own.id, now=NOW).state == "deleted"


def test_an_edge_cannot_doom_somebody_elses_memory(caller, another_writer):
    critical = say(caller, "The emergency number is 112", critical=True).memory
    writer = another_writer(scopes=["read", "write"], trust=0.5)
    junk = say(writer, "junk about nothing", subject="Mr Troll").memory
    edge = RelationInput(from_id=critical.id, to_id=junk.id, type="derived_from")
    with pytest.raises(Refused):
        relate(writer, edge, now=NOW)
    forget(caller, subject="Mr Troll")
    assert get(caller, critical.id, now=NOW).state == "active"


@pytest.mark.parametrize(
    "fields",
    [
        {"value": "Zebulon Quark walked to hall nine"},
        {"value": "hall nine is booked", "entities": ["ZEBULON QUARK"]},
        {"value": "hall nine is booked", "session_id": "Zebulon Quark"},
        {"value": "hall nine is booked", "subject": "Ｚｅｂｕｌｏｎ Ｑｕａｒｋ"},
        {"value": "we met Zebulon\nQuark there"},
    ],
)
def test_what_was_in_flight_while_it_was_forgotten_is_refused_whatever_field_names_it(caller, fields):
    forget(caller, subject="zebulon quark")
    from memories.gate.origin import labels_of

    early = NOW - timedelta(seconds=1)
    body = read(MemoryInput, fields)
    item = draft(body, caller=caller, preferences=preferences_of(caller.namespace_id), now=early)
    with inside(caller.namespace_id), pytest.raises(Refused):
        refuse_erased(item.unit, received_at=early, labels=labels_of(item.origin.labels))
    assert say(caller, fields.pop("value"), NOW + timedelta(seconds=1), **fields).outcome == "created"


@pytest.mark.parametrize(
    "fields",
    [
        {"entities": ["alice"]},
        {"participants": ["ALICE"]},
        {"tags": ["Alice"]},
        {"subject": "alice "},
        {"key": "Alice"},
        {"session_id": "Alice"},
        {"conversation_id": "alice"},
        {"value": "Met with Alice\non Monday"},
        {"value": "Alice has an allergy", "sensitive": True},
    ],
)
def test_forgetting_finds_the_name_wherever_it_stands(caller, fields):
    say(caller, fields.pop("value", "The badge printer is out of paper"), **fields)
    assert forget(caller, subject="Alice").counts["units"] == 1
    with inside(caller.namespace_id):
        assert not MemoryUnit.objects.exists()


def test_a_name_with_any_white_space_between(caller):
    say(caller, "Invoice for Anna\n  Schmidt is due")
    assert forget(caller, identifier="Anna Schmidt").counts["units"] == 1


def test_what_will_hold_later_or_held_once_retires_nothing_that_holds_now(caller):
    fare = "The ferry fare is 5 dollars"
    say(caller, fare, NOW - WEEKS)
    say(caller, "The ferry fare changes to 7 dollars", valid_from="2030-01-01T00:00:00Z")
    say(caller, "The ferry fare was raised to 3 dollars", valid_to="2020-01-01T00:00:00Z", occurred_at="2019-01-01")
    assert states(caller)[fare] == "active"


def test_what_passes_never_takes_what_stays_with_it(caller):
    code = "The gate code is 1111"
    say(caller, code, NOW - WEEKS)
    passing = say(caller, "The gate code is now 2222", ttl_seconds=60)
    assert passing.outcome == "contested"
    later = NOW + timedelta(seconds=61)
    assert found(caller, "gate code", later) == {code}
    expire(caller.namespace_id, now=later)
    with inside(caller.namespace_id):
        assert not MemoryUnit.objects.get(value=code).contested


def test_an_edit_passes_the_same_checks_of_time(caller):
    memory = say(caller, "The launch budget is 100k").memory
    with pytest.raises(Invalid) as refused:
        update(caller, memory.id, read(MemoryPatch, {"occurred_at": "9998-01-01T00:00:00Z"}), now=NOW)
    assert refused.value.code == "occurred_at_in_future"
    with pytest.raises(Invalid) as refused:
        update(caller, memory.id, read(MemoryPatch, {"expires_at": "2001-01-01"}), now=NOW)
    assert refused.value.code == "expires_at_in_past"


def test_a_local_time_without_its_zone_is_not_taken_for_the_future(caller):
    with pytest.raises(Invalid) as refused:
        say(caller, "预算改成20万了", occurred_at=(NOW + timedelta(hours=8)).replace(tzinfo=None).isoformat())
    assert refused.value.code == "occurred_at_in_future"
    assert "zone" in refused.value.detail


def disagree(caller):
    one = say(caller, PORT.format(8080), mcp_server="consul", channel="tool_result").memory
    other = say(caller, PORT.format(9090), mcp_server="k8s", channel="tool_result").memory
    return one, other


def test_a_conflict_that_lost_a_side_is_closed_and_comes_back_with_it(caller):
    one, other = disagree(caller)
    lifecycle.delete(caller, one.id, now=NOW)
    assert not get(caller, other.id, now=NOW).contested
    with inside(caller.namespace_id):
        conflict = Conflict.objects.get()
        assert (conflict.state, conflict.resolution) == ("settled", "moot")
    lifecycle.restore(caller, one.id, now=NOW)
    assert get(caller, other.id, now=NOW).contested
    assert get(caller, one.id, now=NOW).contested


def test_what_a_person_restores_is_not_taken_away_by_a_rule(caller):
    from review.models import Trigger
    from review.running import run_next
    from review.runs import ask

    old = say(caller, "The shed key hangs at hook 8080", NOW - WEEKS).memory
    lifecycle.delete(caller, old.id, now=NOW)
    say(caller, "The shed key now hangs at hook 9090")
    lifecycle.restore(caller, old.id, now=NOW)
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=NOW)
    run_next(caller.namespace_id)
    assert get(caller, old.id, now=NOW).state == "active"
    with inside(caller.namespace_id):
        if Conflict.objects.exists():
            assert set(Conflict.objects.values_list("state", "reason")) == {("pending", "restored")}


def test_sensitive_text_stands_nowhere_in_plain(caller):
    text = "Patient Hugo Blatt has diabetes"
    memory = say(caller, text, sensitive=True, query="diagnosis of the patient in room 4").memory
    assert memory.value == text
    hits = search(caller, SearchInput(query="what is the diagnosis of the patient in room 4"), now=NOW).results
    assert [hit.memory.value for hit in hits] == [text]
    update(caller, memory.id, MemoryPatch(value="Patient Hugo Blatt has no diabetes"), now=NOW)
    again = say(caller, "Patient Hugo Blatt has no diabetes", sensitive=True)
    assert (again.outcome, again.memory.id) == ("reinforced", memory.id)
    with inside(caller.namespace_id):
        assert {version.original for version in MemoryVersion.objects.all()} == {
            text,
            "Patient Hugo Blatt has no diabetes",
        }
        with connection.cursor() as cursor:
            for table in ("memories_memoryunit", "memories_memoryversion", "memories_auditentry"):
                cursor.execute(f"SELECT count(*) FROM {table} t WHERE t::text ~* 'blatt|diabetes'")
                assert cursor.fetchone() == (0,), table


def test_what_its_writer_hardly_believes_decides_nothing(caller):
    say(caller, "I use Django for the web service", NOW - WEEKS)
    say(caller, "I have switched to FastAPI", confidence=0.0)
    assert states(caller)["I use Django for the web service"] == "active"
