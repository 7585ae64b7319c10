"""The second wall: a transaction sees the namespaces that it declares, and no others.

Row-level security (memories.walls_sql) compares each row with a setting that is local to the transaction.
Outside `inside(...)` the setting is empty and every walled table looks empty: forgetting it fails closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import OperationalError, connection, transaction

from memories.errors import Busy

_LOCK_TIMEOUT = "10s"
# lock_not_available and deadlock_detected: nothing was written, and a second try may well succeed.
_TRY_AGAIN = ("55P03", "40P01")


def _declare(namespaces: tuple[int, ...], milliseconds: int | None = None) -> None:
    literal = "{" + ",".join(str(number) for number in namespaces) + "}"
    sql, params = "SELECT set_config('hindsight.namespaces', %s, true), set_config('lock_timeout', %s, true)", [literal]
    params.append(_LOCK_TIMEOUT)
    if milliseconds is not None:
        sql += ", set_config('statement_timeout', %s, true)"
        params.append(str(max(1, milliseconds)))
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


@contextmanager
def inside(*namespaces: int, milliseconds: int | None = None) -> Iterator[None]:
    """One transaction that may see `namespaces`; entered again for the same ones, it is the same transaction.
    With `milliseconds` a statement that takes longer is cancelled, which the caller has to expect.

    Raises:
        Busy: a lock was not granted within 10 s.
    """
    wrapper: Any = connection
    before: tuple[int, ...] = getattr(wrapper, "hindsight_namespaces", ())
    if before == namespaces and connection.in_atomic_block:
        yield
        return
    try:
        with transaction.atomic():
            _declare(namespaces, milliseconds)
            wrapper.hindsight_namespaces = namespaces
            try:
                yield
            finally:
                wrapper.hindsight_namespaces = before
        if connection.in_atomic_block:
            # The setting lasts until the outermost transaction ends: give the outer scope its own back.
            _declare(before)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) in _TRY_AGAIN:
            raise Busy("Another write holds this part of the namespace. Try again in a moment.") from None
        raise
