"""`manage.py create_token`: a bearer token, alone on the last line of standard output."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from memories.errors import HindsightError
from memories.namespaces import ensure_namespace
from memories.tokens import create_token
from memories.words import Channel, Scope

# "config_file" may make memories critical, and "import" may claim any past: both are given on purpose only.
DEFAULT_CHANNELS = (Channel.USER_STATEMENT, Channel.TOOL_RESULT, Channel.AGENT_INFERENCE)


class Command(BaseCommand):
    help = "Makes a token and prints it alone on the last line. It is shown once; only its digest is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", required=True, help="Made if it is missing.")
        parser.add_argument("--scopes", required=True, help=f"Comma-separated, of: {', '.join(Scope)}.")
        parser.add_argument(
            "--channels",
            default=",".join(DEFAULT_CHANNELS),
            help=f"Comma-separated, of: {', '.join(Channel)}. Default: %(default)s.",
        )
        parser.add_argument("--label", default="", help="What it is for, shown in the console.")
        parser.add_argument("--expires-days", type=int, help="Days until it stops working; default: never.")
        parser.add_argument("--data-dir", help="Where the data are kept (DATA_DIR).")

    def handle(self, *args: Any, **options: Any) -> None:
        days: int | None = options["expires_days"]
        if days is not None and not 1 <= days <= 36_500:
            raise CommandError("--expires-days must be between 1 and 36500.")
        try:
            _, secret = create_token(
                namespace=ensure_namespace(options["namespace"]),
                scopes=_words(options["scopes"]),
                channels=_words(options["channels"]),
                label=options["label"],
                expires_at=timezone.now() + timedelta(days=days) if days else None,
            )
        except HindsightError as error:
            raise CommandError(error.detail) from None
        self.stdout.write(secret)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
