"""A PostgreSQL URL turned into Django's connection settings."""

from __future__ import annotations

from typing import Any

from psycopg.conninfo import conninfo_to_dict

_DJANGO_NAMES = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}


def connection_settings(url: str) -> dict[str, Any]:
    """Settings of one database from a libpq URL; libpq itself parses it, so sockets and options work.

    Without a URL it is Django's dummy, which refuses every query: commands that read no rows run without one.
    """
    if not url:
        return {"ENGINE": "django.db.backends.dummy"}
    settings: dict[str, Any] = {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 5},
    }
    for name, value in conninfo_to_dict(url).items():
        if name in _DJANGO_NAMES:
            settings[_DJANGO_NAMES[name]] = str(value)
        else:
            settings["OPTIONS"][name] = value
    return settings
