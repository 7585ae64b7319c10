"""The ledger of tokens: reserve before a call, settle after it; what is not settled counts whole.

Every reservation of the installation is made under one advisory lock, in a transaction that does nothing else,
so that workers on many hosts share the ceilings and none waits for another's call.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from memories.alerts import raise_alert
from memories.errors import HindsightError
from memories.walls import inside
from review.models import Spend

# Made like the numbers of memories.locks, of which it is none: it is never held together with another lock.
_LEDGER = int.from_bytes(hashlib.blake2b(b"review.ledger", digest_size=8).digest(), "big", signed=True)


_FAR_OVER = 3
"""Times what was set aside: an estimate by characters is seldom off by a half."""


class BudgetReached(HindsightError):
    """The call would cross the budget of the run or of the day, so it was not made."""

    code = "budget_reached"
    status = 429


def day_of(now: datetime) -> date:
    """The day of the daily budget: UTC's, whatever the host's clock zone."""
    return now.astimezone(UTC).date()


def reserve(
    *,
    namespace_id: int,
    run_id: UUID | None,
    tokens: int,
    model: str,
    run_budget: int,
    daily_budget: int,
    now: datetime,
    own_daily_budget: int | None = None,
) -> Spend | None:
    """Set `tokens` aside for one call, committed when this returns; None if the call would cross a budget.

    `daily_budget` is the installation's, `own_daily_budget` what the namespace allows itself of it.

    Raises:
        RuntimeError: inside a transaction, where the reservation could be rolled back after the call was made.
        Busy: the ledger's lock was not granted in time.
    """
    with transaction.atomic(durable=True), inside(namespace_id):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LEDGER])
        # Each statement of a READ COMMITTED transaction sees what was committed before it: so, every
        # reservation made under the lock until now.
        by_run = spent_by_run(run_id) if run_id is not None else 0
        if by_run + tokens > run_budget or spent_today(now) + tokens > daily_budget:
            return None
        if own_daily_budget is not None and spent_today(now, namespace_id) + tokens > own_daily_budget:
            return None
        return Spend.objects.create(
            namespace_id=namespace_id,
            run_id=run_id,
            day=day_of(now),
            model=model[:100],
            reserved=tokens,
            created_at=now,
        )


def settle(spend: Spend, *, used: int | None, outcome: str, now: datetime) -> int:
    """Record what the call cost by the server's count, and return what counts; only the first time has effect.

    None leaves the whole reservation counted. `used` may be more than was reserved: the truth wins.
    """
    open_still = Spend.objects.filter(pk=spend.pk, settled_at__isnull=True)
    if open_still.update(used=used, outcome=outcome[:30], settled_at=now):
        spend.used, spend.outcome, spend.settled_at = used, outcome[:30], now
    else:
        spend.refresh_from_db(fields=["used", "outcome", "settled_at"])
    return spend.used if spend.used is not None else spend.reserved


def spent_today(now: datetime, namespace_id: int | None = None) -> int:
    """Tokens counted on the UTC day of `now`, over the whole installation or in one namespace."""
    rows = Spend.objects.filter(day=day_of(now))
    return _total(rows if namespace_id is None else rows.filter(namespace_id=namespace_id))


def spent_by_run(run_id: UUID) -> int:
    """Tokens counted for a run, by all workers that ever had it."""
    return _total(Spend.objects.filter(run_id=run_id))


def _total(rows: QuerySet[Spend]) -> int:
    total: int | None = rows.aggregate(total=Sum(Coalesce(F("used"), F("reserved"))))["total"]
    return total or 0


@dataclass
class Account:
    """The ledger as one run sees it. `counted` adds up what its calls cost; `now` goes on with the real clock.

    Without a review's run, as when a session is flushed, the run's budget is for what this account counts.
    """

    namespace_id: int
    run_id: UUID | None
    model: str
    run_budget: int
    daily_budget: int
    now: datetime
    own_daily_budget: int | None = None
    counted: int = 0
    calls: int = 0
    _started: float = field(default_factory=time.monotonic, repr=False)

    def _moment(self) -> datetime:
        """A run may pass midnight while it waits for answers."""
        return self.now + timedelta(seconds=time.monotonic() - self._started)

    def reserve(self, tokens: int) -> Spend:
        """Set tokens aside for one call.

        Raises:
            BudgetReached: the call must not be made.
            Busy: the ledger's lock was not granted in time.
        """
        if self.run_id is None and self.counted + tokens > self.run_budget:
            raise BudgetReached("The token budget of this extraction is spent.")
        spend = reserve(
            namespace_id=self.namespace_id,
            run_id=self.run_id,
            tokens=tokens,
            model=self.model,
            run_budget=self.run_budget,
            daily_budget=self.daily_budget,
            now=self._moment(),
            own_daily_budget=self.own_daily_budget,
        )
        if spend is None:
            raise BudgetReached("The token budget of the run or of the day is spent.")
        # Counted whole at once, so that a call that is interrupted stays counted.
        self.counted += spend.reserved
        self.calls += 1
        return spend

    def settle(self, spend: Spend, *, used: int | None, outcome: str) -> None:
        """Replace what was set aside by what it cost."""
        cost = settle(spend, used=used, outcome=outcome, now=self._moment())
        self.counted += cost - spend.reserved
        if cost > _FAR_OVER * spend.reserved:
            # It counts all the same: a ledger that doubts the bill is no ledger. But a wrong one stops every
            # namespace's reviews for the day, so somebody should know.
            with inside(self.namespace_id):
                raise_alert(
                    namespace_id=self.namespace_id,
                    kind="usage_far_over",
                    object_type="model",
                    object_id=self.model[:100],
                    detail=f"The model's server counted {cost:,} tokens for a call that could take {spend.reserved:,}. "
                    "They count against the budgets of the day. Look at the usage that the server reports.",
                    now=self._moment(),
                )
