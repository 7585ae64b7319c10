"""`manage.py serve`, as `help` shows it; hindsight_site.launch runs it before Django is loaded."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Runs everything in the foreground: PostgreSQL (unless DATABASE_URL is set), web and worker."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, help="TCP port of the web server (PORT, 8080).")
        parser.add_argument("--data-dir", help="Where the data are kept (DATA_DIR, var/ in the repository).")

    def handle(self, *args: Any, **options: Any) -> None:
        raise CommandError("Run it as `manage.py serve`.")
