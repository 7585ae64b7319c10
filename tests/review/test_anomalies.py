"""What looks wrong in use is found by counting and shown to people; honest use raises nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memories.lifecycle import release
from memories.models import Alert, Decision, MemoryUnit
from memories.recalling.feedback.outcome import report_outcome
from memories.settling import undo
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import OutcomeInput
from memories.walls import inside
from memories.writing import write
from review.anomalies import alert_of_supersessions, hold_what_fails, success_falls
from tests.people import NOW
from tests.review.recalled import SAID, recalled, say, unit

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("lately", "failed", "earlier", "helped", "falls"),
    [
        (8, 6, 4, 2, True),
        (8, 8, 20, 20, True),
        (8, 5, 4, 4, False),
        (7, 7, 0, 0, False),
        (8, 8, 3, 3, False),
        (8, 6, 5, 2, False),
    ],
)
def test_the_rule(lately, failed, earlier, helped, falls):
    assert success_falls(lately=lately, failed=failed, earlier=earlier, helped=helped) is falls


def used(caller, pk, outcomes, start=NOW):
    """Tasks that used a memory, an hour each: + helped, - failed. Its confidence stays, as if others confirmed it."""
    for number, outcome in enumerate(outcomes):
        now = start + number * HOUR
        recall = recalled(caller, [pk], at=now, query=f"question {number} of {start}")
        report_outcome(caller, recall, OutcomeInput(success=outcome == "+"), now=now)
        with inside(caller.namespace_id):
            MemoryUnit.objects.filter(pk=pk).update(confidence=0.9)


def alerts(caller):
    with inside(caller.namespace_id):
        return list(Alert.objects.filter(acknowledged_at=None).order_by("created_at").values_list("kind", "object_id"))


def test_what_used_to_help_and_fails_waits_for_a_person(caller):
    pk = say(caller, SAID[0])
    used(caller, pk, "++++--+-----")
    assert hold_what_fails(caller.namespace_id, now=NOW + 20 * HOUR) == 1
    assert unit(caller, pk).state == "held"
    assert alerts(caller) == [("success_falls", str(pk))]
    assert hold_what_fails(caller.namespace_id, now=NOW + 44 * HOUR) == 0, "once"


@pytest.mark.parametrize("outcomes", ["++++++++++++", "----++++++++", "+-+-+-+-+-+-", "-+--+-", "++++-----"])
def test_what_helps_often_enough_stays(caller, outcomes):
    pk = say(caller, SAID[0])
    used(caller, pk, outcomes)
    assert hold_what_fails(caller.namespace_id, now=NOW + 20 * HOUR) == 0
    assert unit(caller, pk).state == "active"
    assert alerts(caller) == []


def test_a_critical_one_stays_and_is_shown(caller):
    pk = say(caller, SAID[0])
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=pk).update(critical=True)
    used(caller, pk, "++++--------")
    assert hold_what_fails(caller.namespace_id, now=NOW + 20 * HOUR) == 1
    assert unit(caller, pk).state == "active"
    assert alerts(caller) == [("success_falls", str(pk))]


def test_what_a_person_released_is_not_held_for_the_same_again(caller):
    pk = say(caller, SAID[0])
    used(caller, pk, "++++--------")
    hold_what_fails(caller.namespace_id, now=NOW + 20 * HOUR)
    release(caller, pk, reject=False, now=NOW + 21 * HOUR)
    assert alerts(caller) == []
    assert hold_what_fails(caller.namespace_id, now=NOW + 44 * HOUR) == 0
    assert unit(caller, pk).state == "active"


def test_holding_can_be_undone(caller):
    pk = say(caller, SAID[0])
    used(caller, pk, "++++--------")
    before = unit(caller, pk)
    hold_what_fails(caller.namespace_id, now=NOW + 20 * HOUR)
    with inside(caller.namespace_id):
        undo(Decision.objects.get(action="anomaly"), units={pk: MemoryUnit.objects.get(pk=pk)}, actor="ana", now=NOW)
    after = unit(caller, pk)
    assert (after.state, after.confidence) == (before.state, before.confidence) == ("active", 0.9)


def replaced(writer, number, *, now=NOW):
    """The desk moves to another room so many times."""
    for room in range(number):
        at = now + room * timedelta(minutes=1)
        write(
            writer,
            MemoryInput(value=f"The desk of Ana is in room {room}", subject="ana", attribute="office", occurred_at=at),
            now=at,
        )


def test_one_statement_replaced_again_and_again(caller):
    replaced(caller, 5)
    assert alert_of_supersessions(caller.namespace_id, now=NOW + HOUR) == 0, "four replacements"
    replaced(caller, 2, now=NOW + HOUR)
    assert alert_of_supersessions(caller.namespace_id, now=NOW + 2 * HOUR) == 1
    assert alerts(caller) == [("supersedes_chain", str(caller.writer_id))]
    assert alert_of_supersessions(caller.namespace_id, now=NOW + 48 * HOUR) == 0, "that was two days ago"


def test_what_others_said_replaced_by_one_writer(caller, another_writer):
    intruder = another_writer()
    for number in range(10):
        for writer, value, now in (
            (caller, f"The budget of project {number} is 100 EUR", NOW),
            (intruder, f"The budget of project {number} is 900 EUR", NOW + HOUR),
        ):
            body = MemoryInput(value=value, subject=f"project {number}", attribute="budget", occurred_at=now)
            write(writer, body, now=now)
        assert alert_of_supersessions(caller.namespace_id, now=NOW + 2 * HOUR) == (number == 9)
    assert alerts(caller) == [("replaces_others", str(intruder.writer_id))]


def test_another_namespace_is_not_looked_at(caller, outsider):
    replaced(outsider, 9)
    used(outsider, say(outsider, SAID[0]), "++++--------")
    assert hold_what_fails(caller.namespace_id, now=NOW + 20 * HOUR) == 0
    assert alert_of_supersessions(caller.namespace_id, now=NOW + HOUR) == 0
    assert alerts(caller) == []
