"""SIGKILL while a batch in the background is written: after a restart it is written whole, once."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.processes.serving import Serving
from tests.processes.test_killed_in_review import wait_for

pytestmark = pytest.mark.processes

ITEMS = 300
THINGS = ("fern", "palm", "cactus", "lamp", "desk", "sofa", "clock", "piano", "stove", "shelf", "rug", "mirror")


def test_a_batch_that_is_killed_is_written_after_the_restart_once(tmp_path: Path):
    data_dir = tmp_path / "data"
    body = {
        "items": [{"value": f"The {THINGS[n % 12]} in room {n} needs a repair"} for n in range(ITEMS)],
        "async": True,
        "idempotency_key": "repairs",
    }
    with Serving(data_dir) as first:
        first.ready()
        token = (data_dir / "secrets" / "first-token").read_text().strip()
        status, job = first.call("POST", "/api/v1/memories/batch", token, body)
        assert status == 202, job
        address = f"/api/v1/jobs/{job['id']}"
        wait_for("a worker at it", lambda: first.call("GET", address, token)[1]["state"] == "running")
        assert first.call("GET", "/api/v1/memories", token)[1]["results"] == []
        first.end(signal.SIGKILL)
        assert first.survivors() == []
    with Serving(data_dir) as second:
        second.ready()
        # The leases are as they are by default: a start with no worker alive does not wait for them.
        wait_for("the end of it", lambda: second.call("GET", address, token)[1]["state"] == "done", 60)
        results = second.call("GET", address, token)[1]["results"]
        assert [one.get("outcome") for one in results] == ["created"] * ITEMS
        assert len({one["memory"]["id"] for one in results}) == ITEMS
        assert second.call("POST", "/api/v1/memories/batch", token, body)[1]["id"] == job["id"]
        trace = second.call("GET", f"/api/v1/memories/{results[0]['memory']['id']}/trace", token)[1]
        assert [one["times"] for one in trace["evidence"]] == [1]
        assert second.end(signal.SIGTERM) == 0
