"""`python -m hindsight_site.health.probe ready|worker`: a container's health check, without loading Django."""

from __future__ import annotations

import http.client
import os
import sys

import psycopg

_BEAT = "SELECT coalesce(max(last_beat_at) > now() - interval '30 seconds', false) FROM hindsight_site_beat"


def ready(host: str, port: int) -> bool:
    """Whether the web server beside us says that everything is ready."""
    connection = http.client.HTTPConnection("127.0.0.1" if host == "0.0.0.0" else host, port, timeout=12)  # noqa: S104
    try:
        connection.request("GET", "/ready")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def worker(url: str) -> bool:
    """Whether some worker has left a beat within 30 seconds."""
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            row = connection.execute(_BEAT).fetchone()
    except psycopg.Error:
        return False
    return row is not None and bool(row[0])


def main(what: str) -> int:
    if what == "worker":
        return 0 if worker(os.environ["DATABASE_URL"]) else 1
    return 0 if ready(os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8080"))) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "ready"))
