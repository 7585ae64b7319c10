"""Addresses at which there is nothing, so that they answer in the error shape too."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from memories.api.door import Door
from memories.errors import NotFound


class Nothing(Door):
    """A stranger learns that a token is needed, a caller that nothing is here."""

    schema = None
    permission_classes = []

    def initial(self, request: Request, *_args: Any, **_kwargs: Any) -> None:
        self.perform_authentication(request)
        raise NotFound("There is nothing at this address.")
