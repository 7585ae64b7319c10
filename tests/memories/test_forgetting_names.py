"""A person is forgotten however the name was spelt, and in questions that say only a part of it."""

from __future__ import annotations

import pytest

from memories.forgetting.matching import sieve_of
from memories.forgetting.naming import parts_of
from memories.forgetting.requests import request_forgetting
from memories.models import MemoryUnit, QueryVariant, Recall, Terms
from memories.recalling.feedback.outcome import report_outcome
from memories.recalling.search import search
from memories.searchable import term_hash
from memories.shapes.inputs import ForgetInput, MemoryInput
from memories.shapes.searching import OutcomeInput, SearchInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW
from tests.review.recalled import recalled

KETTLE = "The kettle stands on the third shelf"


def say(caller, value, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=NOW).memory.id


def forget(caller, **asked):
    request = request_forgetting(caller, ForgetInput(**asked), now=NOW)
    assert (request.state, request.receipt["left"]) == ("done", 0)
    return request


def questions(caller):
    with inside(caller.namespace_id):
        return set(Recall.objects.values_list("query", flat=True)), set(
            QueryVariant.objects.values_list("text", flat=True)
        )


@pytest.mark.parametrize("by", ["subject", "identifier"])
def test_a_question_that_says_a_part_of_the_name_goes(caller, by):
    kettle = say(caller, KETTLE)
    for question in ("what does anna drink?", "wo wohnt Frau KOWALSKA?", "tea of Annabel", "who is it?"):
        report_outcome(
            caller, recalled(caller, [kettle], query=question), OutcomeInput(success=True, memory_ids=[kettle]), now=NOW
        )
    search(caller, SearchInput(query="where is Anna\u2019s desk?"), now=NOW)
    request = forget(caller, **{by: "Anna Kowalska"})
    recalls, variants = questions(caller)
    assert recalls == {"tea of Annabel", "who is it?"}
    assert variants == {"tea of Annabel"}
    assert (request.counts["recalls"], request.counts["query_variants"], request.counts["units"]) == (3, 2, 0)
    with inside(caller.namespace_id):
        terms = Terms.objects.get(pk=kettle).terms
    assert term_hash(caller.namespace_id, "word", "kowalska") not in terms
    assert term_hash(caller.namespace_id, "word", "annabel") in terms


def test_the_same_of_a_chinese_given_name(caller):
    kettle = say(caller, "水壶放在第三层")
    for question in ("小明喝什么", "王先生喝什么", "欧阳娜娜在哪"):
        report_outcome(
            caller, recalled(caller, [kettle], query=question), OutcomeInput(success=True, memory_ids=[kettle]), now=NOW
        )
    forget(caller, subject="王小明")
    forget(caller, subject="欧阳娜娜")
    assert questions(caller) == ({"王先生喝什么"}, {"王先生喝什么"})


def test_a_question_that_brought_back_one_of_theirs_goes_whatever_it_says(caller):
    say(caller, "The desk by the window is hers", subject="Anna Kowalska")
    kettle = say(caller, KETTLE)
    found = search(caller, SearchInput(query="whose desk is by the window?"), now=NOW)
    assert len(found.results) == 1
    report_outcome(
        caller,
        recalled(caller, [kettle, found.results[0].memory.id], query="who makes tea at noon?"),
        OutcomeInput(success=True, memory_ids=[kettle]),
        now=NOW,
    )
    assert len(questions(caller)[1]) == 1
    forget(caller, subject="Anna Kowalska")
    assert questions(caller) == (set(), set())
    with inside(caller.namespace_id):
        assert [unit.pk for unit in MemoryUnit.objects.all()] == [kettle]


def test_a_label_goes_in_every_spelling_that_a_filter_finds_it_by(caller):
    say(caller, KETTLE, entities=["Herr Gro\u00df"])
    assert forget(caller, subject="HERR GROSS").counts["units"] == 1


def test_units_that_say_a_part_of_the_name_stay(caller):
    """Of another Anna there may be memories; a question too many costs no more than the log of it."""
    say(caller, "Anna leads the choir")
    assert forget(caller, subject="Anna Kowalska").counts["units"] == 0


SPELLINGS = [
    ("O'Connor", "O\u2019Connor"),
    ("O\u2019Connor", "O'Connor"),
    ("\u00c9va Kov\u00e1cs", "\u00c9VA KOV\u00c1CS"),
    ("e\u0301va", "\u00c9va"),
    ("\u042e\u043b\u0438\u044f", "\u042e\u041b\u0418\u042f"),
    ("\u0130pek", "i\u0307pek"),
    ("\uff21\uff4e\uff4e\uff41", "anna"),
]


@pytest.mark.parametrize(("name", "written"), SPELLINGS)
@pytest.mark.parametrize("place", ["subject", "entities", "participants", "tags", "key", "value", "query"])
def test_every_spelling_goes_wherever_it_stands(caller, name, written, place):
    listed = place in ("entities", "participants", "tags")
    said = {"value": f"{written} sits by the window"} if place == "value" else {place: [written] if listed else written}
    say(caller, **{"value": KETTLE, **said})
    say(caller, "The pool on the roof opens at six")
    assert forget(caller, subject=name).counts["units"] == 1
    with inside(caller.namespace_id):
        assert [unit.value for unit in MemoryUnit.objects.all()] == ["The pool on the roof opens at six"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Anna Kowalska", ["anna", "kowalska"]),
        ("anna  maria O\u2019Connor", ["anna", "maria", "o'connor"]),
        ("Will Smith", ["smith"]),
        ("王小明", ["小明"]),
        ("王明", []),
        ("欧阳娜娜", ["娜娜"]),
        ("Anna", []),
        ("anna@example.org", []),
        ("passport E87654321", []),
        ("the one who took the last of the biscuits", []),
    ],
)
def test_what_is_said_of_a_full_name_in_short(name, parts):
    assert parts_of(name) == parts


@pytest.mark.parametrize(
    ("name", "sieve"), [("O'Connor", "connor"), ("\u0130pek", "pek"), ("\u042e", ""), ("李雷", "李雷")]
)
def test_what_the_database_is_asked_for_stands_in_every_spelling(name, sieve):
    assert sieve_of(name) == sieve
