"""DATA_DIR: what is kept where, and how its private folders and files are made."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from hindsight_site.refusals import CannotStart


@dataclass(frozen=True)
class DataDir:
    """The folders of one instance; `root` is absolute and exists."""

    root: Path

    @property
    def cluster(self) -> Path:
        return self.root / "postgres"

    @property
    def secrets(self) -> Path:
        return self.root / "secrets"

    @property
    def logs(self) -> Path:
        return self.root / "logs"

    @property
    def socket(self) -> Path:
        return self.root / "socket"

    @property
    def serve_lock(self) -> Path:
        """Held by a living `serve` alone."""
        return self.root / "serve.lock"

    @property
    def server_lock(self) -> Path:
        """Held by whoever runs the database server, and by every child of theirs."""
        return self.root / "server.lock"


def open_data_dir(path: Path) -> DataDir:
    """The data folder at `path`, made (readable by its owner alone) when it is not there.

    Raises:
        CannotStart: it cannot be made or written to.
    """
    root = path.expanduser().absolute()
    try:
        if not root.exists():
            root.mkdir(parents=True, mode=0o700)
            _give_to_owner_of(root.parent, root)
        root = root.resolve(strict=True)
        if not root.is_dir():
            raise CannotStart(f"DATA_DIR {root} is not a folder.", fix="choose another with --data-dir.")
        if not os.access(root, os.W_OK | os.X_OK):
            owner = root.stat().st_uid
            raise CannotStart(
                f"DATA_DIR {root} belongs to user id {owner}; user id {os.geteuid()} cannot write to it.",
                fix="run as its owner, change its owner (chown -R), or choose another with --data-dir.",
            )
        data = DataDir(root)
        make_private_folder(data.logs)
        make_private_folder(data.secrets)
    except OSError as error:
        raise CannotStart(f"DATA_DIR {root}: {reason(error)}.", fix=advice(error, root)) from None
    return data


def make_private_folder(path: Path) -> None:
    """Make `path` with mode 0700, or tighten it; it belongs to the owner of the folder it stands in."""
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        if stat.S_IMODE(path.lstat().st_mode) & 0o077:
            path.chmod(0o700)
    else:
        _give_to_owner_of(path.parent, path)


def write_private_file(path: Path, text: str) -> None:
    """Write `text` to a new file of mode 0600, whole or not at all.

    Raises:
        FileExistsError: another process made it first; theirs stands.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        _give_to_owner_of(path.parent, part)
        os.link(part, path)  # unlike rename, link never replaces what stands there
    finally:
        part.unlink(missing_ok=True)


def reason(error: OSError) -> str:
    """An operating system's error in words, without the traceback."""
    return error.strerror or type(error).__name__


def advice(error: OSError, path: Path) -> str:
    """The way out of an operating system's error met at `path`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"free some space on the disk that holds {path} (about 200 MB are needed to begin with)."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"make {path} writable for user id {os.geteuid()}, or choose another folder (make run DATA_DIR=…)."
    return "choose another folder (make run DATA_DIR=…)."


def _give_to_owner_of(folder: Path, path: Path) -> None:
    """As root, let a new file belong to whom its folder belongs to, so that they can go on without root."""
    if os.geteuid() == 0:
        owner = folder.stat()
        if owner.st_uid != 0:
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
