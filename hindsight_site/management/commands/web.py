"""`manage.py web`: the web server alone, in the foreground, for one container of several."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from hindsight_site.logs import keep_messages_out
from hindsight_site.web import Web


class Command(BaseCommand):
    help = "Runs the web server on HOST:PORT. `serve` runs it together with the worker."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        keep_messages_out()
        Web().run()
