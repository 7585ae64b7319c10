"""Who knocks at the gateway: a bearer token, in every request, for every method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from memories.callers import Caller
from memories.errors import Unauthenticated
from memories.models import Token
from memories.tokens import Recognised, acting_in, bearer_secret, recognise

NAMESPACE_HEADER = "X-Hindsight-Namespace"


@dataclass(frozen=True, slots=True)
class Bearer:
    """A recognised token and the namespace that the request names for all its calls.

    It stands where Django expects a user, so that Django REST framework's permissions see somebody.
    """

    known: Recognised
    namespace: str = ""
    is_authenticated: bool = True
    is_active: bool = True

    def acting(self, namespace: str) -> Caller:
        """The caller in the namespace that one call names, or else in the request's, or in the token's only one.

        Raises:
            Invalid: several namespaces, none named.
            NotFound: not one of the token's.
        """
        return acting_in(self.known, namespace=namespace or self.namespace)


class GatewayAuthentication(BaseAuthentication):
    """Django REST framework's part of it; raises Unauthenticated, which the view answers with 401."""

    def authenticate(self, request: Request) -> tuple[Bearer, Token]:
        secret = bearer_secret(_header(request))
        if not secret:
            raise Unauthenticated("Send 'Authorization: Bearer <token>'; manage.py create_token makes a token.")
        known = recognise(secret, now=timezone.now())
        return Bearer(known, namespace=request.headers.get(NAMESPACE_HEADER, "")), known.token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002
        return 'Bearer realm="hindsight"'


def _header(request: Request) -> str:
    raw: Any = get_authorization_header(request)
    return bytes(raw).decode("latin-1")
