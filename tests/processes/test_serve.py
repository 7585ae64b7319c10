"""`manage.py serve` from start to end, and what it leaves behind."""

from __future__ import annotations

import signal
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.processes.serving import Serving, manage

pytestmark = pytest.mark.processes


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One `serve` for the tests that leave it as it is; its data path is 200 characters longer than the rest."""
    with Serving(tmp_path_factory.mktemp("running") / ("long" * 50)) as serving:
        yield serving.ready()
        assert serving.end(signal.SIGTERM) == 0
        assert serving.survivors(within=0.5) == []


def test_it_ends_on_sigterm_and_comes_back_with_its_data_then_again_after_sigkill(data_dir: Path):
    with Serving(data_dir) as first:
        first.ready()
        assert "shown this once" in first.output
        token = (data_dir / "secrets" / "first-token").read_text().strip()
        assert f"Bearer {token}" in first.output
        assert first.end(signal.SIGTERM) == 0
        assert first.survivors(within=0.5) == []
        assert first.output.count("SIGTERM: ending web, worker, database.\nEnded.") == 1
    with Serving(data_dir) as second:
        second.ready()
        assert token not in second.output
        assert "shown this once" not in second.output
        assert (data_dir / "secrets" / "first-token").read_text().strip() == token
        second.end(signal.SIGKILL)
        assert second.survivors() == []
    with Serving(data_dir) as third:
        third.ready()
        assert third.end(signal.SIGINT) == 0
        assert third.survivors(within=0.5) == []
        assert "SIGINT: ending " in third.output


def test_a_new_serve_waits_for_the_last_process_of_a_killed_one(data_dir: Path):
    with Serving(data_dir) as first:
        first.ready()
        first.end(signal.SIGKILL)
        with Serving(data_dir, port=first.port) as second:
            second.ready()
            assert first.survivors(within=0) == []


def test_a_second_serve_on_the_same_folder_is_told_so(running: Serving):
    answer = manage("serve", "--data-dir", str(running.data_dir), "--port", str(running.port + 1))
    assert answer.returncode == 2
    assert f"already runs on {running.data_dir}" in answer.stderr
    assert str(running.process.pid) in answer.stderr
    assert "Traceback" not in answer.stderr
    assert running.get("/ready")[0] == 200


def test_the_socket_of_a_long_data_path_is_private(running: Serving):
    note = (running.data_dir / "postgres" / "postmaster.pid").read_text().splitlines()
    socket_folder = Path(note[4])
    assert len(str(socket_folder)) < 60
    assert stat.S_IMODE(socket_folder.stat().st_mode) == 0o700


def test_a_port_in_use_is_named_before_anything_is_made(data_dir: Path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        answer = manage("serve", "--data-dir", str(data_dir), "--port", str(port))
    assert answer.returncode == 2
    assert f"Port {port}" in answer.stderr
    assert "--port" in answer.stderr
    assert not (data_dir / "postgres").exists()


def test_a_part_that_dies_is_started_again(data_dir: Path):
    with Serving(data_dir) as serving:
        serving.ready()
        for name in ("web", "worker"):
            serving.part(name).kill()
        database = next(child for child in serving.family if child.name() == "postgres" and "-D" in child.cmdline())
        database.kill()
        gone, alive = psutil.wait_procs(serving.family, timeout=15)
        assert alive == [], gone
        serving.ready()
        assert "The database ended by itself" in serving.output
        for part in ("web", "worker"):
            said = (data_dir / "logs" / f"{part}.log").read_text()
            assert "Traceback" not in said
            for message in ("server closed", "terminating connection", "connection failed", "consuming input"):
                assert message not in said
        assert serving.end(signal.SIGTERM) == 0


def test_no_secret_is_in_the_arguments_or_logs(running: Serving):
    running.get("/health?query=whisper")
    secrets = [file.read_text().strip() for file in (running.data_dir / "secrets").iterdir()]
    assert len(secrets) == 6
    arguments = " ".join(" ".join(process.cmdline()) for process in running.family)
    logs = logged(running, "GET /health")
    for secret in [*secrets, "whisper"]:
        assert secret not in arguments
        assert secret not in logs


def logged(serving: Serving, wanted: str) -> str:
    """All that the parts have logged, once `wanted` is there: a request's line is written after its answer."""
    deadline = time.monotonic() + 5
    while True:
        text = "\n".join(log.read_text() for log in (serving.data_dir / "logs").glob("*.log"))
        if wanted in text or time.monotonic() > deadline:
            assert wanted in text
            return text
        time.sleep(0.05)


def test_an_address_stays_within_its_line_of_the_log(running: Serving):
    for mark in ("%0a%5bFAKE%5d", "%1b%5b31m", "%00", "%c2%85", "%0d%0aFAKE"):
        assert running.get(f"/api/v1/x{mark}")[0] == 401
    text = logged(running, "GET /api/ 401")
    assert "/api/v1/x" not in text
    assert all(line.isprintable() for line in text.split("\n"))
    assert "FAKE" not in text


def test_a_job_goes_through_the_queue(running: Serving):
    token = (running.data_dir / "secrets" / "first-token").read_text().strip()
    status, run = running.call("POST", "/api/v1/reviews", token)
    assert status == 202, run
    deadline = time.monotonic() + 30
    while run["state"] not in ("done", "failed") and time.monotonic() < deadline:
        time.sleep(0.2)
        _, run = running.call("GET", f"/api/v1/reviews/{run['id']}", token)
    assert run["state"] == "done", running.logs()


def test_create_token_beside_a_running_serve(running: Serving):
    arguments = ("--namespace", "beside", "--scopes", "read,write", "--data-dir", str(running.data_dir))
    answer = manage("create_token", *arguments)
    assert answer.returncode == 0, answer.stderr
    token = answer.stdout.splitlines()[-1]
    assert running.call("GET", "/api/v1/memories", token)[0] == 200
    assert running.call("GET", "/api/v1/memories", token + "x")[0] == 401


def test_requests_of_the_web_process_are_in_its_metrics(running: Serving):
    made = manage("create_token", "--namespace", "default", "--scopes", "admin", "--data-dir", str(running.data_dir))
    token = made.stdout.splitlines()[-1]
    assert running.call("GET", "/api/v1/alerts", token)[0] == 200
    status, body = running.call("GET", "/metrics", token)
    assert status == 200
    counted = 'hindsight_request_seconds_count{answer="2xx",door="rest",method="GET"}'
    assert counted in body.decode()
    assert running.get("/metrics")[0] == 404


def test_create_token_without_a_serve_before_the_first_one_and_later(data_dir: Path):
    arguments = ("--namespace", "early", "--scopes", "read", "--data-dir", str(data_dir))
    tokens = [manage("create_token", *arguments).stdout.splitlines()[-1] for _ in range(2)]
    assert len(set(tokens)) == 2
    assert all(token.startswith("hs_") for token in tokens)


@pytest.mark.parametrize(
    ("option", "word", "known"), [("--scopes", "fly", "forget"), ("--channels", "telepathy", "tool_result")]
)
def test_create_token_names_an_unknown_word(data_dir: Path, option: str, word: str, known: str):
    words = {"--namespace": "a", "--scopes": "read", "--data-dir": str(data_dir), option: word}
    answer = manage("create_token", *[part for pair in words.items() for part in pair])
    assert answer.returncode != 0
    assert word in answer.stderr
    assert known in answer.stderr
    assert "Traceback" not in answer.stderr


def test_settings_that_are_nonsense_are_named_without_a_traceback(data_dir: Path):
    answer = manage("serve", "--data-dir", str(data_dir), TOP_K="many", MIN_CONFIDENCE="7")
    assert answer.returncode == 2
    assert "TOP_K" in answer.stderr
    assert "MIN_CONFIDENCE" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not data_dir.exists()
