"""How the store stands, asked of the database when Prometheus asks: states, queues, tokens, recalls, jobs.

Over all namespaces together: a label for each namespace would grow without bound, and would tell whoever reads the
metrics whose memories there are.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from django_q.models import Failure, OrmQ
from prometheus_client.core import GaugeMetricFamily, Metric

from memories.models import Alert, Conflict, MemoryUnit, Namespace, Recall
from memories.walls import inside
from memories.words import ConflictState, State
from review.budget import spent_today

_KEPT_SECONDS: Final = 30.0
"""How long an answer is given again: a count of a million units takes a moment, and scrapers come in pairs."""
_DAY: Final = timedelta(days=1)


class Standing:
    """A collector: its gauges are those of the moment, at most half a minute old."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: tuple[float, list[Metric]] | None = None

    def collect(self) -> Iterator[Metric]:
        with self._lock:
            if self._kept is None or time.monotonic() - self._kept[0] > _KEPT_SECONDS:
                self._kept = (time.monotonic(), list(look(timezone.now())))
            yield from self._kept[1]


def look(now: datetime) -> Iterator[Metric]:
    """Every gauge, with a bounded number of queries whatever the number of namespaces."""
    spaces = list(Namespace.objects.values_list("pk", flat=True))
    with inside(*spaces):
        units = MemoryUnit.objects.filter(namespace_id__in=spaces)
        yield _by(
            "units", "Memories by state.", "state", _counted(units, "state"), {word: word.value for word in State}
        )
        waiting = Conflict.objects.filter(namespace_id__in=spaces, state=ConflictState.PENDING)
        held = units.filter(state__in=[State.HELD, State.QUARANTINED])
        depth = waiting.aggregate(number=Count("pk"), oldest=Min("opened_at"))
        stopped = held.aggregate(number=Count("pk"), oldest=Min("state_changed_at"))
        yield _gauge("queue_conflicts", "Conflicts that wait for a person.", depth["number"])
        yield _gauge("queue_units", "Held and quarantined memories that wait for a person.", stopped["number"])
        ages = [(now - oldest).total_seconds() for oldest in (depth["oldest"], stopped["oldest"]) if oldest]
        yield _gauge("queue_age_seconds", "How long the oldest of both has waited.", max(ages, default=0.0))
        yield _gauge(
            "alerts_open", "Alerts that nobody has acknowledged.",
            Alert.objects.filter(namespace_id__in=spaces, acknowledged_at=None).count(),
        )  # fmt: skip
        recalls = Recall.objects.filter(namespace_id__in=spaces, created_at__gt=now - _DAY)
        yield _by(
            "recalls_day",
            "Recalls of the last 24 hours by reported outcome.",
            "outcome",
            _counted(recalls, "success"),
            {True: "success", False: "failure", None: "unreported"},
        )
        yield _gauge("tokens_today", "Tokens of language models counted on this UTC day.", spent_today(now))
    yield _gauge("tokens_budget_today", "What may be counted in a day.", settings.HINDSIGHT.REVIEW_DAILY_TOKEN_BUDGET)
    yield _gauge("jobs_queued", "Jobs that wait for a worker.", OrmQ.objects.count())
    yield _gauge(
        "jobs_failed_day", "Jobs that failed in 24 hours.", Failure.objects.filter(stopped__gt=now - _DAY).count()
    )


def _gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(f"hindsight_{name}", told, value=value)


def _counted(rows: QuerySet[Any, Any], column: str) -> dict[Any, int]:
    return dict(rows.values_list(column).annotate(number=Count("pk")).order_by())


def _by(name: str, told: str, label: str, counted: Mapping[Any, int], names: Mapping[Any, str]) -> Metric:
    """One number for each name, 0 for those that were not met."""
    family = GaugeMetricFamily(f"hindsight_{name}", told, labels=[label])
    for word, called in names.items():
        family.add_metric([called], counted.get(word, 0))
    return family
