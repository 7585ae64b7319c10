"""SIGKILL in the middle of a review: nothing is lost, nothing is decided twice, the run is resumed."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.processes.serving import Serving, manage

pytestmark = pytest.mark.processes

PAIRS = 80
CITIES = ("Lyon", "Porto", "Graz", "Turin", "Ghent")
LOOK = """
from memories.models import *; from memories.walls import inside; from review.models import ReviewRun; import json
ns = Namespace.objects.get(name="default").pk
with inside(ns):
    print("LOOK" + json.dumps({
        "units": MemoryUnit.objects.count(),
        "superseded": MemoryUnit.objects.filter(state="superseded", version=2).count(),
        "active": MemoryUnit.objects.filter(state="active").count(),
        "versions": MemoryVersion.objects.count(),
        "decisions": Decision.objects.count(),
        "conflicts": Conflict.objects.filter(state="settled").count(),
        "relations": Relation.objects.count(),
        "due": MemoryUnit.objects.filter(review_due_at__isnull=False).count(),
        "runs": list(ReviewRun.objects.order_by("created_at").values_list("state", "resumed", "seen", "changed")),
    }))
"""
LEAVE_IT_TO_REVIEW = """
from memories.models import Namespace
Namespace.objects.filter(name="default").update(preferences={"judge_on_write": False})
"""


def shell(data_dir: Path, code: str) -> str:
    done = manage("shell", "-c", code, "--data-dir", str(data_dir))
    assert done.returncode == 0, done.stderr
    return done.stdout


def look(data_dir: Path) -> dict[str, Any]:
    import json

    line = next(line for line in shell(data_dir, LOOK).splitlines() if line.startswith("LOOK"))
    answer: dict[str, Any] = json.loads(line.removeprefix("LOOK"))
    return answer


def wait_for(what: str, check: Any, seconds: float = 120) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := check():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen within {seconds} s")


def test_a_review_that_is_killed_is_taken_over_and_decides_nothing_twice(tmp_path: Path):
    data_dir = tmp_path / "data"
    # Leases and the beat as they are by default: neither may be what the run waits for.
    environment = {"REVIEW_AFTER_WRITES": "100000", "REVIEW_INTERVAL_SECONDS": "3600"}
    with Serving(data_dir, environment=environment) as first:
        first.ready()
        token = (data_dir / "secrets" / "first-token").read_text().strip()
        shell(data_dir, LEAVE_IT_TO_REVIEW)
        items = []
        for number in range(PAIRS):
            about = {"subject": f"user-{number}", "attribute": "city"}
            at, to = CITIES[number % 5], CITIES[(number + 1) % 5]
            items.append({"value": f"I live in {at}", "occurred_at": "2026-01-05T10:00:00Z", **about})
            items.append({"value": f"I have moved to {to}", "occurred_at": "2026-02-05T10:00:00Z", **about})
        status, answer = first.call("POST", "/api/v1/memories/batch", token, {"items": items})
        assert status == 200, answer
        assert {row["outcome"] for row in answer["results"]} == {"created"}
        status, run = first.call("POST", "/api/v1/reviews", token)
        assert status == 202

        def under_way() -> bool:
            _, now = first.call("GET", f"/api/v1/reviews/{run['id']}", token)
            return bool(now["state"] == "running" and now["seen"] >= 5)

        wait_for("a review under way", under_way)
        first.end(signal.SIGKILL)
        assert first.survivors() == []
    with Serving(data_dir, environment=environment) as second:
        second.ready()
        ready_at = time.monotonic()
        between = look(data_dir)
        assert between["units"] == 2 * PAIRS, "nothing that was written is lost"
        run_id = f"/api/v1/reviews/{run['id']}"
        wait_for("the end of the resumed run", lambda: second.call("GET", run_id, token)[1]["state"] == "done")
        assert time.monotonic() - ready_at < 20
        after = look(data_dir)
        assert second.end(signal.SIGTERM) == 0
    state, resumed, seen, changed = after["runs"][0]
    assert (state, resumed) == ("done", 1)
    assert changed == PAIRS
    assert PAIRS <= seen <= 2 * PAIRS, "each unit was looked at once, across both lives of the run"
    assert (after["superseded"], after["active"], after["due"]) == (PAIRS, PAIRS, 0)
    assert after["decisions"] == after["conflicts"] == after["relations"] == PAIRS
    assert after["versions"] == 3 * PAIRS
