"""/health and /ready."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from hindsight_site import beat
from hindsight_site.health import parts, views
from hindsight_site.models import Beat

NAMES = ["database", "vector_extension", "migrations", "embedder", "queue", "scheduler", "llm", "keys"]


@pytest.fixture
def client() -> Client:
    return Client(headers={"Host": "10.0.0.7"})  # a probe calls by address


@pytest.fixture
def worker(db: None) -> None:
    beat.declare(timezone.now())
    beat.still_alive(timezone.now())


def test_health_asks_nobody(client: Client):
    answer = client.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"alive": True})


@pytest.mark.usefixtures("worker")
def test_ready_lists_each_part(client: Client):
    answer = client.get("/ready")
    assert answer.status_code == 200, answer.json()
    body = answer.json()
    assert body["ready"] is True
    assert list(body["parts"]) == NAMES
    assert body["parts"]["embedder"]["dimensions"] == 384
    assert body["parts"]["llm"]["detail"] == "not configured"


def failing(client: Client) -> dict[str, str]:
    answer = client.get("/ready")
    assert answer.status_code == 503
    assert answer.json()["ready"] is False
    return {name: part["detail"] for name, part in answer.json()["parts"].items() if not part["ok"]}


@pytest.mark.django_db
def test_without_a_worker_queue_and_scheduler_fail(client: Client):
    assert set(failing(client)) == {"queue", "scheduler"}


@pytest.mark.usefixtures("worker")
def test_an_old_beat_is_no_beat(client: Client):
    Beat.objects.update(last_beat_at=timezone.now() - timedelta(minutes=5))
    assert set(failing(client)) == {"queue", "scheduler"}


@pytest.mark.usefixtures("worker")
def test_an_overdue_job_is_named(client: Client):
    Beat.objects.filter(name="review").update(next_at=timezone.now() - timedelta(minutes=5))
    assert failing(client) == {"scheduler": "Overdue: review."}


@pytest.mark.usefixtures("worker")
def test_an_embedder_that_fails_or_hangs_is_named_and_its_message_is_not_shown(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    def hang() -> parts.Details:
        time.sleep(0.5)
        return {}

    def leak() -> parts.Details:
        raise RuntimeError("https://user:whisper@host")

    monkeypatch.setitem(parts.OTHERS, "embedder", leak)
    assert failing(client) == {"embedder": "RuntimeError."}
    monkeypatch.setattr(views, "_PART_SECONDS", 0.05)
    monkeypatch.setitem(parts.OTHERS, "embedder", hang)
    assert "No answer within" in failing(client)["embedder"]


@pytest.mark.usefixtures("worker")
def test_without_a_database_its_parts_fail_by_name(client: Client, monkeypatch: pytest.MonkeyPatch):
    def gone() -> parts.Details:
        raise OperationalError("connection to host whisper failed")

    monkeypatch.setattr(parts, "database", gone)
    monkeypatch.setattr(connection, "close", lambda: None)
    found = failing(client)
    assert set(found) == set(NAMES) - {"embedder", "llm"}
    assert "whisper" not in str(found)


def test_other_methods_are_refused(client: Client):
    assert client.post("/ready").status_code == 405
