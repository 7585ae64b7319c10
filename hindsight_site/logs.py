"""Logging that cannot carry a memory's text: exceptions are types and places, never messages; one record, one line."""

from __future__ import annotations

import copy
import logging
import re
import sys
import threading
import traceback
from types import TracebackType
from typing import Any

_PLACE = re.compile(r'^\s+File "(?P<file>[^"\n]{1,300})", line (?P<line>\d+), in (?P<name>[\w<>.]{1,100})$')
_TYPE = re.compile(r"^(?P<type>[A-Za-z_][\w.]{0,120})(:|$)")
_TRACEBACK = "Traceback (most recent call last):\n"
ACCESS = "gunicorn.access"


class PlacesOnly(logging.Formatter):
    """Formats an exception as its types and where it passed, and a message as one line.

    The message of an exception may quote a row ("Failing row contains ...") or an argument, so none is printed,
    not where it is logged as a message or an argument either. What a stranger sends, such as an address, cannot
    begin a line of its own or reach the terminal: control characters are written as escapes.
    """

    def format(self, record: logging.LogRecord) -> str:
        record = copy.copy(record)  # other handlers get theirs as it was
        if isinstance(record.msg, BaseException):
            record.msg, record.args = type_of(record.msg), ()
        elif isinstance(record.args, tuple):
            record.args = tuple(type_of(part) if isinstance(part, BaseException) else part for part in record.args)
        _without_address(record)
        if record.exc_info:
            record.exc_text = None  # another formatter may have left its text of it there
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  (the name is logging's)
        head, cut, rest = record.message.partition(_TRACEBACK)
        # A traceback that is text already; what stands before it may be its message once more. Not in a line about
        # a request: with such words in its address it could hide the rest of the line.
        if cut and record.name != ACCESS:
            record.message = f"{head.partition(':')[0].strip()} {places_only(cut + rest)}".strip()
        return one_line(super().formatMessage(record))

    def formatException(  # noqa: N802
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        return "" if ei[1] is None else places_of(ei[1])


def _without_address(record: logging.LogRecord) -> None:
    """Of a request, Django logs the address, or what was wrong in it: either may name somebody."""
    if record.name.startswith("django.security"):
        record.msg, record.args = "A request was refused.", ()
        return
    path = getattr(getattr(record, "request", None), "path", None)
    if isinstance(path, str) and isinstance(record.args, tuple):
        from hindsight_site.routes import route_of  # the addresses are read after the settings, which read this

        escaped = path.encode("unicode_escape").decode("ascii")
        record.args = tuple(route_of(path) if part in (path, escaped) else part for part in record.args)
    elif record.name == "django.server":
        record.msg, record.args = "A request failed.", ()


def type_of(error: BaseException) -> str:
    """All that may be said of an exception."""
    return f"{type(error).__module__}.{type(error).__qualname__}"


def places_of(error: BaseException) -> str:
    """The types of an exception and of what led to it, each with the places that it passed."""
    lines = []
    following: BaseException | None = error
    while following is not None:
        lines.append(type_of(following))
        for frame in traceback.extract_tb(following.__traceback__):
            lines.append(f"  {frame.filename}:{frame.lineno} {frame.name}")
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
    return "\n".join(map(one_line, lines))


def places_only(text: str) -> str:
    """The same of a traceback that is text already, as django-q2 stores it with a failed job."""
    kept = []
    for line in text.splitlines():
        place = _PLACE.match(line)
        if place:
            kept.append(f"  {place['file']}:{place['line']} {place['name']}")
    types = [found["type"] for line in text.splitlines() if (found := _TYPE.match(line)) and "." in found["type"]]
    return "\n".join([types[-1] if types else "failed", *kept])


def one_line(text: str) -> str:
    """The text with all that is no plain character, such as a line break or ESC, as an escape."""
    if text.isprintable():
        return text
    return "".join(mark if mark.isprintable() else mark.encode("unicode_escape").decode() for mark in text)


def keep_messages_out() -> None:
    """For a process of the server: an exception that nobody catches leaves types and places alone, too.

    multiprocessing prints what ends a process of django-q2 by traceback.print_exc(), past all hooks and loggers;
    so does gunicorn at some places. Forked processes inherit this.
    """
    sys.excepthook = lambda _type, error, _tb: _print(error)
    threading.excepthook = lambda args: _print(args.exc_value)
    sys.unraisablehook = lambda args: _print(args.exc_value)
    traceback.print_exception = _print_exception
    logging.raiseExceptions = False  # else a record that cannot be formatted is printed with its arguments


def _print_exception(exc: Any, /, value: Any = None, *rest: Any, file: Any = None, **_: Any) -> None:
    """traceback.print_exception with its two signatures: an exception; or type, exception, traceback, limit, file."""
    _print(exc if isinstance(exc, BaseException) else value, rest[2] if len(rest) > 2 else file)


def _print(error: BaseException | None, file: Any = None) -> None:
    stream = sys.stderr if file is None else file
    if error is not None and stream is not None:
        stream.write(places_of(error) + "\n")
        stream.flush()


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
