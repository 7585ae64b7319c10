"""A private folder for the server's socket, with a path short enough for the kernel."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from hindsight_site.data_dir import DataDir
from hindsight_site.embedded.account import Account

# sun_path holds 107 bytes on Linux and 103 on BSD and macOS; the server adds "/.s.PGSQL.5432.lock".
_LONGEST = 103 - len("/.s.PGSQL.5432.lock")


def socket_folder(data: DataDir, account: Account) -> Path:
    """The folder for the socket, made with mode 0700 for `account`.

    It stands in DATA_DIR; when that path is too long, in the temporary folder under a name of our own. There
    anyone may have made that name first: such a folder is not used, a new one with a random name is.
    """
    if len(os.fsencode(data.socket)) <= _LONGEST:
        data.socket.mkdir(mode=0o700, exist_ok=True)
        _own(data.socket, account)
        return data.socket
    digest = hashlib.sha256(os.fsencode(data.root)).hexdigest()[:16]
    short = Path("/tmp") / f"hindsight-{account.uid}-{digest}"  # noqa: S108  (checked below)
    try:
        short.mkdir(mode=0o700)
    except FileExistsError:
        if not _is_ours(short, account):
            short = Path(tempfile.mkdtemp(prefix=f"hindsight-{account.uid}-", dir="/tmp"))
    _own(short, account)
    return short


def _is_ours(folder: Path, account: Account) -> bool:
    found = folder.lstat()
    return (
        stat.S_ISDIR(found.st_mode)
        and found.st_uid in (account.uid, os.geteuid())
        and stat.S_IMODE(found.st_mode) & 0o077 == 0
    )


def _own(folder: Path, account: Account) -> None:
    found = folder.lstat()
    if account.other and found.st_uid != account.uid:
        os.chown(folder, account.uid, account.gid, follow_symlinks=False)
    if stat.S_IMODE(found.st_mode) != 0o700:
        folder.chmod(0o700)
