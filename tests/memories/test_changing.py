"""PATCH, rollback, trash, restore, critical, outcome: who may, what it leaves behind."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from memories import lifecycle
from memories.editing import update
from memories.errors import HindsightError, Invalid, Moved, NotFound, Refused, WrongState
from memories.models import AuditEntry, ConfidenceEvent, Conflict, Evidence, MemoryUnit, MemoryVersion, Terms, Vector
from memories.recalling.feedback.outcome import report_outcome
from memories.recalling.search import search
from memories.rolling_back import rollback
from memories.shapes.inputs import MemoryInput, MemoryPatch
from memories.shapes.searching import OutcomeInput, SearchInput
from memories.tracing import trace
from memories.walls import inside
from memories.writing import write
from tests.people import NOW

WEEKS = timedelta(days=21)


def say(caller, value, at=NOW, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=at).memory


def found(caller, query, **fields):
    return [hit.memory.value for hit in search(caller, SearchInput(query=query, **fields), now=NOW).results]


def unit_of(caller, memory):
    with inside(caller.namespace_id):
        return MemoryUnit.objects.get(pk=memory.id)


def test_an_edit_makes_a_version_and_is_found_by_its_new_words_only(caller):
    old = say(caller, "The standup is at 9:30 in the blue room")
    answer = update(
        caller, old.id, MemoryPatch(value="The standup is at 10:00 in the green room"), if_version=1, now=NOW
    )
    assert answer.memory.version == 2
    assert found(caller, "green room") == ["The standup is at 10:00 in the green room"]
    with inside(caller.namespace_id):
        assert Vector.objects.filter(unit_id=old.id, current=True).get().content_version == 2
        assert Vector.objects.filter(unit_id=old.id).count() == 2
        assert Terms.objects.filter(unit_id=old.id).count() == 1
        assert Evidence.objects.filter(unit_id=old.id, content_version=2).count() == 1


def test_an_edit_on_another_version_than_seen_is_refused(caller):
    memory = say(caller, "The standup is at 9:30")
    update(caller, memory.id, MemoryPatch(tags=["team"]), now=NOW)
    with pytest.raises(Moved) as refused:
        update(caller, memory.id, MemoryPatch(value="The standup is at 10:00"), if_version=1, now=NOW)
    assert refused.value.extra == {"version": 2}
    assert unit_of(caller, memory).value == "The standup is at 9:30"


def test_an_edit_that_changes_nothing_makes_no_version(caller):
    memory = say(caller, "The standup is at 9:30")
    assert update(caller, memory.id, MemoryPatch(value="The standup is at 9:30"), now=NOW).memory.version == 1


def test_an_edit_into_an_equal_statement_is_refused(caller):
    say(caller, "The standup is at 10:00 sharp")
    other = say(caller, "Bring your own mug to the kitchen")
    with pytest.raises(WrongState) as refused:
        update(caller, other.id, MemoryPatch(value="The standup is at 10:00 sharp"), now=NOW)
    assert refused.value.code == "equal_is_current"
    assert unit_of(caller, other).version == 1


def test_a_less_trusted_writer_cannot_edit_a_users_word(caller, another_writer):
    memory = say(caller, "My name is Zhang San")
    stranger = another_writer(trust=0.5, scopes=["read", "write"])
    with pytest.raises(Refused) as refused:
        update(stranger, memory.id, MemoryPatch(value="My name is Li Si"), now=NOW)
    assert refused.value.code == "less_trusted"


def test_rollback_brings_back_content_and_vector_without_an_embedder(caller):
    memory = say(caller, "The standup is at 9:30 in the blue room")
    update(caller, memory.id, MemoryPatch(value="Lunch is served in the garden"), now=NOW)
    back = rollback(caller, memory.id, 1, now=NOW)
    assert (back.value, back.version, back.content_version) == ("The standup is at 9:30 in the blue room", 3, 1)
    assert found(caller, "when is the standup") == ["The standup is at 9:30 in the blue room"]
    with inside(caller.namespace_id):
        assert list(MemoryVersion.objects.order_by("number").values_list("action", flat=True)) == [
            "created",
            "updated",
            "rolled_back",
        ]
        assert Vector.objects.get(current=True).content_version == 1


def test_rolling_back_a_supersession_asks_people_and_never_leaves_two_silent_truths(caller):
    old = say(caller, "I use Django for the web service", NOW - WEEKS)
    new = say(caller, "I have switched to FastAPI")
    rollback(caller, old.id, 1, now=NOW)
    with inside(caller.namespace_id):
        pending = Conflict.objects.get(state="pending")
        assert {pending.a_id, pending.b_id} == {old.id, new.id}
        assert MemoryUnit.objects.filter(state="active", contested=True).count() == 2


@pytest.mark.parametrize("number", [2, 99])
def test_rollback_to_what_is_not_there(caller, number):
    memory = say(caller, "The standup is at 9:30")
    update(caller, memory.id, MemoryPatch(tags=["x"]), now=NOW)
    with pytest.raises((NotFound, WrongState)):
        rollback(caller, memory.id, number, now=NOW)


def test_trash_is_out_of_sight_at_once_and_restorable(caller):
    memory = say(caller, "The spare key is under the fern")
    lifecycle.delete(caller, memory.id, now=NOW)
    assert found(caller, "spare key") == []
    assert found(caller, "spare key", include_archived=True, include_superseded=True) == []
    lifecycle.restore(caller, memory.id, now=NOW)
    assert found(caller, "spare key") == ["The spare key is under the fern"]
    with inside(caller.namespace_id):
        assert Vector.objects.get().current


def test_a_written_copy_of_what_is_in_the_trash_is_a_new_unit_and_blocks_restoring(caller):
    memory = say(caller, "The spare key is under the fern")
    lifecycle.delete(caller, memory.id, now=NOW)
    again = say(caller, "The spare key is under the fern")
    assert again.id != memory.id
    with pytest.raises(WrongState) as refused:
        lifecycle.restore(caller, memory.id, now=NOW)
    assert refused.value.extra == {"other": str(again.id)}


def test_an_expired_memory_is_gone_at_that_instant_without_any_job(caller):
    say(caller, "The build is running on agent seven", ttl_seconds=60)
    later = NOW + timedelta(seconds=61)
    query = SearchInput(query="which agent runs the build")
    assert len(search(caller, query, now=NOW + timedelta(seconds=59)).results) == 1
    assert search(caller, query, now=later).results == []
    again = write(caller, MemoryInput(value="The build is running on agent seven"), now=later)
    assert again.outcome == "created"


def test_critical_is_a_reviewers_mark(caller, another_writer):
    writer = another_writer(scopes=["read", "write"])
    with pytest.raises(Refused) as refused:
        write(writer, MemoryInput(value="Never deploy on Friday", critical=True), now=NOW)
    assert refused.value.code == "critical_not_allowed"
    memory = say(writer, "Never deploy on Friday")
    with pytest.raises(Refused):
        lifecycle.set_critical(writer, memory.id, critical=True, now=NOW)
    assert lifecycle.set_critical(caller, memory.id, critical=True, now=NOW).critical
    with pytest.raises(Refused):
        lifecycle.delete(writer, memory.id, now=NOW)


def test_outcome_moves_confidence_once_and_holds_what_keeps_failing(caller):
    memory = say(caller, "Retry the upload with chunked encoding", confidence=0.34)
    recall = search(caller, SearchInput(query="how to retry the upload"), now=NOW)
    assert report_outcome(caller, recall.recall_id, OutcomeInput(success=False), now=NOW) == 1
    assert report_outcome(caller, recall.recall_id, OutcomeInput(success=False), now=NOW) == 0
    unit = unit_of(caller, memory)
    assert (unit.state, unit.failure_count) == ("held", 1)
    assert unit.confidence == pytest.approx(0.34 * 0.85)
    with pytest.raises(WrongState):
        report_outcome(caller, recall.recall_id, OutcomeInput(success=True), now=NOW)
    lifecycle.release(caller, memory.id, reject=False, now=NOW)
    assert unit_of(caller, memory).confidence == 0.95
    with inside(caller.namespace_id):
        assert list(ConfidenceEvent.objects.order_by("id").values_list("cause", flat=True)) == ["held", "released"]


def test_outcome_of_a_stranger(caller):
    say(caller, "Retry the upload with chunked encoding")
    recall = search(caller, SearchInput(query="how to retry the upload"), now=NOW)
    with pytest.raises(Invalid) as refused:
        report_outcome(caller, recall.recall_id, OutcomeInput(success=True, memory_ids=[uuid4()]), now=NOW)
    assert refused.value.code == "not_in_recall"
    with pytest.raises(NotFound):
        report_outcome(caller, uuid4(), OutcomeInput(success=True), now=NOW)


def test_trace_tells_the_whole_story(caller):
    old = say(caller, "I use Django for the web service", NOW - WEEKS, session_id="s1")
    search(caller, SearchInput(query="web framework"), now=NOW - WEEKS)
    new = say(caller, "I have switched to FastAPI")
    told = trace(caller, old.id, now=NOW)
    assert told.source.session_id == "s1"
    assert [(item.number, item.action, item.state) for item in told.versions] == [
        (1, "created", "active"),
        (2, "superseded", "superseded"),
    ]
    assert told.versions[1].changes["state"] == ["active", "superseded"]
    assert [(item.type, item.direction, item.other_id) for item in told.relations] == [("supersedes", "in", new.id)]
    assert [(item.type, item.state, item.resolution) for item in told.conflicts] == [("temporal", "settled", "keep_b")]
    assert len(told.recalls) == 1
    assert [(item.action, item.automatic) for item in told.decisions] == [("policy_temporal", True)]
    other = trace(caller, new.id, now=NOW)
    assert [(item.direction, item.other_id) for item in other.relations] == [("out", old.id)]


def test_an_outsider_finds_nothing_through_any_function(caller, outsider):
    memory = say(caller, "The vault code changes on Mondays")
    recall = search(caller, SearchInput(query="vault code"), now=NOW)
    assert found(outsider, "vault code") == []
    attempts = [
        lambda: trace(outsider, memory.id, now=NOW),
        lambda: update(outsider, memory.id, MemoryPatch(value="x"), now=NOW),
        lambda: rollback(outsider, memory.id, 1, now=NOW),
        lambda: lifecycle.delete(outsider, memory.id, now=NOW),
        lambda: lifecycle.restore(outsider, memory.id, now=NOW),
        lambda: lifecycle.set_critical(outsider, memory.id, critical=True, now=NOW),
        lambda: lifecycle.release(outsider, memory.id, reject=True, now=NOW),
        lambda: report_outcome(outsider, recall.recall_id, OutcomeInput(success=True), now=NOW),
    ]
    for attempt in attempts:
        with pytest.raises(NotFound):
            attempt()


@pytest.mark.parametrize("missing", ["read", "write", "review"])
def test_a_scope_that_is_missing_is_named(caller, another_writer, missing):
    memory = say(caller, "The vault code changes on Mondays")
    weak = another_writer(scopes=[scope for scope in ("read", "write", "review", "forget") if scope != missing])
    attempt = {
        "read": lambda: search(weak, SearchInput(query="vault"), now=NOW),
        "write": lambda: say(weak, "anything"),
        "review": lambda: rollback(weak, memory.id, 1, now=NOW),
    }[missing]
    with pytest.raises(HindsightError) as refused:
        attempt()
    assert (refused.value.code, refused.value.status, refused.value.extra["missing"]) == (
        "insufficient_scope",
        403,
        missing,
    )


def test_every_change_is_in_the_audit_with_ids_only(caller):
    memory = say(caller, "The vault code changes on Mondays")
    lifecycle.set_critical(caller, memory.id, critical=True, now=NOW)
    lifecycle.delete(caller, memory.id, now=NOW)
    lifecycle.restore(caller, memory.id, now=NOW)
    entries = list(AuditEntry.objects.filter(object_id=str(memory.id)).order_by("id"))
    assert [entry.action for entry in entries] == ["written", "unit_marked_critical", "unit_deleted", "unit_restored"]
    assert all("vault" not in str(entry.detail) for entry in entries)
