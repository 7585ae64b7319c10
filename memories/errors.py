"""Errors that a caller may see: a stable code, a public message, the field at fault, and the way out.

No message ever holds a memory's text.
"""

from __future__ import annotations

from typing import Any


class HindsightError(Exception):
    """Base of every refusal. `status` is the HTTP status that a door over HTTP answers with."""

    code = "error"
    status = 400

    def __init__(self, detail: str, *, code: str = "", field: str = "", **extra: Any) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code = code or self.code
        self.field = field
        self.extra = extra

    def as_dict(self) -> dict[str, Any]:
        """The error shape of SPEC 8: code, detail, field, and whatever else helps."""
        return {"code": self.code, "detail": self.detail, "field": self.field or None, **self.extra}


class Invalid(HindsightError):
    code = "invalid"
    status = 400


class Unauthenticated(HindsightError):
    code = "not_authenticated"
    status = 401


class Refused(HindsightError):
    """The caller is known but lacks the scope, channel or role; `missing` says which."""

    code = "insufficient_scope"
    status = 403


class NotFound(HindsightError):
    """Also what an outsider gets: that something exists elsewhere is not for them to know."""

    code = "not_found"
    status = 404


class Moved(HindsightError):
    """What the caller decided on has changed since they saw it."""

    code = "moved"
    status = 409


class WrongState(HindsightError):
    code = "wrong_state"
    status = 409


class Busy(HindsightError):
    code = "busy"
    status = 503


class Unready(HindsightError):
    """A part that the service needs is missing or wrong (keys, embedding space)."""

    code = "not_ready"
    status = 503
