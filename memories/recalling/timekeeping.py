"""The time of a search. The database limits each statement, not all of them together: so that several slow ones do not
add up, the limit follows what is left."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from django.db import OperationalError, connection

_CANCELLED = "57014"


@dataclass(slots=True)
class Timer:
    """Until when, on the monotonic clock, statements of one transaction may run; `limit` is what each may take now,
    in milliseconds, as the transaction was opened with."""

    until: float
    limit: int = field(init=False)

    def __post_init__(self) -> None:
        self.limit = self.left

    @property
    def left(self) -> int:
        """Milliseconds; 1 where there are none, for 0 would mean no limit."""
        return max(1, int(1000 * (self.until - time.monotonic())))

    def hurry(self) -> None:
        """Lower the limit of the statements to come to what is left, once half is spent: a quick search pays nothing
        for it."""
        left = self.left
        if left < self.limit / 2:
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(left)])
            self.limit = left


def ran_out(error: OperationalError) -> bool:
    """Whether a statement was cancelled because it took longer than it may."""
    return getattr(error.__cause__, "sqlstate", None) == _CANCELLED
