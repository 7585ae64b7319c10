"""GET /metrics, for whoever has a token with the scope `admin`; to anybody else there is nothing here."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hindsight_site.metrics.measuring import FOLDER
from memories.callers import scopes_of
from memories.errors import Unauthenticated
from memories.tokens import bearer_secret, recognise
from memories.words import Scope

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' text format. Raises Http404 without a token that has the scope `admin`."""
    try:
        known = recognise(bearer_secret(request.headers.get("Authorization", "").strip()), now=timezone.now())
    except Unauthenticated:
        raise Http404 from None
    if Scope.ADMIN not in scopes_of(known.token.scopes):
        raise Http404
    from prometheus_client.exposition import choose_encoder

    encode, kind = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(b"".join(encode(registry) for registry in _registries()), content_type=kind)


@cache
def _standing() -> CollectorRegistry:
    from prometheus_client import CollectorRegistry

    from hindsight_site.metrics.standing import Standing

    registry = CollectorRegistry()
    registry.register(Standing())
    return registry


def _registries() -> list[CollectorRegistry]:
    """What all web processes of this host have counted, and how the store stands."""
    from prometheus_client import REGISTRY, CollectorRegistry
    from prometheus_client.multiprocess import MultiProcessCollector

    if not os.environ.get(FOLDER):
        return [REGISTRY, _standing()]
    counted = CollectorRegistry()
    MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    return [counted, _standing()]
