"""Which system account the database server runs as: never root."""

from __future__ import annotations

import os
import pwd
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hindsight_site.refusals import CannotStart

ACCOUNT = "hindsight-db"
_OWN_DATABASE = "or set DATABASE_URL to a PostgreSQL of your own (docs/running.md)."


@dataclass(frozen=True)
class Account:
    """A system account; `other` when it is not the one this process runs as."""

    uid: int
    gid: int
    other: bool

    def popen_options(self) -> dict[str, Any]:
        """Arguments that make `subprocess` drop to this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.other else {}

    def can(self, test: str, path: Path) -> bool:
        """Whether the account may read (`-r`), write (`-w`) or pass through / execute (`-x`) `path`."""
        command = ["test", test, str(path)]
        return subprocess.run(command, cwd="/", check=False, **self.popen_options()).returncode == 0


def server_account(cluster: Path) -> Account:
    """The account that must run the server on `cluster`: its owner, or a new one's.

    Raises:
        CannotStart: the data belong to someone this process cannot become, or no account could be made.
    """
    me = os.geteuid()
    owner = cluster.stat() if cluster.exists() else None
    if me != 0:
        if owner is not None and owner.st_uid != me:
            raise CannotStart(
                f"The database in {cluster} belongs to {_name(owner.st_uid)}, and you are {_name(me)}.",
                fix="run as that user (or as root), or choose another folder (make run DATA_DIR=…).",
            )
        return Account(uid=me, gid=os.getegid(), other=False)
    if owner is not None and owner.st_uid != 0:
        return Account(uid=owner.st_uid, gid=owner.st_gid, other=True)
    entry = _system_account()
    if owner is not None:
        raise CannotStart(
            f"The database in {cluster} belongs to root, and PostgreSQL refuses to run as root.",
            fix=f"give it to the server's account: chown -R {ACCOUNT}: {cluster}",
        )
    return Account(uid=entry.pw_uid, gid=entry.pw_gid, other=True)


def _system_account() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(ACCOUNT)
    except KeyError:
        pass
    options = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"]
    try:
        made = subprocess.run(
            ["useradd", *options, "--shell", "/usr/sbin/nologin", ACCOUNT],
            check=False,
            capture_output=True,
            text=True,
        )
        said = made.stderr.strip()
    except FileNotFoundError:
        said = "there is no useradd"
    try:
        return pwd.getpwnam(ACCOUNT)  # perhaps made by another process at the same moment
    except KeyError:
        raise CannotStart(
            f"PostgreSQL refuses to run as root, and the account {ACCOUNT} could not be made ({said}).",
            fix=f"make it yourself, run as an ordinary user, {_OWN_DATABASE}",
        ) from None


def _name(uid: int) -> str:
    try:
        return f"{pwd.getpwuid(uid).pw_name} (user id {uid})"
    except KeyError:
        return f"user id {uid}"
