"""What every view of /api/v1/ shares: JSON in, JSON out, and no word in the query that it does not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.utils import timezone
from pydantic import BaseModel
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from memories.api.bodies import JsonBody, LengthRequired, read_query
from memories.api.opening import opening_of
from memories.callers import Caller
from memories.models import MemoryUnit
from memories.paging import Page
from memories.preferences import preferences_of
from memories.presenting import memory_out
from memories.shapes.inputs import Input
from memories.shapes.outputs import MemoryOut
from memories.shapes.queries import NoQuery
from memories.shapes.reading import read

Shape = TypeVar("Shape", bound=Input)
Query = TypeVar("Query", bound=NoQuery)


class AlwaysJson(BaseContentNegotiation):
    """There is one form of answer, whatever the client says that it likes; errors above all."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        essence = request.content_type.partition(";")[0].strip().lower()
        return next(iter(parsers)) if essence == "application/json" else None

    def select_renderer(  # type: ignore[override]
        self, _request: Request, renderers: Sequence[BaseRenderer], _format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type or ""


class Door(APIView):
    """A view whose handlers are declared with `opens`."""

    parser_classes = [JsonBody]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = AlwaysJson
    http_method_names = ["get", "head", "post", "patch", "delete"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if "Transfer-Encoding" in request.headers and not request.headers.get("Content-Length"):
            # Django takes such a body for an empty one.
            raise LengthRequired("Send the body with a Content-Length, not in chunks.")
        handler = getattr(self, str(request.method).lower(), None)
        opening = opening_of(handler)
        read_query(opening.query if opening else NoQuery, request.query_params)

    @property
    def caller(self) -> Caller:
        caller = self.request.auth
        assert isinstance(caller, Caller)
        return caller

    @property
    def now(self) -> datetime:
        """The moment at which this request counts; asked once, handed on by keyword."""
        if not hasattr(self, "_now"):
            self._now = timezone.now()
        return self._now

    def body(self, shape: type[Shape]) -> Shape:
        """The body, validated. Raises Invalid, naming the field."""
        return read(shape, self.request.data)

    def query(self, shape: type[Query]) -> Query:
        """The query string, validated. Raises Invalid, naming the parameter."""
        return read_query(shape, self.request.query_params)

    def memory(self, unit: MemoryUnit) -> MemoryOut:
        """A unit as this caller sees it."""
        return memory_out(unit, preferences=preferences_of(self.caller.namespace_id), now=self.now)

    def page(self, page: Page[Any]) -> Response:
        """One page of a list; `next` is the address of the one after it, or null."""
        following = None
        if page.next_cursor is not None:
            params = self.request.query_params.copy()
            params["cursor"] = page.next_cursor
            following = self.request.build_absolute_uri(f"{self.request.path}?{params.urlencode()}")
        return Response(
            {
                "results": [row.model_dump(mode="json") for row in page.results],
                "next": following,
                "next_cursor": page.next_cursor,
            }
        )


def answer(shape: BaseModel, status: int = 200, *, version: int | None = None) -> Response:
    """A response of one shape; `version` goes out as its ETag, to come back in If-Match."""
    headers = {} if version is None else {"ETag": f'"{version}"'}
    return Response(shape.model_dump(mode="json"), status=status, headers=headers)
