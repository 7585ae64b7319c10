"""What may be said of an address in a log: its pattern. What a caller put into it may name somebody."""

from __future__ import annotations

import re

from django.conf import settings
from django.urls import Resolver404, resolve

from hindsight_site.health.middleware import VIEWS

UNKNOWN = "(unknown)"
_PART = re.compile(r"<[^>]*>|\(\?P<(?:[^()\\]|\\.|\([^()]*\))*\)|\((?:[^()\\]|\\.)*\)")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def route_of(path: str) -> str:
    """The pattern that a path meets, with … for what a caller chose; a fixed word for a path that meets none."""
    if path in VIEWS:
        return path
    static = "/" + settings.STATIC_URL.strip("/") + "/"
    if path.startswith(static):
        return f"{static}…"
    try:
        route = resolve(path.partition("?")[0]).route
    except Resolver404:
        return UNKNOWN
    return "/" + _PART.sub("…", route).replace("^", "").replace("$", "").replace(r"\Z", "")


def method_of(method: str) -> str:
    """A method by its name; a stranger may send any word as one."""
    return method if method in _METHODS else UNKNOWN
