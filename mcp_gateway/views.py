"""The endpoint: who asks, from where, with what; then each message goes through django-mcp-server.

What it answers by itself: GET, HEAD and DELETE get 405 (there are no streams and no sessions here, and a stream
would hold a synchronous worker until its timeout), a wrong body gets what JSON-RPC and HTTP say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.request import UnreadablePostError
from mcp.shared.version import SUPPORTED_PROTOCOL_VERSIONS
from mcp.types import INTERNAL_ERROR, INVALID_REQUEST
from mcp_server.views import MCPServerStreamableHttpView
from rest_framework.exceptions import APIException
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from mcp_gateway.answers import report
from mcp_gateway.authentication import GatewayAuthentication
from mcp_gateway.envelope import UNSUPPORTED_VERSION, Batch, Malformed, opened, parsed, wants_answer
from mcp_gateway.origin import check_origin
from mcp_gateway.server import server
from memories.errors import HindsightError

VERSION_HEADER = "MCP-Protocol-Version"
LARGEST_BODY = 1024 * 1024
"""Bytes; the largest memory with all its labels is a fifth of that."""


class AlwaysJson(BaseContentNegotiation):
    """Negotiation comes before authentication and must not refuse a stranger with 406; POST looks at Accept itself."""

    def select_renderer(self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: Any = None) -> Any:  # noqa: ARG002
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class OneMessage:
    """One JSON-RPC message as the package's adapter wants a request: `data` is the message.

    It passes on no header but those that the protocol reads, so that the token stays outside.
    """

    method = "POST"

    def __init__(self, request: Request, data: dict[str, Any]) -> None:
        self._request: HttpRequest = request._request
        self.user: Any = request.user  # a Bearer
        self.data = data
        self.path = self._request.path
        self.META = {"QUERY_STRING": "", "REMOTE_ADDR": self._request.META.get("REMOTE_ADDR")}
        self.headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if VERSION_HEADER in request.headers:
            self.headers[VERSION_HEADER] = request.headers[VERSION_HEADER]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._request, name)


class GatewayView(MCPServerStreamableHttpView):  # type: ignore[misc]
    """POST only; closed without a token whatever the settings say."""

    mcp_server = server
    http_method_names = ["post", "options"]
    authentication_classes = (GatewayAuthentication,)
    permission_classes = ()
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = AlwaysJson

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        check_origin(request.headers.get("Origin"))
        super().initial(request, *args, **kwargs)

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ARG002
        return HttpResponse(status=204)

    def post(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ARG002
        try:
            _check_headers(request)
            version = request.headers.get(VERSION_HEADER, "")
            message = opened(parsed(_body(request)), version=version)
            if isinstance(message, Batch):
                return self._batch(request, message)
            wanted = wants_answer(message)
        except Malformed as error:
            return JsonResponse(error.as_dict(), status=error.status)
        if wanted is None:
            return HttpResponse(status=202)
        return self._pass_on(request, wanted)

    def _batch(self, request: Request, batch: Batch) -> HttpResponseBase:
        """Each message by itself, in order; what wants no answer gets none."""
        answers = []
        for message in batch.messages:
            try:
                wanted = wants_answer(message, in_batch=True)
                if wanted is not None:
                    answers.append(json.loads(self._pass_on(request, wanted).content))
            except Malformed as error:
                answers.append(error.as_dict())
        return JsonResponse(answers, safe=False) if answers else HttpResponse(status=202)

    def _pass_on(self, request: Request, message: dict[str, Any]) -> HttpResponse:
        response: HttpResponse = self.mcp_server.handle_django_request(OneMessage(request, message))
        return response

    def handle_exception(self, exc: Exception) -> HttpResponseBase:
        """Every error in the error shape, which is a JSON-RPC error too; 401 says how to authenticate."""
        if isinstance(exc, HindsightError):
            response = _error(exc.as_dict(), status=exc.status)
            if exc.status == 401:
                known = "" if exc.code == "not_authenticated" else f', error="{exc.code}"'
                response["WWW-Authenticate"] = f"{self.get_authenticate_header(self.request)}{known}"
            return response
        if isinstance(exc, APIException):
            detail = str(exc.default_detail).replace("{method}", str(self.request.method))
            return _error({"code": exc.default_code, "detail": detail, "field": None}, status=exc.status_code)
        reference = report("the gateway", exc)
        detail = f"Something went wrong here. Reference for the operator's log: {reference}."
        body = {"code": "internal_error", "detail": detail, "field": None, "reference": reference}
        return _error(body, status=500)

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        response["Cache-Control"] = "no-store"
        final: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        return final


def _error(body: dict[str, Any], *, status: int) -> HttpResponse:
    """A refusal before any message was read: what a client reads as JSON-RPC, it shows to its user."""
    code = INTERNAL_ERROR if status == 500 else INVALID_REQUEST
    return JsonResponse({**Malformed(code, body["detail"]).as_dict(), **body}, status=status)


def _check_headers(request: Request) -> None:
    """Raise Malformed for what the streamable HTTP transport does not take."""
    kind = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
    if kind != "application/json":
        raise Malformed(INVALID_REQUEST, "Unsupported media type: send Content-Type: application/json.", status=415)
    taken = [part.split(";")[0].strip().lower() for part in request.headers.get("Accept", "*/*").split(",")]
    if not {"application/json", "application/*", "*/*"} & set(taken):
        raise Malformed(INVALID_REQUEST, "Not acceptable: answers are application/json; accept it.", status=406)
    version = request.headers.get(VERSION_HEADER)
    if version is not None and version not in SUPPORTED_PROTOCOL_VERSIONS:
        raise Malformed(
            UNSUPPORTED_VERSION,
            f"Unsupported protocol version. Supported: {', '.join(SUPPORTED_PROTOCOL_VERSIONS)}.",
            data={"supported": SUPPORTED_PROTOCOL_VERSIONS, "requested": version[:40]},
        )


def _body(request: Request) -> bytes:
    """The whole body. Raises Malformed: of unknown length, too large, or broken off."""
    if request.headers.get("Transfer-Encoding") and not request.headers.get("Content-Length"):
        raise Malformed(INVALID_REQUEST, "Length required: send Content-Length.", status=411)
    most = min(LARGEST_BODY, settings.DATA_UPLOAD_MAX_MEMORY_SIZE or LARGEST_BODY)
    length = request.headers.get("Content-Length", "0")
    if length.isdecimal() and int(length) > most:
        raise Malformed(INVALID_REQUEST, f"Too large: a request has at most {most} bytes.", status=413)
    try:
        body: bytes = request._request.body
    except RequestDataTooBig:
        raise Malformed(INVALID_REQUEST, f"Too large: a request has at most {most} bytes.", status=413) from None
    except UnreadablePostError:
        raise Malformed(INVALID_REQUEST, "The body broke off.") from None
    return body
