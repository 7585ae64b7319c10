"""A real `manage.py serve` in a process of its own, and what is left of it afterwards."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import psutil

MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"
START_SECONDS = 90.0


def own_environment(**extra: str) -> dict[str, str]:
    """The environment without what the test plugin put there for this process."""
    ours = ("SECRET_KEY", "FIELD_ENCRYPTION_KEY", "DATA_DIR", "DATABASE_URL", "DATABASE_OWNER_URL", "PORT")
    return {name: value for name, value in os.environ.items() if name not in ours} | extra


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def manage(*arguments: str, timeout: float = 120, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(MANAGE), *arguments],
        env=own_environment(**environment),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        cwd="/",
    )


class Serving:
    """Started on entering; on leaving it must be gone with all its descendants."""

    def __init__(
        self, data_dir: Path, *, port: int | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.data_dir = data_dir
        self.port = port or free_port()
        self.environment = environment or {}
        self.family: list[psutil.Process] = []
        self.output = ""

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [
                sys.executable,
                str(MANAGE),
                "serve",
                "--port",
                str(self.port),
                "--data-dir",
                str(self.data_dir),
            ],
            env=own_environment(**self.environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            cwd="/",
            # A shell that runs the tests in the background has SIGINT ignored, and serve keeps to that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(70)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        self.reader.join(20)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line

    def ready(self) -> Self:
        """Wait until /ready says 200 and the greeting is out; remembers the family of processes."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            if "Ready after" in self.output and self.get("/ready")[0] == 200:
                self.family = psutil.Process(self.process.pid).children(recursive=True)
                return self
            time.sleep(0.1)
        raise AssertionError(f"serve is not ready; it said:\n{self.output}\n{self.logs()}")

    def get(self, path: str) -> tuple[int, Any]:
        return self.call("GET", path)

    def call(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        """One request; status 0 when nobody answers."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} if token else {}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            text = json.dumps(body or {}) if method == "POST" else None
            connection.request(method, path, body=text, headers=headers)
            answer = connection.getresponse()
            raw = answer.read()
            return answer.status, json.loads(raw) if raw.startswith(b"{") else raw
        except OSError:
            return 0, None
        finally:
            connection.close()

    def part(self, name: str) -> psutil.Process:
        """The process of one of our own parts: `web` or `worker`."""
        for child in psutil.Process(self.process.pid).children():
            if child.cmdline()[-1:] == [name]:
                return child
        raise AssertionError(f"no {name} among the children")

    def end(self, how: signal.Signals) -> int:
        """Send a signal and wait; returns the exit code."""
        self.process.send_signal(how)
        code = self.process.wait(70)
        self.reader.join(20)
        return code

    def survivors(self, within: float = 15.0) -> list[str]:
        """Who of the family still lives after so many seconds."""
        _, alive = psutil.wait_procs(self.family, timeout=within)
        return [f"{process.pid} {process.name()}" for process in alive if process.is_running()]

    def logs(self) -> str:
        return "\n".join(
            f"--- {log.name}\n{log.read_text(errors='replace')[-2000:]}"
            for log in sorted((self.data_dir / "logs").glob("*.log"))
        )
