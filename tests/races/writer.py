"""A process of its own that writes statements when it is told to start: `python -m tests.races.writer TOKEN VALUE…`."""

from __future__ import annotations

import json
import sys

import django

django.setup()

from django.utils import timezone  # noqa: E402

from memories.embedding import embed_passages  # noqa: E402
from memories.shapes.inputs import MemoryInput  # noqa: E402
from memories.tokens import authenticate  # noqa: E402
from memories.writing import write  # noqa: E402

secret, *values = sys.argv[1:]
embed_passages(["warm"])
caller = authenticate(secret, now=timezone.now())
sys.stdout.write("ready\n")
sys.stdout.flush()
sys.stdin.readline()
for value in values:
    answer = write(caller, MemoryInput(value=value), now=timezone.now())
    sys.stdout.write(json.dumps({"outcome": answer.outcome, "id": str(answer.memory.id)}) + "\n")
    sys.stdout.flush()
