"""The console's times are in the viewer's zone, which a script of the page leaves in a cookie."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import timezone

COOKIE = "hindsight_zone"


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    return frozenset(available_timezones())


class ViewerZone:
    """Middleware: what is not a zone's name (any text may come in a cookie) leaves the console's own, UTC."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        named = request.COOKIES.get(COOKIE, "")
        if named not in _known() or not request.path.startswith(reverse("admin:index")):
            return self.get_response(request)
        with timezone.override(ZoneInfo(named)):
            return self.get_response(request)
