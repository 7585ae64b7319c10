"""One part that `serve` runs as a child process."""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from hindsight_site.lifeline import before_exec

DEATHS, WITHIN_SECONDS = 5, 60.0
_LOG_BYTES = 20 * 1024 * 1024


class Running(Protocol):
    """What the supervisor needs of a part."""

    @property
    def name(self) -> str: ...
    @property
    def log(self) -> Path: ...
    def start(self) -> None: ...
    def alive(self) -> bool: ...
    def stop(self) -> None: ...


@dataclass
class ProgramPart:
    """A command of ours. It ends by SIGTERM, by force after `patience` seconds, and always with us."""

    name: str
    command: list[str]
    environment: Mapping[str, str]
    log: Path
    keep_open: tuple[int, ...]
    patience: float
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=self.keep_open,
                start_new_session=True,  # a Ctrl-C of the terminal reaches the supervisor alone
                preexec_fn=before_exec(signal.SIGKILL, umask=0o077),
            )

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        if self.process is None:
            return
        for how, seconds in ((signal.SIGTERM, self.patience), (signal.SIGKILL, 5.0)):
            if self.process.poll() is None:
                self.process.send_signal(how)
            try:
                self.process.wait(seconds)
                break
            except subprocess.TimeoutExpired:
                continue
        self.process = None


@dataclass
class Deaths:
    """Counts how often a part died lately, and says when it may be started again."""

    times: deque[float] = field(default_factory=lambda: deque(maxlen=DEATHS))

    def add(self, now: float) -> float:
        """Note a death; returns the seconds to wait before the next start."""
        self.times.append(now)
        recent = sum(1 for time_of_death in self.times if now - time_of_death < WITHIN_SECONDS)
        return float(min(0.5 * 2 ** (recent - 1), 8.0))

    def too_many(self, now: float) -> bool:
        return len(self.times) == DEATHS and now - self.times[0] < WITHIN_SECONDS


def shorten(log: Path) -> None:
    """Keep a log under 20 MB: its writers append, so it can be copied away and cut while they write."""
    try:
        if log.stat().st_size > _LOG_BYTES:
            shutil.copyfile(log, log.with_name(log.name + ".1"))
            log.with_name(log.name + ".1").chmod(0o600)
            with log.open("r+b") as file:
                file.truncate(0)
    except OSError:
        return  # a full disk must not end the supervisor


def now() -> float:
    """Seconds on a clock that never jumps."""
    return time.monotonic()
