"""A small OpenAI-compatible server that answers by script, over real HTTP on 127.0.0.1."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Asked:
    """One request as the server saw it."""

    payload: dict[str, Any]

    @property
    def user(self) -> str:
        return str(self.payload["messages"][1]["content"])

    @property
    def system(self) -> str:
        return str(self.payload["messages"][0]["content"])

    @property
    def ids(self) -> list[str]:
        return re.findall(r"^Pair (\S+)$", self.user, flags=re.MULTILINE)

    @property
    def data(self) -> list[dict[str, Any]]:
        """What stands between the fences, by pair."""
        return [json.loads(line) for line in self.user.splitlines() if line.startswith("{")]

    @property
    def format(self) -> str:
        return str(self.payload.get("response_format", {}).get("type", "plain"))


@dataclass
class Reply:
    """What the server sends, after `delay` seconds; `drip` seconds between the bytes of the body."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drip: float = 0.0
    hang_up: bool = False
    cut_at: int | None = None


Script = Callable[[Asked], Reply]


def completion(content: Any, *, tokens: int | None = 100, usage: Any = None) -> Reply:
    body: dict[str, Any] = {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "judge-1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
    }
    if usage is not None:
        body["usage"] = usage
    elif tokens is not None:
        body["usage"] = {
            "prompt_tokens": tokens - 10,
            "completion_tokens": 10,
            "total_tokens": tokens,
        }
    return Reply(json.dumps(body).encode())


def one(id: str, label: str = "contradicts", confidence: Any = 0.9, reason: str = "values differ") -> dict[str, Any]:
    return {"id": id, "reason": reason, "label": label, "confidence": confidence}


def good(label: str = "contradicts", confidence: float = 0.9, tokens: int | None = 100) -> Script:
    """One valid verdict for each pair."""

    def script(asked: Asked) -> Reply:
        return completion(json.dumps({"verdicts": [one(id, label, confidence) for id in asked.ids]}), tokens=tokens)

    return script


def says(content: Any, tokens: int | None = 100) -> Script:
    return lambda asked: completion(content, tokens=tokens)


def fails(status: int, message: str = "no", **headers: str) -> Script:
    body = json.dumps({"error": {"message": message, "type": "error", "param": None, "code": None}}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda asked: Reply(body, status, named)


class LLMServer:
    """Answers each request with the next of `script`, then with `then`; keeps what it was asked."""

    def __init__(self) -> None:
        self.script: list[Script] = []
        self.then: Script = good()
        self.asked: list[Asked] = []
        self.base_url = ""
        self._lock = threading.Lock()

    def play(self, *script: Script, then: Script | None = None) -> None:
        self.script = list(script)
        if then is not None:
            self.then = then

    def answer(self, payload: dict[str, Any]) -> Reply:
        asked = Asked(payload)
        with self._lock:
            self.asked.append(asked)
            script = self.script.pop(0) if self.script else self.then
        return script(asked)


def _pieces(reply: Reply) -> Iterable[bytes]:
    body = reply.body if reply.cut_at is None else reply.body[: reply.cut_at]
    if not reply.drip:
        yield body
        return
    for at in range(len(body)):
        time.sleep(reply.drip)
        yield body[at : at + 1]


@contextmanager
def serving() -> Iterator[LLMServer]:
    server = LLMServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.path == "/v1/chat/completions"
            reply = server.answer(json.loads(raw))
            if reply.delay:
                time.sleep(reply.delay)
            self.close_connection = True
            if reply.hang_up:
                return
            try:
                self.send_response(reply.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(reply.body)))
                self.send_header("Connection", "close")
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                for piece in _pieces(reply):
                    self.wfile.write(piece)
                    self.wfile.flush()
            except OSError:
                pass  # the client had enough

        def log_message(self, format: str, *args: Any) -> None:
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    server.base_url = f"http://127.0.0.1:{httpd.server_address[1]}/v1"
    try:
        yield server
    finally:
        httpd.shutdown()
        thread.join()
        httpd.server_close()
