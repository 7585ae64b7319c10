"""`manage.py mcp_stdio`: the same tools over standard input and output, for a client on this machine."""

from __future__ import annotations

import os
from typing import Any

from anyio import BrokenResourceError, ClosedResourceError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import close_old_connections
from django.utils import timezone

from mcp_gateway.authentication import Bearer
from mcp_gateway.server import Gateway
from memories.errors import Unauthenticated
from memories.tokens import recognise


class StdioGateway(Gateway):
    """Speaks for one token, which is looked at again for every call: revoking it ends this too."""

    def __init__(self, secret: str, namespace: str) -> None:
        super().__init__()
        self._secret = secret
        self._namespace = namespace

    def bearer(self) -> Bearer:
        close_old_connections()  # there is no request whose end would do it
        return Bearer(recognise(self._secret, now=timezone.now()), namespace=self._namespace)


class Command(BaseCommand):
    help = "Serves MCP on standard input and output, with the token in HINDSIGHT_TOKEN."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", default="", help="Which namespace, if the token covers several.")
        parser.add_argument("--data-dir", help="Where the data are kept (DATA_DIR).")

    def handle(self, *args: Any, **options: Any) -> None:
        gateway = StdioGateway(os.environ.get("HINDSIGHT_TOKEN", ""), options["namespace"])
        try:
            gateway.bearer()
        except Unauthenticated:
            raise CommandError("Set HINDSIGHT_TOKEN to a token; manage.py create_token makes one.") from None
        try:
            gateway.run("stdio")
        except* (ClosedResourceError, BrokenResourceError):
            pass  # the client closed its end while there was something left to say
