"""How long each request took, by door and answer, added up over the web processes of this host.

gunicorn's workers are processes of their own. They share a folder of counters (prometheus_client's multiprocess mode),
which PROMETHEUS_MULTIPROC_DIR names before the package is loaded; `web` empties it when it starts.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.http import HttpRequest, HttpResponseBase

if TYPE_CHECKING:
    from prometheus_client import Histogram

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
_BUCKETS: Final = (0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
_METHODS: Final = frozenset(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"])
_DOORS: Final = (("/api/v1/memories/search", "search"), ("/api/", "rest"), ("/mcp", "mcp"), ("/admin/", "console"))


def prepare(data_dir: Path) -> None:
    """Empty this host's folder of counters and name it; before prometheus_client is imported, once a start.

    Where nothing can be written each process counts for itself.
    """
    folder = data_dir / "metrics"
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[FOLDER] = str(folder)


def door_of(path: str) -> str:
    """A closed set of names, so that no address and no id of a caller becomes a label."""
    return next((name for start, name in _DOORS if path.startswith(start)), "other")


class Measure:
    """Times every request but those of probes and of Prometheus itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == "/metrics":
            return self.get_response(request)
        began = time.perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in _METHODS else "other"
        labels = (door_of(request.path), method, f"{response.status_code // 100}xx")
        _seconds().labels(*labels).observe(time.perf_counter() - began)
        return response


@cache
def _seconds() -> Histogram:
    """Made once a process, as the package asks, and with the first request, when the folder is known."""
    from prometheus_client import Histogram

    return Histogram(
        "hindsight_request_seconds",
        "Seconds that a request took, by door, method and kind of answer (2xx, 4xx, 5xx).",
        ["door", "method", "answer"],
        buckets=_BUCKETS,
    )
