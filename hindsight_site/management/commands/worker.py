"""`manage.py worker`: the queue and the beat, in the foreground, for one container of several."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from hindsight_site import worker


class Command(BaseCommand):
    help = "Runs queued jobs, and queues the periodic ones. `serve` runs it together with the web server."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(worker.run())
