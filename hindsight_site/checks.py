"""System checks of the site's own rules."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security)
def two_roles(**_: Any) -> list[CheckMessage]:
    """W001: the application connects as the role that owns the tables, whom row-level security need not bind."""
    databases = settings.DATABASES
    if "owner" in databases and databases["owner"].get("USER") == databases["default"].get("USER"):
        return [
            Warning(
                "DATABASE_URL and DATABASE_OWNER_URL name the same role.",
                hint="Use hindsight_app for DATABASE_URL (docs/running.md): row-level security is the second wall "
                "between namespaces, and the owner of a table could take it down.",
                id="hindsight.W001",
            )
        ]
    return []
