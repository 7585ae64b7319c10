"""Learned questions that mislead go again, and what supersedes a unit takes over what it was asked by."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from memories.errors import NotFound, Refused
from memories.forgetting.requests import request_forgetting
from memories.models import AuditEntry, MemoryUnit, QueryVariant, Terms
from memories.recalling.feedback.outcome import report_outcome
from memories.recalling.feedback.unlearning import remove_variant
from memories.recalling.search import search
from memories.searchable import term_hash
from memories.shapes.inputs import ForgetInput, MemoryInput
from memories.shapes.searching import OutcomeInput, SearchInput
from memories.tracing import trace
from memories.walls import inside
from memories.writing import write
from tests.people import NOW
from tests.review.recalled import recalled

LATER = NOW + timedelta(hours=1)
SAID = "Deploys go out through the blue runner"
QUESTIONS = [("how do we ship a release?", "releas"), ("怎么发布新版本", "发布")]


def say(caller, value=SAID, now=NOW, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=now).memory.id


def told(caller, ids, question, success, named=None):
    recall = recalled(caller, ids, query=question)
    report_outcome(caller, recall, OutcomeInput(success=success, memory_ids=named), now=LATER)
    return recall


def learned(caller, pk):
    with inside(caller.namespace_id):
        rows = QueryVariant.objects.filter(unit_id=pk).order_by("place")
        return {row.text: row.uses for row in rows}


def found_by(caller, pk, word):
    with inside(caller.namespace_id):
        return term_hash(caller.namespace_id, "word", word) in Terms.objects.get(pk=pk).terms


@pytest.mark.parametrize(("question", "word"), QUESTIONS)
def test_a_failure_takes_back_what_one_success_taught(caller, question, word):
    pk = say(caller)
    told(caller, [pk], question, True)
    assert (learned(caller, pk), found_by(caller, pk, word)) == ({question: 1}, True)
    told(caller, [pk], question, False)
    assert (learned(caller, pk), found_by(caller, pk, word)) == ({}, False)


def test_what_often_helped_weakens_and_stays(caller):
    pk, question = say(caller), QUESTIONS[0][0]
    for _ in range(3):
        told(caller, [pk], question, True)
    told(caller, [pk], question, False)
    assert (learned(caller, pk), found_by(caller, pk, "releas")) == ({question: 2}, True)


def test_a_question_in_other_words_that_came_by_it_counts_too(caller):
    pk = say(caller)
    told(caller, [pk], "how do we ship a release?", True)
    told(caller, [pk], "ship the release tonight?", False)
    assert learned(caller, pk) == {}


def test_what_did_not_bring_it_back_stays(caller):
    """The unit failed by its own words, or by another question; or it was not blamed."""
    pk, other = say(caller), say(caller, "Marta keeps the lighthouse")
    told(caller, [pk], "how do we ship a release?", True)
    told(caller, [pk], "which runner is blue?", False)
    told(caller, [pk], "谁来上线", False)
    told(caller, [pk, other], "how do we ship a release?", False, named=[other])
    assert learned(caller, pk) == {"how do we ship a release?": 1}


def test_one_is_taken_away_by_hand_with_an_audit_entry(caller):
    pk = say(caller)
    told(caller, [pk], "how do we ship a release?", True)
    told(caller, [pk], "怎么发布新版本", True)
    [one, other] = trace(caller, pk, now=LATER).query_variants
    remove_variant(caller, one.id, now=LATER)
    assert [row.id for row in trace(caller, pk, now=LATER).query_variants] == [other.id]
    assert (found_by(caller, pk, "releas"), found_by(caller, pk, "发布")) == (False, True)
    with inside(caller.namespace_id):
        entry = AuditEntry.objects.get(action="variant_removed")
    assert (entry.actor, entry.object_id) == (caller.actor, str(pk))
    with pytest.raises(NotFound):
        remove_variant(caller, one.id, now=LATER)


def test_who_may_not_write_or_is_a_stranger_takes_nothing(caller, outsider, another_writer):
    pk = say(caller)
    told(caller, [pk], "how do we ship a release?", True)
    [row] = trace(caller, pk, now=LATER).query_variants
    with pytest.raises(Refused):
        remove_variant(another_writer(scopes=["read"]), row.id, now=LATER)
    for stranger, variant in ((outsider, row.id), (caller, uuid4())):
        with pytest.raises(NotFound):
            remove_variant(stranger, variant, now=LATER)
    assert len(learned(caller, pk)) == 1


# --- heirs --------------------------------------------------------------------------------------------------------

NEWER = "Deploys go out through the green runner now"


def supersede(caller, value=NEWER, days=1):
    written = write(
        caller, MemoryInput(value=value, subject="deploys", attribute="runner"), now=NOW + timedelta(days=days)
    )
    assert written.outcome == "superseded"
    return written.memory.id


def test_what_supersedes_it_is_found_by_its_questions(caller):
    old = say(caller, subject="deploys", attribute="runner")
    told(caller, [old], "谁来上线", True)
    told(caller, [old], "谁来上线", True)
    new = supersede(caller)
    assert (learned(caller, new), learned(caller, old)) == ({"谁来上线": 1}, {"谁来上线": 2})
    assert found_by(caller, new, "上线")
    answer = search(caller, SearchInput(query="谁来上线"), now=NOW + timedelta(days=2))
    assert [hit.memory.id for hit in answer.results] == [new]
    told(caller, [new], "谁来上线", False)
    assert learned(caller, new) == {}, "it has not helped with the newer value yet"


def test_heirs_of_heirs_and_no_more_than_five(caller):
    old = say(caller, subject="deploys", attribute="runner")
    asked = ["谁来上线", "怎么发布新版本", "how do we ship a release?", "who publishes builds?", "构建机是哪台"]
    for question in asked:
        told(caller, [old], question, True)
    new = supersede(caller)
    newest = supersede(caller, "Deploys go out through the red runner now", days=2)
    assert set(learned(caller, new)) == set(learned(caller, newest)) == set(asked)


def test_who_is_forgotten_is_forgotten_in_what_was_inherited(caller):
    old = say(caller, subject="deploys", attribute="runner")
    told(caller, [old], "ask Anna Kowalska to ship?", True)
    new = supersede(caller)
    assert len(learned(caller, new)) == 1
    request_forgetting(caller, ForgetInput(identifier="Anna Kowalska"), now=LATER)
    assert learned(caller, new) == {}
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.filter(pk__in=[UUID(str(old)), UUID(str(new))]).count() == 2
