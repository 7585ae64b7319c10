"""The numbers of the start page, asked of the database: how healthy is this memory?

Each is one query over what the person may read, whatever the number of namespaces. That over all units reads them
once (0.1 s for 100,000); what took long is given again for a minute.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from django.core.cache import cache
from django.db.models import Count, F, FloatField, Func, Min, Q, Value
from django.db.models.functions import Least, TruncDate
from django.utils import timezone
from django.utils.translation import gettext as _

from memories.console.words import label
from memories.models import Conflict, Decision, MemoryUnit, Recall, Source
from memories.words import ConflictState, ConflictType, State, Tier
from review.console.charts import BAD, GOOD, NEITHER, Chart, Series
from review.spending import spent_by_day

DAYS = 30
RECALL_DAYS = 14
_BINS = 10
_SLOW_SECONDS = 0.2
_KEPT_SECONDS = 60
_TROUBLED = (State.HELD, State.QUARANTINED, State.FALSIFIED)
_MOST_SOURCES = 6

T = TypeVar("T")


def kept(name: str, namespaces: Sequence[int], ask: Callable[[], T]) -> T:
    """An answer that took long again for a minute, any other anew; only numbers are kept."""
    key = f"start:{name}:{','.join(map(str, namespaces))}"
    found: T | None = cache.get(key)
    if found is None:
        begun = time.monotonic()
        found = ask()
        if time.monotonic() - begun > _SLOW_SECONDS:
            cache.set(key, found, _KEPT_SECONDS)
    return found


Unit = tuple[str, str, int, int]
"""(state, tier, bin of the stored confidence, how many)"""


def units_of(namespaces: Sequence[int]) -> list[Unit]:
    """Every unit once, counted by state, tier and tenth of the confidence it was left with; one query."""
    tenth = Func(
        F("confidence"), Value(0.0), Value(1.0), Value(_BINS), function="width_bucket", output_field=FloatField()
    )
    rows = (
        MemoryUnit.objects.filter(namespace_id__in=namespaces)
        .order_by()
        # 1 itself would be beyond the last tenth.
        .annotate(bin=Least(tenth, Value(float(_BINS))))
        .values_list("state", "tier", "bin")
        .annotate(number=Count("pk"))
    )
    return [(state, tier, int(place) - 1, number) for state, tier, place, number in rows]


def by_state(units: Sequence[Unit]) -> Chart:
    counts: Counter[tuple[str, str]] = Counter()
    for state, tier, _bin, number in units:
        counts[state, tier] += number
    standing = [state for state in State if any(counts[state, tier] for tier in Tier)]
    return Chart(
        _("Memories by state and tier"),
        [label(state) for state in standing],
        [Series(label(tier), [counts[state, tier] for state in standing]) for tier in Tier],
        empty=_("Nothing has been written yet. Give an agent a token, and let it write."),
    )


def by_confidence(units: Sequence[Unit]) -> Chart:
    counts: Counter[int] = Counter()
    for state, _tier, place, number in units:
        if state == State.ACTIVE:
            counts[place] += number
    return Chart(
        _("Confidence of current memories"),
        [f"{10 * place}–{10 * place + 10} %" for place in range(_BINS)],
        [Series(_("memories"), [counts[place] for place in range(_BINS)])],
        empty=_("No memory is current."),
    )


def last_days(now: datetime, days: int) -> list[date]:
    """The days up to today in the viewer's zone, the oldest first."""
    today = timezone.localtime(now).date()
    return [today - timedelta(days=back) for back in reversed(range(days))]


def opened(namespaces: Sequence[int], now: datetime) -> Chart:
    """Conflicts opened on each day, by type; one query by index."""
    rows = (
        Conflict.objects.filter(namespace_id__in=namespaces, opened_at__gt=now - timedelta(days=DAYS))
        .order_by()
        .values_list(TruncDate("opened_at"), "type")
        .annotate(number=Count("pk"))
    )
    return _by_type(_("Conflicts opened, 30 days"), rows, now, _("No conflict was opened in thirty days."))


def closed(namespaces: Sequence[int], now: datetime) -> Chart:
    """Conflicts decided on each day, by people and rules, by type; what was taken back does not count. One query."""
    rows = (
        Decision.objects.filter(
            namespace_id__in=namespaces,
            created_at__gt=now - timedelta(days=DAYS),
            conflict__isnull=False,
            conflict__state=ConflictState.SETTLED,
            undone_at=None,
        )
        .order_by()
        .values_list(TruncDate("created_at"), "conflict__type")
        .annotate(number=Count("conflict_id", distinct=True))
    )
    return _by_type(_("Conflicts closed, 30 days"), rows, now, _("No conflict was closed in thirty days."))


def _by_type(title: str, rows: Any, now: datetime, empty: str) -> Chart:
    counts = {(day, kind): number for day, kind, number in rows}
    days = last_days(now, DAYS)
    series = [Series(label(kind), [counts.get((day, kind), 0) for day in days]) for kind in ConflictType]
    return Chart(title, [f"{day:%m-%d}" for day in days], series, empty=empty)


_AGES = ((0, 1), (1, 3), (3, 7), (7, 30), (30, None))


def queue_age(namespaces: Sequence[int], now: datetime) -> Chart:
    """How long what waits for a person has waited; one query by the index of the queue."""

    def between(young: int, old: int | None) -> Count:
        inside = Q(opened_at__lte=now - timedelta(days=young)) if young else Q()
        if old is not None:
            inside &= Q(opened_at__gt=now - timedelta(days=old))
        return Count("pk", filter=inside)

    found = Conflict.objects.filter(namespace_id__in=namespaces, state=ConflictState.PENDING).aggregate(
        **{f"age_{young}": between(young, old) for young, old in _AGES}
    )
    return Chart(
        _("Waiting for a person, by age"),
        [_("1 day"), _("1–3 days"), _("3–7 days"), _("7–30 days"), _("over 30 days")],
        [Series(_("conflicts"), [found[f"age_{young}"] for young, _old in _AGES])],
        empty=_("Nothing waits."),
    )


def spent(namespaces: Sequence[int], now: datetime, budget: int) -> Chart:
    """Tokens of each UTC day, the days of the ledger, beside what a day may cost; one query."""
    known = {day.day: day.tokens for day in spent_by_day(namespaces, days=RECALL_DAYS, now=now)}
    with timezone.override("UTC"):
        days = last_days(now, RECALL_DAYS)
    return Chart(
        _("Tokens spent, of %(budget)s a day (UTC)") % {"budget": f"{budget:,}"},
        [f"{day:%m-%d}" for day in days],
        [Series(_("tokens"), [known.get(day, 0) for day in days])],
        empty=_("No token was spent in fourteen days."),
    )


@dataclass(frozen=True, slots=True)
class Recalls:
    """Recalls of some days; `share` is that of the successes among those whose outcome was reported."""

    chart: Chart
    reported: int
    share: float | None


def recalls(namespaces: Sequence[int], now: datetime) -> Recalls:
    """By day and reported outcome; one query by index."""

    def ask() -> list[tuple[date, bool | None, int]]:
        return list(
            Recall.objects.filter(namespace_id__in=namespaces, created_at__gt=now - timedelta(days=RECALL_DAYS))
            .order_by()
            .values_list(TruncDate("created_at"), "success")
            .annotate(number=Count("pk"))
        )

    counts = {(day, success): number for day, success, number in kept("recalls", namespaces, ask)}
    days = last_days(now, RECALL_DAYS)
    outcomes = ((True, _("success"), GOOD), (False, _("failure"), BAD), (None, _("not reported"), NEITHER))
    series = [
        Series(name, [counts.get((day, outcome), 0) for day in days], colour) for outcome, name, colour in outcomes
    ]
    good, bad = (sum(one.values) for one in series[:2])
    chart = Chart(
        _("Recalls by outcome, 14 days"),
        [f"{day:%m-%d}" for day in days],
        series,
        empty=_("Nobody has asked in fourteen days."),
    )
    return Recalls(chart, int(good + bad), good / (good + bad) if good + bad else None)


@dataclass(frozen=True, slots=True)
class Voice:
    """Where memories come from: a channel and, of tools, the server. `troubled` are its memories that are held,
    quarantined or falsified, `trust` the lowest that any of its sources has."""

    channel: str
    mcp_server: str
    trust: float
    sources: int
    troubled: int


def voices(namespaces: Sequence[int]) -> list[Voice]:
    """Those with most trouble, then those with most sources; two queries, over the sources and the troubled units."""
    troubled = {
        (channel, server): number
        for channel, server, number in MemoryUnit.objects.filter(namespace_id__in=namespaces, state__in=_TROUBLED)
        .order_by()
        .values_list("source__channel", "source__mcp_server")
        .annotate(number=Count("pk"))
    }
    rows = (
        Source.objects.filter(namespace_id__in=namespaces)
        .order_by()
        .values_list("channel", "mcp_server")
        .annotate(trust=Min("trust"), number=Count("pk"))
    )
    found = [
        Voice(channel, server, trust, number, troubled.get((channel, server), 0))
        for channel, server, trust, number in rows
    ]
    return sorted(found, key=lambda one: (-one.troubled, -one.sources, one.channel, one.mcp_server))[:_MOST_SOURCES]
