"""Against DNS rebinding: a browser says in Origin which page is asking, and strangers' pages are refused."""

from __future__ import annotations

import re

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from memories.errors import Refused

_ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<place>[^/?#@\s]+)")
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def check_origin(origin: str | None) -> None:
    """Take a request without Origin (no browser sent it), and those from pages of this site or of a trusted one.

    With ALLOWED_HOSTS = "*" any name would pass, the rebound one too, so that only loopback names and
    CSRF_TRUSTED_ORIGINS count then.

    Raises:
        Refused: 403.
    """
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return
    asked = _ORIGIN.fullmatch(origin)
    if asked and (_of_this_site(asked["place"]) or _trusted(asked["scheme"], asked["place"])):
        return
    raise Refused(
        "This Origin may not use the gateway. Add it to CSRF_TRUSTED_ORIGINS if it should.", code="origin_not_allowed"
    )


def _of_this_site(place: str) -> bool:
    domain, _ = split_domain_port(place)
    allowed = [name for name in settings.ALLOWED_HOSTS if name != "*"] or _LOOPBACK
    return bool(domain) and validate_host(domain, allowed)


def _trusted(scheme: str, place: str) -> bool:
    """As Django's CSRF check reads CSRF_TRUSTED_ORIGINS with a star: https://*.example.org."""
    for pattern in settings.CSRF_TRUSTED_ORIGINS:
        kind, star, ending = pattern.partition("://*")
        if star and ending.startswith(".") and kind == scheme and place.endswith(ending):
            return True
    return False
