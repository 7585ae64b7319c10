"""The ledger: what is reserved, what counts, and where it refuses."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import transaction

from memories.models import Alert, Namespace
from memories.namespaces import ensure_namespace
from memories.walls import inside
from review import budget
from review.models import ReviewRun, Spend
from tests.review.conftest import NOW, make_run


def reserve(
    run: ReviewRun, tokens: int, *, of_run: int = 1000, of_day: int = 1500, now: datetime = NOW
) -> Spend | None:
    return budget.reserve(
        namespace_id=run.namespace_id,
        run_id=run.pk,
        tokens=tokens,
        model="m",
        run_budget=of_run,
        daily_budget=of_day,
        now=now,
    )


def test_a_reservation_counts_whole_until_settled(run: ReviewRun):
    spend = reserve(run, 400)
    assert spend is not None
    assert (budget.spent_by_run(run.pk), budget.spent_today(NOW)) == (400, 400)
    assert budget.settle(spend, used=150, outcome="answered", now=NOW) == 150
    assert (budget.spent_by_run(run.pk), budget.spent_today(NOW)) == (150, 150)


def test_a_failed_call_counts_whole(run: ReviewRun):
    spend = reserve(run, 400)
    assert spend is not None
    assert budget.settle(spend, used=None, outcome="llm_timeout", now=NOW) == 400
    assert budget.spent_by_run(run.pk) == 400


def test_only_the_first_settlement_has_effect(run: ReviewRun):
    spend = reserve(run, 400)
    assert spend is not None
    budget.settle(spend, used=150, outcome="answered", now=NOW)
    again = Spend.objects.get(pk=spend.pk)
    assert budget.settle(again, used=1, outcome="other", now=NOW) == 150
    assert Spend.objects.get(pk=spend.pk).outcome == "answered"


def test_the_truth_may_exceed_the_reservation_and_then_nothing_fits(run: ReviewRun):
    spend = reserve(run, 100)
    assert spend is not None
    assert budget.settle(spend, used=1200, outcome="answered", now=NOW) == 1200
    assert reserve(run, 1) is None


@pytest.mark.parametrize(("tokens", "fits"), [(600, True), (601, False)])
def test_up_to_the_budget_and_not_one_over(run: ReviewRun, tokens: int, fits: bool):
    assert reserve(run, 400)
    assert (reserve(run, tokens) is not None) is fits
    assert Spend.objects.count() == 1 + fits


def test_the_day_is_one_for_every_run_and_namespace(run: ReviewRun):
    other = make_run(ensure_namespace("other"))
    assert reserve(run, 900)
    assert reserve(other, 601) is None
    assert reserve(other, 600)


def test_a_new_utc_day_starts_from_nothing(run: ReviewRun, namespace: Namespace):
    late = datetime(2026, 6, 1, 23, 59, tzinfo=UTC)
    # Already the second of June where this clock stands, and still the first in UTC.
    east = datetime(2026, 6, 2, 1, 30, tzinfo=timezone(timedelta(hours=9)))
    assert reserve(run, 1000, now=late)
    next_run = make_run(namespace)
    assert reserve(next_run, 501, now=east) is None
    assert reserve(next_run, 501, now=late + timedelta(minutes=1))
    assert budget.spent_today(late) == 1000


def test_no_budget_no_call(run: ReviewRun):
    assert reserve(run, 1, of_run=0) is None
    assert reserve(run, 1, of_day=0) is None


def test_a_reservation_is_refused_inside_a_transaction(run: ReviewRun):
    with inside(run.namespace_id), pytest.raises(RuntimeError):
        reserve(run, 1)
    with transaction.atomic(), pytest.raises(RuntimeError):
        reserve(run, 1)
    assert Spend.objects.count() == 0


def test_an_account_adds_up_what_its_calls_cost(run: ReviewRun):
    account = budget.Account(run.namespace_id, run.pk, "m" * 150, 1000, 1500, NOW)
    first = account.reserve(400)
    assert account.counted == 400
    account.settle(first, used=90, outcome="answered")
    account.reserve(500)  # interrupted: never settled
    with pytest.raises(budget.BudgetReached):
        account.reserve(500)
    assert account.counted == budget.spent_by_run(run.pk) == 590
    assert account.calls == 2


def test_what_was_never_spent_is_nothing(db: None):
    assert budget.spent_today(NOW) == 0
    assert budget.spent_by_run(uuid.uuid4()) == 0


@pytest.mark.parametrize(("used", "alerts"), [(300, 0), (301, 1), (10**15, 1)])
def test_a_bill_far_over_what_was_asked_counts_and_is_told(run: ReviewRun, used: int, alerts: int):
    """A server that counts 10^15 tokens ends the day for everybody: that is the ledger's truth, and worth an alert."""
    account = budget.Account(run.namespace_id, run.pk, "m", run_budget=1000, daily_budget=1500, now=NOW)
    spend = account.reserve(100)
    account.settle(spend, used=min(used, 2**31 - 1), outcome="answered")
    assert account.counted == min(used, 2**31 - 1)
    with inside(run.namespace_id):
        raised = list(Alert.objects.filter(kind="usage_far_over"))
    assert len(raised) == alerts
