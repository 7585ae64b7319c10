"""Recalls after the search: counted once, told apart by what helps together, and gone after their keeping."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memories.confidence import Rules, as_read
from memories.models import AuditEntry, MemoryUnit, Recall
from memories.relations import relate
from memories.shapes.inputs import RelationInput
from memories.walls import inside
from review import recalls
from review.jobs import is_due
from review.models import Aging, RunState, Trigger
from review.recalls import drop_old_recalls, fold_recalls, tie_what_helps_together
from review.running import run_next
from review.runs import ask
from tests.people import NOW
from tests.review.recalled import ASKED, DAY, SAID, edges, helped, recalled, say, unit


def test_counts_and_idleness_follow(caller):
    often, once, never = (say(caller, text) for text in SAID[:3])
    recalled(caller, [often, once], NOW + 5 * DAY)
    recalled(caller, [often], NOW + 3 * DAY)
    recalled(caller, [often], NOW - DAY)
    recalled(caller, [])
    assert fold_recalls(caller.namespace_id) == 4
    told = [
        (one.recall_count, one.last_recalled_at, one.idle_since)
        for one in (unit(caller, pk) for pk in (often, once, never))
    ]
    assert told == [
        (3, NOW + 5 * DAY, NOW + 5 * DAY),
        (1, NOW + 5 * DAY, NOW + 5 * DAY),
        (0, None, NOW),
    ]
    assert fold_recalls(caller.namespace_id) == 0, "each is counted once"
    assert unit(caller, often).recall_count == 3


def test_an_old_recall_never_makes_a_unit_idle_for_longer(caller):
    pk = say(caller, SAID[0])
    recalled(caller, [pk], NOW + 9 * DAY)
    fold_recalls(caller.namespace_id)
    recalled(caller, [pk], NOW + 2 * DAY)
    fold_recalls(caller.namespace_id)
    one = unit(caller, pk)
    assert (one.recall_count, one.last_recalled_at, one.idle_since) == (2, NOW + 9 * DAY, NOW + 9 * DAY)


def test_what_is_recalled_does_not_fade(caller):
    kept, idle = (say(caller, text) for text in SAID[:2])
    recalled(caller, [kept], NOW + 20 * DAY)
    fold_recalls(caller.namespace_id)
    read = [
        as_read(one.confidence, one.idle_since, NOW + 22 * DAY, critical=False, contested=False, rules=Rules())
        for one in (unit(caller, kept), unit(caller, idle))
    ]
    assert read == [pytest.approx(0.9), pytest.approx(0.9 - 3 * 0.02)]


def test_recalls_of_another_namespace_are_not_touched(caller, outsider):
    theirs = say(outsider, SAID[0])
    recalled(outsider, [theirs])
    assert fold_recalls(caller.namespace_id) == 0
    assert unit(outsider, theirs).recall_count == 0


def test_a_batch_is_bounded_and_costs_three_statements(caller, monkeypatch):
    monkeypatch.setattr(recalls, "_AT_ONCE", 20)
    ids = [say(caller, text) for text in SAID]
    for number in range(50):
        recalled(caller, ids, NOW + timedelta(minutes=number))
    with CaptureQueriesContext(connection) as queries:
        assert fold_recalls(caller.namespace_id) == 50
    folds = [one for one in queries.captured_queries if "UPDATE memories_recall" in one["sql"]]
    assert len(folds) == 3, "twenty, twenty, ten"
    assert {unit(caller, pk).recall_count for pk in ids} == {50}


@pytest.mark.parametrize("step", ["fold", "tie", "drop"])
def test_no_step_scans_the_recalls(caller, step):
    """With scans made dear, a plan that has one has no index to use."""
    pk = say(caller, SAID[0])
    recalled(caller, [pk], NOW - 400 * DAY)
    helped(caller, [pk], "who keeps it?")
    act = {
        "fold": lambda: fold_recalls(caller.namespace_id),
        "tie": lambda: tie_what_helps_together(caller.namespace_id, now=NOW),
        "drop": lambda: drop_old_recalls(caller.namespace_id, now=NOW),
    }[step]
    with CaptureQueriesContext(connection) as queries:
        act()
    statements = [
        one["sql"]
        for one in queries.captured_queries
        if '"memories_recall"' in one["sql"] or "memories_recall r" in one["sql"]
    ]
    assert statements
    with inside(caller.namespace_id), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        for statement in statements:
            cursor.execute(f"EXPLAIN {statement}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
            assert "Seq Scan on memories_" not in plan, plan


def test_three_unlike_questions_tie_two_units(caller):
    one, other, third = (say(caller, text) for text in SAID[:3])
    for question in ASKED[:2]:
        helped(caller, [other, one], question)
    helped(caller, [other, third], ASKED[2])
    assert tie_what_helps_together(caller.namespace_id, now=NOW) == 0
    helped(caller, [one, third, other], ASKED[2])
    assert tie_what_helps_together(caller.namespace_id, now=NOW) == 1
    assert edges(caller) == [tuple(sorted((one, other)))]
    with inside(caller.namespace_id):
        assert AuditEntry.objects.filter(action="related", actor="review").count() == 1
        assert not Recall.objects.filter(success=True, paired=False).exists()
    helped(caller, [one, other], ASKED[3])
    assert tie_what_helps_together(caller.namespace_id, now=NOW) == 0, "they are tied already"


@pytest.mark.parametrize(
    "asked",
    [
        [(ASKED[0], True), (ASKED[0].upper() + " ", True), (ASKED[0], True)],
        [(ASKED[0], True), (ASKED[1], True), (ASKED[2], False)],
        [(ASKED[0], True), (ASKED[1], True)],
    ],
    ids=["one question", "one failed", "two"],
)
def test_less_does_not_tie(caller, asked):
    ids = [say(caller, text) for text in SAID[:2]]
    for question, success in asked:
        helped(caller, ids, question, success=success)
    tie_what_helps_together(caller.namespace_id, now=NOW)
    assert edges(caller) == []


def test_what_came_back_but_did_not_help_is_not_tied(caller):
    one, other = (say(caller, text) for text in SAID[:2])
    for question in ASKED:
        helped(caller, [one, other], question, named=[one])
    tie_what_helps_together(caller.namespace_id, now=NOW)
    assert edges(caller) == []


def test_an_outcome_that_credits_very_many_tells_nothing_of_two(caller, monkeypatch):
    monkeypatch.setattr(recalls, "TELLING_AT_MOST", 4)
    ids = [say(caller, text) for text in SAID]
    for question in ASKED:
        helped(caller, ids, question)
    tie_what_helps_together(caller.namespace_id, now=NOW)
    assert edges(caller) == []


def test_a_unit_has_few_companions(caller, monkeypatch):
    monkeypatch.setattr(recalls, "COMPANIONS_AT_MOST", 2)
    ids = [say(caller, text) for text in SAID]
    for question in ASKED:
        helped(caller, ids, question)
    assert tie_what_helps_together(caller.namespace_id, now=NOW) >= 4
    degrees = [sum(pk in edge for edge in edges(caller)) for pk in ids]
    assert max(degrees) == 2


def test_what_people_tied_is_not_tied_again_the_other_way(caller):
    one, other = sorted(say(caller, text) for text in SAID[:2])
    relate(caller, RelationInput(from_id=other, to_id=one, type="co_occurs"), now=NOW)
    for question in ASKED:
        helped(caller, [one, other], question)
    tie_what_helps_together(caller.namespace_id, now=NOW)
    assert edges(caller) == [(other, one)]


def test_what_is_not_current_is_not_tied(caller):
    one, other = (say(caller, text) for text in SAID[:2])
    for question in ASKED:
        helped(caller, [one, other], question)
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=one).update(state="superseded")
    tie_what_helps_together(caller.namespace_id, now=NOW)
    assert edges(caller) == []


def test_a_run_counts_before_it_drops(caller, settings):
    now = timezone.now()
    days = settings.HINDSIGHT.RECALL_RETENTION_DAYS
    pk = say(caller, SAID[0])
    recalled(caller, [pk], now - timedelta(days=days, minutes=1))
    young = recalled(caller, [pk], now - timedelta(days=days, minutes=-10))
    assert is_due(caller.namespace_id, now)
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=now)
    run = run_next(caller.namespace_id)
    assert run is not None
    with inside(caller.namespace_id):
        run.refresh_from_db()
        assert run.state == RunState.DONE
        assert {name: run.upkeep[name] for name in ("recalls_folded", "tied", "recalls_dropped")} == {
            "recalls_folded": 2,
            "tied": 0,
            "recalls_dropped": 1,
        }
        assert list(Recall.objects.values_list("pk", flat=True)) == [young]
    assert unit(caller, pk).recall_count == 2
    assert not is_due(caller.namespace_id, now)


def test_dropping_waits_for_what_the_recall_has_still_to_leave_behind(caller, monkeypatch):
    monkeypatch.setattr(recalls, "_AT_ONCE", 2)
    pk = say(caller, SAID[0])
    old = NOW - 400 * DAY
    uncounted = recalled(caller, [pk], old)
    unpaired = recalled(caller, [pk], old, folded=True, success=True)
    for fields in ({}, {"success": False}, {"success": True, "paired": True}):
        recalled(caller, [pk], old, folded=True, **fields)
    assert drop_old_recalls(caller.namespace_id, now=NOW) == 3
    with inside(caller.namespace_id):
        assert set(Recall.objects.values_list("pk", flat=True)) == {uncounted, unpaired}


@pytest.mark.parametrize(
    "fields", [{"folded": False}, {"folded": True, "success": True}, {"folded": True, "created_at": NOW - 900 * DAY}]
)
def test_a_review_is_due_for_each_of_the_steps(caller, fields):
    pk = say(caller, SAID[0])
    with inside(caller.namespace_id):
        MemoryUnit.objects.update(review_due_at=None)
    now = timezone.now()
    with inside(caller.namespace_id):
        Aging.objects.create(namespace_id=caller.namespace_id, done_at=now)
    done = recalled(caller, [pk], now, folded=True)
    assert not is_due(caller.namespace_id, now)
    with inside(caller.namespace_id):
        Recall.objects.filter(pk=done).update(**fields)
    assert is_due(caller.namespace_id, now)


def test_ids_are_sorted_as_the_database_sorts_them(caller):
    """Rings of waiting are kept away by one order of ids, which Python and the database must share."""
    ids = sorted(say(caller, text) for text in SAID)
    with inside(caller.namespace_id):
        assert list(MemoryUnit.objects.order_by("pk").values_list("pk", flat=True)) == ids
    assert all(one < other for one, other in pairwise(ids))
