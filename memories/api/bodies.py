"""Reading what came in: a JSON body of bounded size, and a query string whose every word is known."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn, TypeVar

from django.conf import settings
from django.http import QueryDict
from rest_framework.parsers import BaseParser

from memories.errors import Invalid
from memories.shapes.queries import NoQuery
from memories.shapes.reading import read

Query = TypeVar("Query", bound=NoQuery)


class TooLarge(Invalid):
    code = "body_too_large"
    status = 413


class LengthRequired(Invalid):
    code = "length_required"
    status = 411


class JsonBody(BaseParser):
    """JSON in UTF-8, at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes, which Django checks only for `request.body`."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        _media_type: str | None = None,
        _parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The decoded body.

        Raises:
            TooLarge: it has more bytes than are taken.
            Invalid: code `malformed_json`; the message says where, and quotes nothing.
        """
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise TooLarge(f"The body has more than {limit} bytes. Send it in parts.")
        try:
            return json.loads(raw.decode("utf-8-sig"), parse_constant=_refuse_constant)
        except json.JSONDecodeError as error:
            where = f" at line {error.lineno}, column {error.colno}"
        except (ValueError, RecursionError):  # not UTF-8, NaN, a number of thousands of digits, a thousand brackets
            where = ""
        raise Invalid(f"The body is not valid JSON in UTF-8{where}.", code="malformed_json") from None


def _refuse_constant(_word: str) -> NoReturn:
    raise ValueError("NaN and Infinity are not JSON")


def read_query(shape: type[Query], params: QueryDict) -> Query:
    """Validate a query string; only the parameters in `shape.MANY` may be repeated.

    Raises:
        Invalid: an unknown parameter, a repeated one, or a value that does not fit; never with the value itself.
    """
    body: dict[str, object] = {}
    for name, values in params.lists():
        if name in shape.MANY:
            body[name] = values
        elif len(values) == 1:
            body[name] = values[0]
        else:
            raise Invalid(f"{name[:80]} is given more than once.", code="parameter_repeated", field=name[:80])
    return read(shape, body)
