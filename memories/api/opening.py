"""One declaration a handler: the scope that opens it, what it takes and gives; OpenAPI is made from the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import BaseModel

from memories.shapes.outputs import ErrorOut
from memories.shapes.queries import NoQuery
from memories.words import Scope

Handler = TypeVar("Handler", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Opening:
    """What a handler declares; with the query parameter named in `instead` true, another scope opens it."""

    scope: Scope
    query: type[NoQuery]
    instead: tuple[str, Scope] | None = None

    @property
    def scopes(self) -> frozenset[Scope]:
        """Those of which one opens it, whatever the query says."""
        return frozenset({self.scope} if self.instead is None else {self.scope, self.instead[1]})

    def scope_for(self, query: NoQuery) -> Scope:
        if self.instead is not None and getattr(query, self.instead[0]):
            return self.instead[1]
        return self.scope


_REFUSALS = {
    400: "The request cannot be understood; `code` and `field` say why.",
    401: "No token, or one that is unknown, expired or revoked.",
    403: "The token lacks the scope that `missing` names.",
}
_ABSENT = "There is no such thing in this namespace."
_NAMESPACE = OpenApiParameter(
    "X-Hindsight-Namespace",
    str,
    OpenApiParameter.HEADER,
    description="Which namespace; only needed with a token of several.",
)


def opening_of(handler: object) -> Opening | None:
    """What a handler declares, or None if it declares nothing."""
    found = getattr(handler, "opening", None)
    return found if isinstance(found, Opening) else None


def opens(
    scope: Scope,
    *,
    name: str,
    summary: str,
    gives: Mapping[int, type[BaseModel] | None],
    takes: type[BaseModel] | None = None,
    query: type[NoQuery] = NoQuery,
    instead: tuple[str, Scope] | None = None,
    ids: Sequence[str] = ("id",),
    headers: Sequence[OpenApiParameter] = (),
    more: str = "",
    refusals: Mapping[int, str] | None = None,
) -> Callable[[Handler], Handler]:
    """Open a handler to callers with `scope`.

    `name` is the operation's id in OpenAPI; `ids` names the UUIDs in its path; `query` is the shape of the query
    string, any other parameter being refused; `instead` is as in Opening; `refusals` adds statuses to the usual ones.
    """
    absent = {404: _ABSENT} if ids else {}
    errors = {**_REFUSALS, **absent, **(refusals or {})}
    other = f", or `{instead[1]}` with {instead[0]}=true" if instead else ""
    described = extend_schema(
        operation_id=name,
        summary=summary,
        description=f"{more}\n\nNeeds the scope `{scope}`{other}.".strip(),
        request=takes,
        responses={
            **dict(gives.items()),
            **{status: OpenApiResponse(ErrorOut, why) for status, why in sorted(errors.items())},
        },
        parameters=[
            _NAMESPACE,
            *headers,
            *(OpenApiParameter(one, UUID, OpenApiParameter.PATH) for one in ids),
            *_query_parameters(query),
        ],
    )

    def declare(handler: Handler) -> Handler:
        handler.opening = Opening(scope, query, instead)  # type: ignore[attr-defined]
        opened: Handler = described(handler)
        return opened

    return declare


def _query_parameters(shape: type[NoQuery]) -> list[OpenApiParameter]:
    schema = shape.model_json_schema(mode="serialization")
    return [
        OpenApiParameter(
            name,
            {key: value for key, value in part.items() if key not in ("title", "description", "default")},
            OpenApiParameter.QUERY,
            description=str(part.get("description", "")),
            explode=True if part.get("type") == "array" else None,
        )
        for name, part in schema.get("properties", {}).items()
    ]
