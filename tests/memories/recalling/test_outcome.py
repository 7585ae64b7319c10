"""What an outcome changes, what it costs, and whom it waits for."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from memories.errors import Busy, Invalid, NotFound, Refused, WrongState
from memories.locks import lock_namespace, lock_units, share_namespace
from memories.models import Alert, ConfidenceEvent, Decision, MemoryUnit, Namespace, Recall
from memories.namespaces import ensure_namespace
from memories.recalling.feedback.outcome import report_outcome
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import OutcomeInput
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from memories.writing import write
from tests.people import NOW
from tests.review.recalled import recalled

LATER = NOW + timedelta(hours=1)
SAID = [
    "The lighthouse keeper is called Marta",
    "Invoices are sent on the first of the month",
    "The pool on the roof opens at six",
    "值班手机放在三号抽屉里",
    "The badge printer on floor two is blue",
]


def say(caller, value, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=NOW).memory.id


def recall_of(caller, ids, query="who keeps it?"):
    return recalled(caller, ids, query=query, token_id=caller.writer_id)


def report(caller, recall, success, ids=None, now=LATER):
    return report_outcome(caller, recall, OutcomeInput(success=success, memory_ids=ids), now=now)


def unit(caller, pk):
    with inside(caller.namespace_id):
        return MemoryUnit.objects.get(pk=pk)


def events(caller):
    with inside(caller.namespace_id):
        return list(ConfidenceEvent.objects.order_by("id").values_list("unit_id", "cause", "factors"))


def test_every_unit_that_came_back_is_credited_if_none_is_named(caller):
    ids = [say(caller, text, kind="inference", channel="agent_inference") for text in SAID[:3]]
    recall = recall_of(caller, ids[:2])
    assert report(caller, recall, True) == 2
    first, second, third = (unit(caller, pk) for pk in ids)
    assert [(one.success_count, one.confidence) for one in (first, second)] == [(1, pytest.approx(0.64))] * 2
    assert (third.success_count, third.confidence) == (0, pytest.approx(0.6))
    assert events(caller) == [(pk, "outcome_success", {"recall": str(recall)}) for pk in ids[:2]]
    with inside(caller.namespace_id):
        told = Recall.objects.get()
        assert (told.success, told.outcome_at, told.credited_ids) == (True, LATER, ids[:2])
        assert not Decision.objects.exists(), "a count is no decision"


def test_only_the_units_named_are_credited(caller):
    ids = [say(caller, text) for text in SAID[:3]]
    recall = recall_of(caller, ids)
    assert report(caller, recall, False, [ids[1], ids[1]]) == 1
    assert [unit(caller, pk).failure_count for pk in ids] == [0, 1, 0]
    with inside(caller.namespace_id):
        assert Recall.objects.get().credited_ids == [ids[1]]


def test_naming_none_of_them_credits_none(caller):
    pk = say(caller, SAID[0])
    assert report(caller, recall_of(caller, [pk]), True, []) == 0
    assert unit(caller, pk).success_count == 0


def test_the_same_again_changes_nothing_and_the_opposite_is_refused(caller):
    pk = say(caller, SAID[0])
    recall = recall_of(caller, [pk])
    assert report(caller, recall, True) == 1
    assert report(caller, recall, True, now=LATER + timedelta(hours=1)) == 0
    with pytest.raises(WrongState) as refused:
        report(caller, recall, False)
    assert refused.value.code == "outcome_reported"
    assert (unit(caller, pk).success_count, unit(caller, pk).failure_count) == (1, 0)
    with inside(caller.namespace_id):
        assert Recall.objects.get().outcome_at == LATER


def test_who_may_report_what(caller, another_writer, outsider):
    pk = say(caller, SAID[0])
    recall = recall_of(caller, [pk])
    with pytest.raises(NotFound):
        report(caller, uuid4(), True)
    with pytest.raises(NotFound):
        report(outsider, recall, True)
    with pytest.raises(Refused):
        report(another_writer(scopes=["read"]), recall, True)
    with pytest.raises(Invalid) as refused:
        report(caller, recall, True, [pk, uuid4()])
    assert (refused.value.code, refused.value.field) == ("not_in_recall", "memory_ids")
    assert unit(caller, pk).success_count == 0


def test_what_is_not_current_any_more_is_passed_over(caller):
    gone, stays = (say(caller, text) for text in SAID[:2])
    recall = recall_of(caller, [gone, stays])
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=gone).update(state="archived")
    assert report(caller, recall, False) == 1
    assert unit(caller, gone).failure_count == 0


def test_what_keeps_failing_is_held_beside_what_is_only_lowered(caller):
    weak, strong, critical = (
        say(caller, text, confidence=at, critical=mark)
        for text, at, mark in zip(SAID, (0.34, 0.8, 0.34), (False, False, True), strict=False)
    )
    assert report(caller, recall_of(caller, [weak, strong, critical]), False) == 3
    told = {
        pk: (one.state, one.confidence, one.failure_count)
        for pk in (weak, strong, critical)
        for one in [unit(caller, pk)]
    }
    assert told == {
        weak: ("held", pytest.approx(0.34 * 0.85), 1),
        strong: ("active", pytest.approx(0.8 * 0.85), 1),
        critical: ("active", pytest.approx(0.34), 1),
    }
    assert sorted(cause for _, cause, _ in events(caller)) == ["held", "outcome_failure"]
    with inside(caller.namespace_id):
        decision = Decision.objects.get()
        assert [(move["unit"], move["confidence_before"]) for move in decision.moves] == [(str(weak), 0.34)]
        assert Alert.objects.get(kind="unit_held").object_id == str(weak)


class TestCommitted:
    """With real transactions: costs and locks."""

    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.fixture
    def here(self):
        _, secret = create_token(namespace=ensure_namespace("team"), scopes=list(Scope), channels=list(Channel))
        return authenticate(secret, now=NOW)

    def _kinds(self, act):
        with CaptureQueriesContext(connection) as queries:
            act()
        words = [query["sql"].split()[0] for query in queries.captured_queries]
        return [word for word in words if word not in ("BEGIN", "COMMIT")]

    @pytest.mark.parametrize("number", [1, 5])
    def test_an_outcome_costs_as_much_for_five_units_as_for_one(self, here, number):
        ids = [say(here, text, confidence=0.5) for text in SAID[:number]]
        warm = recall_of(here, ids)
        report(here, warm, True)
        recall = recall_of(here, ids, query="where is the lighthouse keeper?")
        # wall · share · recall · preferences · units · variants · terms, and: units · events · recall · audit
        kinds = self._kinds(lambda: report(here, recall, True))
        assert sorted(kinds) == ["INSERT"] * 2 + ["SELECT"] * 7 + ["UPDATE"] * 2
        # A failure learns nothing, and looks whether a learned question misled.
        recall = recall_of(here, ids, query="wo ist der Leuchtturm?")
        assert (
            sorted(self._kinds(lambda: report(here, recall, False))) == ["INSERT"] * 2 + ["SELECT"] * 6 + ["UPDATE"] * 2
        )

    def test_two_outcomes_do_not_wait_for_each_other(self, here):
        one, other = (say(here, text) for text in SAID[:2])
        first, second = recall_of(here, [one]), recall_of(here, [other])
        with inside(here.namespace_id):
            report(here, first, True)
            answers = in_another_thread(lambda: report(here, second, True), timeout=5)
        assert answers == [1]

    def test_an_outcome_waits_for_whoever_owns_the_namespace(self, here, monkeypatch):
        monkeypatch.setattr("memories.walls._LOCK_TIMEOUT", "100ms")
        recall = recall_of(here, [say(here, SAID[0])])
        with transaction.atomic():
            lock_namespace(here.namespace_id)
            answers = in_another_thread(lambda: report(here, recall, True), timeout=5)
        assert [type(answer) for answer in answers] == [Busy]

    def test_a_failure_that_holds_a_unit_owns_the_namespace(self, here, monkeypatch):
        monkeypatch.setattr("memories.walls._LOCK_TIMEOUT", "100ms")
        weak = recall_of(here, [say(here, SAID[0], confidence=0.31)])
        strong = recall_of(here, [say(here, SAID[1])])
        with transaction.atomic():
            share_namespace(here.namespace_id)
            answers = in_another_thread(lambda: report(here, weak, False), timeout=5)
            answers += in_another_thread(lambda: report(here, strong, False), timeout=5)
        assert [type(answer) for answer in answers] == [Busy, int]
        with inside(here.namespace_id):
            assert Recall.objects.get(pk=weak).success is None

    def test_outcomes_of_the_same_units_at_once_are_all_counted(self, here):
        """In every order of the hits: rows are locked by id, so none waits for another in a ring."""
        ids = [say(here, text, confidence=0.5) for text in SAID]
        recalls = [recall_of(here, ids[turn:] + ids[:turn]) for turn in range(5) for _ in range(4)]
        answers: list[object] = []
        threads = [
            threading.Thread(target=_kept(lambda part=part: [report(here, pk, True) for pk in part], answers))
            for part in (recalls[0::2], recalls[1::2])
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert answers == [[5] * 10] * 2
        with inside(here.namespace_id):
            assert set(MemoryUnit.objects.values_list("success_count", flat=True)) == {20}
            assert ConfidenceEvent.objects.count() == 100

    def test_a_rule_that_lost_a_race_counts_on_top_of_what_it_found(self, here):
        """The credit is computed from the row as it is once the lock is there, not as it was before."""
        pk = say(here, SAID[0], confidence=0.5)
        recall = recall_of(here, [pk])
        answers: list[Any] = []
        ready = threading.Event()
        thread = threading.Thread(target=_kept(lambda: (ready.wait(5), report(here, recall, True)), answers))
        thread.start()
        with inside(here.namespace_id):
            held = lock_units(here.namespace_id, [pk])[pk]
            ready.set()
            thread.join(timeout=0.3)
            held.confidence = 0.7
            held.save(update_fields=["confidence"])
        thread.join(timeout=10)
        assert answers == [(True, 1)]
        assert unit(here, pk).confidence == pytest.approx(0.73)

    def test_the_lock_of_a_count_needs_a_transaction(self):
        space = Namespace.objects.create(name="lonely").pk
        with pytest.raises(RuntimeError):
            share_namespace(space)


def _kept(act, answers):
    def run():
        try:
            answers.append(act())
        except Exception as error:  # noqa: BLE001 (what it was is what the test asks)
            answers.append(error)
        finally:
            connections.close_all()

    return run


def in_another_thread(act, timeout):
    answers: list[object] = []
    thread = threading.Thread(target=_kept(act, answers))
    thread.start()
    thread.join(timeout=timeout)
    assert not thread.is_alive(), "it waits for a lock that it should not need"
    return answers
