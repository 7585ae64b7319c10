"""What the OpenAPI document says that no view shows: how one authenticates."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Bearer hs_…` in the document."""

    target_class = "memories.api.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "hs_…",
            "description": "A token of `manage.py create_token`; each operation says which scope it needs.",
        }
