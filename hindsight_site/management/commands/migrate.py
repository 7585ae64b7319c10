"""`migrate` as the role that owns the tables."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.commands.migrate import Command as DjangoMigrate
from django.db import connections

from hindsight_site.preflight import check_server


class Command(DjangoMigrate):
    def handle(self, *args: Any, **options: Any) -> str | None:
        """Django's own, on the `owner` connection where there is one and no other was asked for."""
        if options["database"] == "default" and "owner" in settings.DATABASES:
            options["database"] = "owner"
        check_server(connections[options["database"]])
        return super().handle(*args, **options)
