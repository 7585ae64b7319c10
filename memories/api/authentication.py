"""Who calls, and whether they may: bearer tokens, and a scope that every handler must declare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from memories.api.bodies import read_query
from memories.api.opening import opening_of
from memories.callers import Caller
from memories.errors import Refused, Unauthenticated
from memories.tokens import authenticate, bearer_secret

if TYPE_CHECKING:
    from rest_framework.views import APIView  # its module loads this one, by the settings

NAMESPACE_HEADER = "X-Hindsight-Namespace"


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer hs_…`; `request.user` and `request.auth` are the Caller."""

    def authenticate(self, request: Request) -> tuple[Any, Any]:
        """There is no anonymous caller: what has no token is refused here.

        Raises:
            Unauthenticated: no token, or one that is unknown, expired or revoked.
            HindsightError: the namespace is missing or not one of the token's.
        """
        secret = bearer_secret(request.headers.get("Authorization", "").strip())
        if not secret:
            raise Unauthenticated("Send a token: Authorization: Bearer hs_…", code="not_authenticated")
        namespace = request.headers.get(NAMESPACE_HEADER, "").strip()
        caller = authenticate(secret, namespace=namespace, now=timezone.now())
        return caller, caller

    def authenticate_header(self, _request: Request) -> str:
        return 'Bearer realm="hindsight"'


class HasScope(BasePermission):
    """Closed by default: a handler that declares no scope (memories.api.opening) is refused to everyone."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        method = str(request.method).lower()
        handler = getattr(view, method, None) if method in view.http_method_names else None
        if handler is None:
            return True  # the view answers that it has no such method
        opening = opening_of(handler)
        if opening is None:
            raise Refused("This address declares no scope and is closed.", code="closed")
        caller = request.auth
        if not isinstance(caller, Caller):
            raise Unauthenticated("Send a token: Authorization: Bearer hs_…")
        if not caller.scopes & opening.scopes:
            # Whom the door is closed to is told so, and nothing of what its query takes.
            caller.require(opening.scope)
        caller.require(opening.scope_for(read_query(opening.query, request.query_params)))
        return True
