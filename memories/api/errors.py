"""Every refusal and every accident in one shape: {"code", "detail", "field", …}, never a page, never a text."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

from memories.errors import HindsightError

logger = logging.getLogger(__name__)

_CHALLENGE = 'Bearer realm="hindsight"'
_FRAMEWORK: tuple[tuple[type[Exception], int, str, str], ...] = (
    (exceptions.MethodNotAllowed, 405, "method_not_allowed", "This address does not take this method."),
    (exceptions.UnsupportedMediaType, 415, "unsupported_media_type", "Send JSON: Content-Type: application/json."),
    (exceptions.ParseError, 400, "malformed_json", "The body is not valid JSON in UTF-8."),
    (exceptions.Throttled, 429, "throttled", "Too many requests. Try again in a moment."),
    (exceptions.NotFound, 404, "not_found", "There is nothing at this address."),
    (Http404, 404, "not_found", "There is nothing at this address."),
    (exceptions.NotAuthenticated, 401, "not_authenticated", "Send a token: Authorization: Bearer hs_…"),
    (exceptions.AuthenticationFailed, 401, "invalid_token", "This token is unknown, expired or revoked."),
    (exceptions.PermissionDenied, 403, "refused", "You may not do this."),
    (PermissionDenied, 403, "refused", "You may not do this."),
    (RequestDataTooBig, 413, "body_too_large", "The body is too large. Send it in parts."),
)


def exception_handler(error: Exception, _context: Mapping[str, Any]) -> Response:
    """DRF's hook for whatever a view raises; nothing passes it."""
    if isinstance(error, HindsightError):
        return _respond(error.status, error.as_dict())
    for kind, status, code, detail in _FRAMEWORK:
        if isinstance(error, kind):
            wait = getattr(error, "wait", None)
            return _respond(status, _shape(code, detail), retry_after=wait)
    return _respond(*accident(error))


def accident(error: BaseException) -> tuple[int, dict[str, Any]]:
    """The status and body for what nobody foresaw, and one line in the log.

    Only the type is logged and nothing of it is answered: the message of a database error may quote a row.
    """
    reference = uuid.uuid4().hex[:12]
    logger.error("%s.%s, reference %s", type(error).__module__, type(error).__qualname__, reference)
    if isinstance(error, (OperationalError, InterfaceError)):
        detail = "The database did not answer. Try again in a moment."
        return 503, {**_shape("database_unavailable", detail), "reference": reference}
    detail = "Something went wrong here. The log knows it by this reference."
    return 500, {**_shape("internal_error", detail), "reference": reference}


def _shape(code: str, detail: str) -> dict[str, Any]:
    return {"code": code, "detail": detail, "field": None}


def _respond(status: int, body: Mapping[str, Any], *, retry_after: float | None = None) -> Response:
    headers = {}
    if status == 401:
        headers["WWW-Authenticate"] = _CHALLENGE
    if status == 503 or retry_after:
        headers["Retry-After"] = str(round(retry_after or 1))
    return Response(body, status=status, headers=headers)


def _is_ours(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler404 of the site: the error shape under /api/, Django's page elsewhere."""
    if _is_ours(request):
        return JsonResponse(_shape("not_found", "There is nothing at this address."), status=404)
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler400 of the site: an unknown Host, a query of a thousand parameters."""
    if _is_ours(request):
        detail = "The request was refused as a whole (its Host header, or too many parameters)."
        return JsonResponse(_shape("bad_request", detail), status=400)
    return defaults.bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """handler500 of the site, for what breaks outside a view; Django has logged it (hindsight_site.logs)."""
    if _is_ours(request):
        return JsonResponse(_shape("internal_error", "Something went wrong here."), status=500)
    return defaults.server_error(request)
