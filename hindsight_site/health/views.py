"""The two views; they need no token and show no secret."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from typing import Any

from django.db import Error, connection, transaction
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hindsight_site.health import parts

_STATEMENT_MS = 2000
_PART_SECONDS = 10.0
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="ready")


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def ready(_request: HttpRequest) -> JsonResponse:
    """200 when every part is ready, else 503; `parts` says which is not, and why."""
    found = {name: _in_time(ask) for name, ask in parts.OTHERS.items()} | _of_the_database()
    if found["database"]["ok"] and found["embedder"]["ok"]:
        found["embedder"] |= _ask(parts.calibration)
    ordered = {name: found[name] for name in parts.ORDER}
    good = all(part["ok"] for part in ordered.values())
    return JsonResponse({"ready": good, "parts": ordered}, status=200 if good else 503)


def _of_the_database() -> dict[str, dict[str, Any]]:
    found = {"database": _ask(parts.database)}
    for name, ask in parts.NEEDS_DATABASE.items():
        if found["database"]["ok"]:
            found[name] = _ask(ask)
        else:
            found[name] = {"ok": False, "detail": "The database does not answer."}
    return found


def _ask(ask: Any) -> dict[str, Any]:
    """One question to the database, given two seconds a statement."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(_STATEMENT_MS)])
            return {"ok": True, **ask()}
    except parts.NotReady as problem:
        return {"ok": False, "detail": str(problem)}
    except Error as error:  # its message may name hosts and users: the type must do
        connection.close()
        return {"ok": False, "detail": f"The database answered with {type(error).__name__}."}


def _in_time(ask: Any) -> dict[str, Any]:
    """One question that may hang, asked in a thread that is left behind when it does."""
    try:
        return {"ok": True, **_threads.submit(ask).result(timeout=_PART_SECONDS)}
    except parts.NotReady as problem:
        return {"ok": False, "detail": str(problem)}
    except TooSlow:
        return {"ok": False, "detail": f"No answer within {_PART_SECONDS:.0f} s."}
    except Exception as error:  # noqa: BLE001  (whatever a provider raises, the part is not ready)
        return {"ok": False, "detail": f"{type(error).__name__}."}
