"""The machine that figures were taken on, and how busy it was."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

import psutil


def machine() -> str:
    """In one line: processor, cores, memory, versions."""
    model = platform.machine()
    told = Path("/proc/cpuinfo")
    if told.exists():
        names = [line for line in told.read_text(encoding="utf-8").splitlines() if line.startswith("model name")]
        model = names[0].partition(":")[2].strip() if names else model
    memory = round(psutil.virtual_memory().total / 2**30)
    return f"{model}, {os.cpu_count()} cores, {memory} GiB, Python {platform.python_version()}"


def moment() -> str:
    """Date and load: how many processes wanted a core in the last minute."""
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, load {os.getloadavg()[0]:.1f}"
