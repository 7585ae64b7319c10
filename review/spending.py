"""What language models have cost: read from the ledger, by day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Coalesce

from memories.callers import Caller
from memories.preferences import preferences_of
from memories.walls import inside
from memories.words import Scope
from review.budget import day_of, spent_today
from review.models import Spend
from review.shapes import DaySpent, SpendOut


def spent_by_day(namespace_ids: Sequence[int], *, days: int, now: datetime) -> list[DaySpent]:
    """The days with calls of these namespaces among the last `days`, the newest first; one query."""
    rows = (
        Spend.objects.filter(namespace_id__in=namespace_ids, day__gt=day_of(now) - timedelta(days=days))
        .values("day")
        .annotate(
            tokens=Sum(Coalesce(F("used"), F("reserved"))),
            calls=Count("pk"),
            failed=Count("pk", filter=Q(used=None)),
        )
        .order_by("-day")
    )
    return [DaySpent(**row) for row in rows]


def spend_of(caller: Caller, *, days: int, now: datetime) -> SpendOut:
    """A namespace's spend beside its budgets."""
    caller.require(Scope.READ)
    space = caller.namespace_id
    with inside(space):
        preferences = preferences_of(space)
        mine, everyone = spent_today(now, space), spent_today(now)
        by_day = spent_by_day([space], days=days, now=now)
    daily, own = settings.HINDSIGHT.REVIEW_DAILY_TOKEN_BUDGET, preferences.review_daily_token_budget
    left = daily - everyone if own is None else min(daily - everyone, own - mine)
    return SpendOut(
        today=mine,
        run_budget=preferences.review_token_budget,
        daily_budget=daily,
        own_daily_budget=own,
        # What others have spent is theirs, and could be told from it.
        daily_budget_left=max(0, left) if caller.may(Scope.ADMIN) else None,
        days=by_day,
    )
