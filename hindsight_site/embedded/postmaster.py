"""What postmaster.pid says about the server of a data folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Postmaster:
    """A server's process id, its socket folder, and whether it takes connections."""

    pid: int
    socket: Path
    ready: bool


def read_postmaster(cluster: Path) -> Postmaster | None:
    """The server that last wrote its lock file in `cluster`, which may no longer run; None without one."""
    try:
        lines = (cluster / "postmaster.pid").read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return None
    if len(lines) < 5 or not lines[0].strip().isdecimal():
        return None  # half written: the server is just starting
    ready = len(lines) >= 8 and lines[7].strip() == "ready"
    return Postmaster(pid=int(lines[0]), socket=Path(lines[4]), ready=ready)


def runs(postmaster: Postmaster, cluster: Path) -> bool:
    """Whether that process still is a server on `cluster`, and not another that got its number since."""
    try:
        os.kill(postmaster.pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    proc = Path("/proc") / str(postmaster.pid)
    if not proc.parent.joinpath("self").exists():
        return True  # no /proc here: PostgreSQL's own check must do
    try:
        return (proc / "cwd").resolve(strict=True) == cluster.resolve()
    except OSError:
        return False
