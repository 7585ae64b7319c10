"""Workers that reserve at once, on committed rows, never cross a budget together."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from memories.namespaces import ensure_namespace
from review import budget
from review.models import Spend
from tests.review.conftest import NOW, make_run

WORKERS = 4


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("run_budget", "daily_budget"), [(1_000, 100_000), (100_000, 1_000)])
def test_reservations_at_once_stay_within_the_budget(run_budget: int, daily_budget: int):
    runs = [make_run(ensure_namespace(f"team-{number}")) for number in range(WORKERS)]
    shared = run_budget < daily_budget  # one run taken over by another worker, or runs of many namespaces
    ready = threading.Barrier(WORKERS)

    def work(number: int) -> int:
        run = runs[0 if shared else number]
        ready.wait()
        made = 0
        try:
            for turn in range(40):
                spend = budget.reserve(
                    namespace_id=run.namespace_id,
                    run_id=run.pk,
                    tokens=70,
                    model="m",
                    run_budget=run_budget,
                    daily_budget=daily_budget,
                    now=NOW,
                )
                made += spend is not None
                if spend is not None and turn % 3 == 0:
                    budget.settle(spend, used=30, outcome="answered", now=NOW)
                # Seen at any moment, by any worker.
                assert (budget.spent_by_run(run.pk) if shared else budget.spent_today(NOW)) <= 1_000
        finally:
            connection.close()
        return made

    with ThreadPoolExecutor(WORKERS) as pool:
        made = sum(pool.map(work, range(WORKERS)))
    assert made == Spend.objects.count()
    # Whoever came last was refused only because one more would have crossed it.
    assert 1_000 - 70 < budget.spent_today(NOW) <= 1_000
