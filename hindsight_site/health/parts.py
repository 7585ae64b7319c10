"""Each part that /ready asks about: one function, which returns details or raises `NotReady`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Max, Min
from django.utils import timezone
from django_q.models import OrmQ

from hindsight_site import beat
from hindsight_site.models import Beat
from hindsight_site.preflight import PGVECTOR, POSTGRESQL
from memories import embedding
from memories.errors import HindsightError
from memories.keys import check_canary

Details = dict[str, Any]


class NotReady(Exception):
    """Why a part is not ready, in words that may be shown to anyone."""


def database() -> Details:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int, current_setting('server_version'),"
            " rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
        )
        number, version, unbound = cursor.fetchone()
    if number < POSTGRESQL:
        raise NotReady(f"PostgreSQL {version} is too old: 15 or later is needed.")
    details: Details = {"version": str(version).split()[0]}
    if unbound:
        details["warning"] = "Row-level security does not bind this role: connect as hindsight_app."
    return details


def vector_extension() -> Details:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
        row = cursor.fetchone()
    if row is None:
        raise NotReady("The extension is missing: run CREATE EXTENSION vector as a superuser.")
    if tuple(int(part) for part in row[0].split(".")[:2]) < PGVECTOR:
        raise NotReady(f"pgvector {row[0]} is too old: run ALTER EXTENSION vector UPDATE (0.8 is needed).")
    return {"version": row[0]}


def migrations() -> Details:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        raise NotReady(f"{len(missing)} migrations are not applied: run manage.py migrate.")
    return {}


def embedder() -> Details:
    return dict(embedding.probe())


def calibration() -> Details:
    """Of the embedder too, but only the database knows: what the similarities of its space are measured by."""
    try:
        return {"calibration": embedding.calibration_state()}
    except HindsightError as error:
        raise NotReady(error.detail) from None


def queue() -> Details:
    """The beat runs in the worker's main process and stops when the cluster beside it dies."""
    now = timezone.now()
    waiting = OrmQ.objects.filter(lock__lte=now)
    oldest = waiting.aggregate(oldest=Min("lock"))["oldest"]
    details = {
        "waiting": waiting.count(),
        "oldest_seconds": round((now - oldest).total_seconds(), 1) if oldest else 0.0,
    }
    if not _recent(_last_beat(), now):
        raise NotReady("No worker is running: start manage.py worker.")
    return details


def scheduler() -> Details:
    now, last = timezone.now(), _last_beat()
    if last is None or not _recent(last, now):
        raise NotReady("The beat has not been seen lately: start manage.py worker.")
    overdue = Beat.objects.filter(next_at__lt=now - beat.DEAD_AFTER).values_list("name", flat=True)
    if overdue:
        raise NotReady(f"Overdue: {', '.join(sorted(overdue))}.")
    return {"last_beat_at": last.isoformat()}


def llm() -> Details:
    """Optional; configured is all that is checked, since asking would spend tokens."""
    return {
        "detail": f"configured: {settings.HINDSIGHT.LLM_MODEL}" if settings.HINDSIGHT.LLM_BASE_URL else "not configured"
    }


def keys() -> Details:
    try:
        check_canary()
    except HindsightError as error:
        raise NotReady(f"FIELD_ENCRYPTION_KEY is not the one that wrote this database ({error.code}).") from None
    return {}


# Those of the first group need rows; when the database is down there is no point in asking them.
NEEDS_DATABASE: dict[str, Callable[[], Details]] = {
    "vector_extension": vector_extension,
    "migrations": migrations,
    "keys": keys,
    "queue": queue,
    "scheduler": scheduler,
}
OTHERS: dict[str, Callable[[], Details]] = {"embedder": embedder, "llm": llm}
ORDER = ("database", "vector_extension", "migrations", "embedder", "queue", "scheduler", "llm", "keys")
ALIAS = DEFAULT_DB_ALIAS


def _last_beat() -> datetime | None:
    last: datetime | None = Beat.objects.aggregate(last=Max("last_beat_at"))["last"]
    return last


def _recent(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and now - moment < beat.DEAD_AFTER
