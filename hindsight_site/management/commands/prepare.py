"""`manage.py prepare`: everything between an empty database and a running site; safe to repeat."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from hindsight_site.data_dir import open_data_dir
from hindsight_site.first_run import prepare_first_run
from hindsight_site.jobs import give_back_taken_jobs
from hindsight_site.secrets_folder import SecretsFolder
from memories.asking.running import sweep
from memories.embedding import EmbedderDown, measure_space
from memories.errors import HindsightError, Unready
from memories.keys import check_canary
from review.runs import release_all


class Command(BaseCommand):
    help = (
        "Migrates, checks the encryption keys, and makes the first admin, namespace and token where there "
        "are none. The last line of its output is JSON; on the first run it holds the password and the token."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--alone",
            action="store_true",
            help="No worker runs on this database: give back what a killed one had taken.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0, stdout=sys.stderr)
        try:
            check_canary()
            data = open_data_dir(Path(settings.DATA_DIR))
            prepared = prepare_first_run(SecretsFolder(data.secrets))
            if options["alone"]:
                give_back_taken_jobs(timezone.now())
                release_all(timezone.now())
                sweep(timezone.now(), alone=True)
            # Not ready is no reason not to start: /ready names it, and it is measured before the first vector.
            with suppress(EmbedderDown, Unready):
                measure_space()
        except HindsightError as error:
            raise CommandError(f"{error.detail} ({error.code})") from None
        self.stdout.write(json.dumps(asdict(prepared)))
