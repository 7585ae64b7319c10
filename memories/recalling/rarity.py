"""Which terms are common, and in about how many units they stand."""

from __future__ import annotations

from django.db import connection


def refill() -> int:
    """Take the common terms anew from what the database's own ANALYZE counted; how many there are.

    No write touches them: a table that every batch kept would cost 70 ms a batch and hold locks on the commonest words
    (docs/decisions/0002). Of two at once one does nothing.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT hindsight_refill_common_terms()")
        return int(cursor.fetchone()[0])
