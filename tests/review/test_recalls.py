"""Recalls after the search: counted once, told apart by what helps together, and gone after their keeping."""

from __future__ import annotations

import threading
from datetime import timedelta
from itertools import pairwise
from uuid import UUID

import psycopg
import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memories.confidence import Rules, as_read
from memories.locks import lock_namespace
from memories.models import AuditEntry, MemoryUnit, Recall, Relation
from memories.models.base import new_id
from memories.namespaces import ensure_namespace
from memories.recalling.outcome import report_outcome
from memories.relations import relate
from memories.shapes.inputs import MemoryInput, RelationInput
from memories.shapes.searching import OutcomeInput
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from memories.writing import write
from review import recalls
from review.jobs import is_due
from review.models import RunState, Trigger
from review.recalls import drop_old_recalls, fold_recalls, tie_what_helps_together
from review.running import run_next
from review.runs import ask
from tests.people import NOW

DAY = timedelta(days=1)
SAID = [
    "The lighthouse keeper is called Marta",
    "Invoices are sent on the first of the month",
    "The pool on the roof opens at six",
    "值班手机放在三号抽屉里",
    "The badge printer on floor two is blue",
]
ASKED = ["who keeps the light?", "谁来付钱", "when may we swim?", "how is it printed?"]


def say(caller, value):
    return write(caller, MemoryInput(value=value), now=NOW).memory.id


def recalled(caller, ids, at=NOW, query="who?", **fields):
    with inside(caller.namespace_id):
        return Recall.objects.create(
            namespace_id=caller.namespace_id,
            query=query,
            profile="reviewed",
            unit_ids=ids,
            scores=[0.9] * len(ids),
            created_at=at,
            **fields,
        ).pk


def helped(caller, ids, query, *, success=True, named=None):
    recall = recalled(caller, ids, query=query)
    report_outcome(caller, recall, OutcomeInput(success=success, memory_ids=named), now=NOW)


def unit(caller, pk):
    with inside(caller.namespace_id):
        return MemoryUnit.objects.get(pk=pk)


def edges(caller) -> list[tuple[UUID, UUID]]:
    with inside(caller.namespace_id):
        return list(Relation.objects.filter(type="co_occurs").order_by("id").values_list("from_unit_id", "to_unit_id"))


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
    done = recalled(caller, [pk], now, folded=True)
    assert not is_due(caller.namespace_id, now)
    with inside(caller.namespace_id):
        Recall.objects.filter(pk=done).update(**fields)
    assert is_due(caller.namespace_id, now)


class TestCommitted:
    """With real transactions: other workers, and workers that die."""

    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.fixture
    def here(self):
        _, secret = create_token(namespace=ensure_namespace("team"), scopes=list(Scope), channels=list(Channel))
        return authenticate(secret, now=NOW)

    def test_two_workers_count_each_recall_once(self, here, monkeypatch):
        monkeypatch.setattr(recalls, "_AT_ONCE", 7)
        ids = [say(here, text) for text in SAID]
        with inside(here.namespace_id):
            Recall.objects.bulk_create(
                Recall(
                    id=new_id(),
                    namespace_id=here.namespace_id,
                    profile="reviewed",
                    unit_ids=ids,
                    scores=[],
                    created_at=NOW,
                )
                for _ in range(300)
            )
        counted: list[int] = []

        def work() -> None:
            try:
                while taken := fold_recalls(here.namespace_id):
                    counted.append(taken)
            finally:
                connections.close_all()

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        fold_recalls(here.namespace_id)
        assert {unit(here, pk).recall_count for pk in ids} == {300}

    def test_what_a_worker_held_when_it_died_is_counted_by_the_next(self, here, database):
        pk = say(here, SAID[0])
        recalled(here, [pk], NOW + DAY)
        with psycopg.connect(database.superuser, dbname=database.database) as worker:
            worker.execute(recalls._FOLD, {"space": here.namespace_id, "most": 10})
            assert fold_recalls(here.namespace_id) == 0, "it passes over what the other holds"
            with database.connect() as other:
                other.execute("SELECT pg_terminate_backend(%s)", [worker.info.backend_pid])
            assert unit(here, pk).recall_count == 0
            assert fold_recalls(here.namespace_id) == 1
            worker.close()
        assert (unit(here, pk).recall_count, unit(here, pk).last_recalled_at) == (1, NOW + DAY)

    def test_an_outcome_under_way_is_passed_over_and_not_waited_for(self, here):
        """Neither by the count nor by the drop; afterwards both find it."""
        pk = say(here, SAID[0])
        recall = recalled(here, [pk], NOW - 400 * DAY, folded=False)
        done: list[int] = []

        def work() -> None:
            try:
                done.append(fold_recalls(here.namespace_id))
                done.append(drop_old_recalls(here.namespace_id, now=NOW))
            finally:
                connections.close_all()

        with inside(here.namespace_id):
            report_outcome(here, recall, OutcomeInput(success=True), now=NOW)
            thread = threading.Thread(target=work)
            thread.start()
            thread.join(timeout=5)
            assert not thread.is_alive()
            assert done == [0, 0]
        assert fold_recalls(here.namespace_id) == 1
        one = unit(here, pk)
        assert (one.recall_count, one.success_count) == (1, 1)

    def test_a_count_keeps_out_of_a_decision(self, here, monkeypatch):
        """Whoever owns the namespace finds rows that nobody moves."""
        monkeypatch.setattr("memories.walls._LOCK_TIMEOUT", "100ms")
        pk = say(here, SAID[0])
        recalled(here, [pk])
        failed: list[str] = []

        def work() -> None:
            try:
                fold_recalls(here.namespace_id)
            except Exception as error:  # noqa: BLE001 (which one is what the test asks)
                failed.append(type(error).__name__)
            finally:
                connections.close_all()

        with inside(here.namespace_id):
            lock_namespace(here.namespace_id)
            thread = threading.Thread(target=work)
            thread.start()
            thread.join(timeout=5)
        assert failed == ["Busy"]
        assert fold_recalls(here.namespace_id) == 1


def test_ids_are_sorted_as_the_database_sorts_them(caller):
    """Rings of waiting are kept away by one order of ids, which Python and the database must share."""
    ids = sorted(say(caller, text) for text in SAID)
    with inside(caller.namespace_id):
        assert list(MemoryUnit.objects.order_by("pk").values_list("pk", flat=True)) == ids
    assert all(one < other for one, other in pairwise(ids))
