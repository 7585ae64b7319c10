"""`manage.py namespace_settings`: show or change what a namespace sets for itself."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from memories.callers import Caller
from memories.errors import HindsightError
from memories.models import Namespace
from memories.namespaces import change_settings
from memories.shapes.settings import NamespaceSettings
from memories.words import Scope


class Command(BaseCommand):
    help = "Shows what a namespace overrides; with JSON, changes it: null takes an override back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--namespace", required=True)
        parser.add_argument("changes", nargs="?", help='Such as \'{"privacy": {"phone": "encrypt"}, "top_k": 8}\'.')
        parser.add_argument("--list", action="store_true", help="List the settings that there are.")
        parser.add_argument("--data-dir", help="Where the data are kept (DATA_DIR).")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for name, field in NamespaceSettings.model_fields.items():
                self.stdout.write(f"{name:<22}{field.description}")
            return
        space = Namespace.objects.filter(name=options["namespace"]).first()
        if space is None:
            raise CommandError("There is no such namespace.")
        stored = space.preferences
        if options["changes"] is not None:
            operator = Caller(actor="operator", namespace_id=space.pk, scopes=frozenset({Scope.ADMIN}), person=True)
            try:
                stored = change_settings(operator, json.loads(options["changes"]), now=timezone.now())
            except json.JSONDecodeError:
                raise CommandError("The changes are not JSON.") from None
            except HindsightError as error:
                raise CommandError(f"{error.field}: {error.detail}" if error.field else error.detail) from None
        self.stdout.write(json.dumps(stored, indent=2, sort_keys=True))
