"""The start page: what waits, how healthy the memory is, when it was last reviewed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from memories.console.roles import namespaces_with
from memories.models import Alert, Conflict
from memories.words import ConflictState, Scope, State
from review.console import figures
from review.models import ReviewRun, RunState


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What templates/admin/index.html shows; twelve queries, however much there is."""
    seen, now = namespaces_with(request, Scope.READ), timezone.now()
    conflicts = Conflict.objects.filter(namespace_id__in=seen).aggregate(
        waiting=Count("pk", filter=Q(state=ConflictState.PENDING)),
        coexisting=Count("pk", filter=Q(state=ConflictState.COEXISTING)),
    )
    units = figures.kept("units", seen, lambda: figures.units_of(seen))
    states: Counter[str] = Counter()
    for state, _tier, _bin, number in units:
        states[state] += number
    recalls = figures.recalls(seen, now)
    context |= {
        "title": _("Start"),
        "conflicts": conflicts,
        "waiting_units": states[State.HELD] + states[State.QUARANTINED],
        "alerts": Alert.objects.filter(namespace_id__in=seen, acknowledged_at=None).count(),
        "states": [(state, states[state]) for state in State],
        "total": sum(states.values()),
        "first_conflicts": Conflict.objects.filter(namespace_id__in=seen, state=ConflictState.PENDING)
        .select_related("a", "b", "namespace")
        .order_by("-risk", "opened_at", "pk")[:5],
        "recalls": recalls,
        "charts": [
            figures.by_state(units),
            figures.by_confidence(units),
            figures.opened(seen, now),
            figures.closed(seen, now),
            figures.queue_age(seen, now),
            recalls.chart,
            figures.spent(seen, now, settings.HINDSIGHT.REVIEW_DAILY_TOKEN_BUDGET),
        ],
        "voices": figures.voices(seen),
        **_reviews(seen),
        "member": bool(seen),
    }
    return context


def _reviews(seen: list[int]) -> dict[str, Any]:
    """The last run, and when the clock asks for the next."""
    last = ReviewRun.objects.filter(namespace_id__in=seen).select_related("namespace").order_by("-created_at").first()
    every = settings.HINDSIGHT.REVIEW_INTERVAL_SECONDS
    return {
        "last_run": last,
        "going": last is not None and last.state in (RunState.QUEUED, RunState.RUNNING),
        "review_minutes": max(1, round(every / 60)),
    }
