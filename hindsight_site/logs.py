"""Logging that cannot carry a memory's text: tracebacks keep places and types, never messages."""

from __future__ import annotations

import logging
import re
import traceback
from types import TracebackType
from typing import Any

_PLACE = re.compile(r'^\s+File "(?P<file>[^"\n]{1,300})", line (?P<line>\d+), in (?P<name>[\w<>.]{1,100})$')
_TYPE = re.compile(r"^(?P<type>[A-Za-z_][\w.]{0,120})(:|$)")


class PlacesOnly(logging.Formatter):
    """Formats an exception as its types and where it passed.

    A message may quote a row ("Failing row contains ...") or an argument, so none is printed.
    """

    def formatException(  # noqa: N802  (the name is logging's)
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        if ei[1] is None:
            return ""
        lines = []
        error: BaseException | None = ei[1]
        while error is not None:
            lines.append(f"{type(error).__module__}.{type(error).__qualname__}")
            for frame in traceback.extract_tb(error.__traceback__):
                lines.append(f"  {frame.filename}:{frame.lineno} {frame.name}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join(lines)


def places_only(text: str) -> str:
    """The same of a traceback that is text already, as django-q2 stores it with a failed job."""
    kept = []
    for line in text.splitlines():
        place = _PLACE.match(line)
        if place:
            kept.append(f"  {place['file']}:{place['line']} {place['name']}")
    types = [found["type"] for line in text.splitlines() if (found := _TYPE.match(line)) and "." in found["type"]]
    return "\n".join([types[-1] if types else "failed", *kept])


def configuration(level: str) -> dict[str, Any]:
    """Django's LOGGING: everything to standard error, which the supervisor or the container keeps."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": "hindsight_site.logs.PlacesOnly",
                "format": "%(asctime)s [%(process)d] %(levelname)s %(name)s: %(message)s",
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            "django-q": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            "httpx": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
        },
    }
