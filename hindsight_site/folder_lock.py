"""Locks on DATA_DIR that end with their last holder, whatever ends it (flock)."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

from hindsight_site.data_dir import advice, reason
from hindsight_site.refusals import CannotStart


def try_hold(path: Path) -> int | None:
    """An open descriptor that holds the lock, or None when someone else does.

    A child that inherits the descriptor holds the lock too, until it ends.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise CannotStart(f"The lock file {path}: {reason(error)}.", fix=advice(error, path)) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def is_held(path: Path) -> bool:
    """Whether anyone holds the lock now."""
    if not path.exists():
        return False
    descriptor = try_hold(path)
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


def hold_within(path: Path, seconds: float) -> int:
    """The lock, waiting at most `seconds` for the last of its holders to go.

    Raises:
        CannotStart: it is still held; the message names the processes.
    """
    deadline = time.monotonic() + seconds
    while True:
        descriptor = try_hold(path)
        if descriptor is not None:
            return descriptor
        if time.monotonic() > deadline:
            pids = holders(path)
            names = ", ".join(str(pid) for pid in pids) or "unknown"
            raise CannotStart(
                f"Other processes still use {path.parent} after {seconds:.0f} seconds (ids: {names}).",
                fix="wait for that command to end, or end those processes "
                + (f"(kill {' '.join(map(str, pids))})." if pids else "and try again."),
            )
        time.sleep(0.1)


def write_note(descriptor: int, text: str) -> None:
    """What the holder wants others to read in the lock file."""
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, text.encode(), 0)


def read_note(path: Path) -> str:
    """What the last holder wrote."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def holders(path: Path) -> list[int]:
    """Process ids that have the lock file open, as far as this user may see (Linux)."""
    found = []
    try:
        wanted = path.stat()
    except OSError:
        return []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            files = [entry.stat() for entry in (process / "fd").iterdir() if not entry.is_dir()]
        except OSError:
            continue
        if any((file.st_dev, file.st_ino) == (wanted.st_dev, wanted.st_ino) for file in files):
            found.append(int(process.name))
    return sorted(pid for pid in found if pid != os.getpid())
