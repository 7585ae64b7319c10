"""A space is measured once: by the first of several processes, and never again."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command

from memories.embedding.fitting import fit
from memories.models import EmbeddingSpace
from tests.memories.embedding.conftest import MODEL, Measured, Pin
from tests.memories.embedding.servers import Scripted

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]
TEXT = "The kiln reaches 1,200 degrees"


def processes(server: Scripted, count: int) -> list[dict[str, Any]]:
    """What each of so many processes found, let go together."""
    environment = {
        "EMBEDDING_PROVIDER": "openai",
        "EMBEDDING_BASE_URL": server.url,
        "EMBEDDING_MODEL": MODEL,
        "EMBEDDING_DIMENSIONS": "384",
    }
    command = [sys.executable, "-m", "tests.memories.embedding.process", TEXT]
    pipe = subprocess.PIPE
    running = [
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env={**os.environ, **environment})
        for _ in range(count)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    found = []
    for process in running:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        found.append(json.loads(out))
    return found


def needed(measured: Measured) -> int:
    """How many different texts one measuring takes."""
    asked: set[tuple[str, str]] = set()

    def embed(texts: Any, direction: Any) -> Any:
        asked.update((direction, text) for text in texts)
        return np.stack([measured.vectors[direction, text] for text in texts])

    fit(embed, model="count")
    return len(asked)


def test_two_processes_that_start_at_once_end_with_one_calibration(
    pinned_to: Pin, scripted: Scripted, measured: Measured
):
    space = pinned_to(scripted.url)
    # Each answer a little different, so that the two measure two different calibrations.
    scripted.noise, scripted.at_once = 1e-3, threading.Barrier(2)
    one, other = processes(scripted, 2)
    assert len(scripted.asked) == 2 * (needed(measured) + 1)  # both did measure
    stored = EmbeddingSpace.objects.get(pk=space.pk).calibration
    assert stored is not None
    assert one["calibration"] == other["calibration"] == stored
    assert float(np.dot(one["vector"], other["vector"])) > 0.99
    scripted.asked.clear()
    (later,) = processes(scripted, 1)
    assert later["calibration"] == stored
    assert scripted.asked == [("passage", TEXT)]


def test_what_prepares_a_start_measures_so_that_no_request_waits(pinned_to: Pin, scripted: Scripted):
    space = pinned_to("http://127.0.0.1:9/v1")
    call_command("prepare", stdout=io.StringIO())  # a server that is down keeps nothing from starting
    space.refresh_from_db()
    assert space.calibration is None
    EmbeddingSpace.objects.filter(pk=space.pk).delete()
    space = pinned_to(scripted.url)
    call_command("prepare", stdout=io.StringIO())
    space.refresh_from_db()
    assert space.calibration is not None
    assert space.calibration["model"] == str(space)
