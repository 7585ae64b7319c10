"""Recalls after the search, with real transactions: other workers, and workers that die."""

from __future__ import annotations

import threading
from itertools import combinations

import psycopg
import pytest
from django.db import connections

from memories.locks import lock_namespace
from memories.models import Recall
from memories.models.base import new_id
from memories.namespaces import ensure_namespace
from memories.recalling.feedback.outcome import report_outcome
from memories.shapes.searching import OutcomeInput
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from review import recalls, turns
from review.recalls import drop_old_recalls, fold_recalls, tie_what_helps_together
from tests.people import NOW
from tests.review.recalled import ASKED, DAY, SAID, edges, helped, recalled, say, unit

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def here():
    _, secret = create_token(namespace=ensure_namespace("team"), scopes=list(Scope), channels=list(Channel))
    return authenticate(secret, now=NOW)


def test_two_workers_count_each_recall_once(here, monkeypatch):
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


def test_a_run_takes_no_more_than_its_lease_allows(here, monkeypatch):
    monkeypatch.setattr(recalls, "_AT_ONCE", 2)
    monkeypatch.setattr(turns, "_SECONDS", 0)
    pk = say(here, SAID[0])
    for _ in range(5):
        recalled(here, [pk], NOW - 400 * DAY, success=True, credited_ids=[pk])
    assert [fold_recalls(here.namespace_id) for _ in range(4)] == [2, 2, 1, 0]
    left = []
    for _ in range(3):
        tie_what_helps_together(here.namespace_id, now=NOW)
        with inside(here.namespace_id):
            left.append(Recall.objects.filter(paired=False).count())
    assert left == [3, 1, 0]
    assert [drop_old_recalls(here.namespace_id, now=NOW) for _ in range(4)] == [2, 2, 1, 0]


def test_two_workers_tie_a_pair_once(here):
    ids = [say(here, text) for text in SAID]
    for number in range(60):
        helped(here, ids, f"{ASKED[number % 4]} {number}")
    threads = [threading.Thread(target=_tie, args=(here,)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(edges(here)) == sorted(combinations(sorted(ids), 2))
    with inside(here.namespace_id):
        assert not Recall.objects.filter(paired=False).exists()


def _tie(here) -> None:
    try:
        tie_what_helps_together(here.namespace_id, now=NOW)
    finally:
        connections.close_all()


def test_what_a_worker_held_when_it_died_is_counted_by_the_next(here, database):
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


def test_an_outcome_under_way_is_passed_over_and_not_waited_for(here):
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


def test_a_count_keeps_out_of_a_decision(here, monkeypatch):
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
