"""A process of its own that writes statements when it is told to start: `python -m tests.races.writer TOKEN VALUE…`.

A value that is a JSON object is a whole body; one that is a JSON list is a batch, with the key `batch`.
"""

from __future__ import annotations

import json
import sys

import django

django.setup()

from django.utils import timezone  # noqa: E402

from memories.embedding import embed_passages  # noqa: E402
from memories.preparing import Failed  # noqa: E402
from memories.shapes.inputs import MemoryInput  # noqa: E402
from memories.shapes.outputs import WriteOut  # noqa: E402
from memories.shapes.reading import read  # noqa: E402
from memories.tokens import authenticate  # noqa: E402
from memories.writing import write, write_batch  # noqa: E402

secret, *values = sys.argv[1:]
embed_passages(["warm"])
caller = authenticate(secret, now=timezone.now())
sys.stdout.write("ready\n")
sys.stdout.flush()
sys.stdin.readline()
for value in values:
    if value.startswith("["):
        results: list[WriteOut | Failed] = write_batch(caller, json.loads(value), key="batch", now=timezone.now())
    else:
        body = json.loads(value) if value.startswith("{") else {"value": value}
        results = [write(caller, read(MemoryInput, body), now=timezone.now())]
    for answer in results:
        assert isinstance(answer, WriteOut)
        sys.stdout.write(json.dumps({"outcome": answer.outcome, "id": str(answer.memory.id)}) + "\n")
    sys.stdout.flush()
