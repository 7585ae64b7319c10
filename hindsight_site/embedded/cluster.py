"""Makes the database's files once and runs the server on them as a child of this process."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hindsight_site.data_dir import DataDir, advice, reason
from hindsight_site.embedded import configuration
from hindsight_site.embedded.account import Account, server_account
from hindsight_site.embedded.binaries import MAJOR_VERSION, program
from hindsight_site.embedded.diagnosis import explain
from hindsight_site.embedded.passage import open_passage
from hindsight_site.embedded.postmaster import read_postmaster, runs
from hindsight_site.embedded.socket_folder import socket_folder
from hindsight_site.lifeline import before_exec
from hindsight_site.refusals import CannotStart

SUPERUSER = "postgres"
START_SECONDS = 60.0  # recovery after a crash replays at most max_wal_size
_FAST, _AT_ONCE = signal.SIGINT, signal.SIGQUIT


@dataclass
class Cluster:
    """The server of one data folder. The caller holds the folder's server lock."""

    data: DataDir
    account: Account
    extra: Mapping[str, str] = field(default_factory=dict)
    fast_and_loose: bool = False  # throw-away data of tests: nothing is forced to the disk
    is_new: bool = False
    socket: Path = Path()
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self.data.logs / "postgres.log"

    def start(self, *, superuser_password: str, keep_open: Collection[int] = ()) -> None:
        """Initialise where nothing is yet, start the server, and return when it takes connections.

        `keep_open` are descriptors (the server lock's) that the server and its children inherit.

        Raises:
            CannotStart: with what stands in the way and the fix.
        """
        try:
            self._open_the_way()
            self._initialise(superuser_password)
            self._forget_a_dead_server()
            self.socket = socket_folder(self.data, self.account)
            (self.data.cluster / configuration.FILE).write_text(self._settings(), encoding="utf-8")
            self._spawn(keep_open)
        except OSError as error:
            raise CannotStart(
                f"The embedded PostgreSQL in {self.data.cluster}: {reason(error)}.",
                fix=advice(error, self.data.root),
            ) from None
        self._wait_until_ready()

    def stop(self, seconds: float = 20.0) -> None:
        """Stop the server: politely, then at once (it recovers at the next start), then by force."""
        if self.process is None:
            return
        for how, patience in ((_FAST, seconds), (_AT_ONCE, 5.0), (signal.SIGKILL, 5.0)):
            if self.process.poll() is None:
                self.process.send_signal(how)
            try:
                self.process.wait(patience)
                break
            except subprocess.TimeoutExpired:
                continue
        self.process = None
        if self.socket != self.data.socket:
            shutil.rmtree(self.socket, ignore_errors=True)

    def _open_the_way(self) -> None:
        postgres = program("postgres")
        changed = open_passage(self.account, postgres.parent)
        changed += open_passage(self.account, self.data.root)
        for folder in (folder for folder in changed if folder != self.data.root):
            print(f"The database server's account may now pass through {folder}.", file=sys.stderr)  # noqa: T201
        if not self.account.can("-x", postgres):
            raise CannotStart(
                f"User id {self.account.uid} may not run {postgres}.",
                fix=f"let everyone read the programs: chmod -R a+rX {postgres.parent.parent}",
            )

    def _initialise(self, superuser_password: str) -> None:
        """Make the files beside their place and move them in whole, so that a kill leaves no half."""
        cluster = self.data.cluster
        for left_over in self.data.root.glob("postgres.new-*"):
            shutil.rmtree(left_over)
        if cluster.exists() and any(cluster.iterdir()):
            self._check_version()
            return
        place = Path(tempfile.mkdtemp(prefix="postgres.new-", dir=self.data.root))
        password_file = place / "password"
        new = place / "cluster"
        new.mkdir(mode=0o700)
        password_file.touch(mode=0o600)
        password_file.write_text(superuser_password, encoding="utf-8")
        if self.account.other:
            for path in (place, new, password_file):
                os.chown(path, self.account.uid, self.account.gid)
        made = subprocess.run(
            [str(program("initdb")), *self._initdb_options(), f"--pwfile={password_file}", "-D", str(new)],
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            cwd="/",
            env=self._environment(),
            preexec_fn=before_exec(signal.SIGKILL, umask=0o077),
            **self.account.popen_options(),
        )
        if made.returncode != 0:
            shutil.rmtree(place, ignore_errors=True)
            raise explain("PostgreSQL could not make its files", made.stderr, self.data.root)
        with (new / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(configuration.INCLUDE)
        if cluster.exists():
            cluster.rmdir()  # empty, as seen above; fails if that has changed
        new.rename(cluster)
        shutil.rmtree(place)
        self.is_new = True

    def _initdb_options(self) -> list[str]:
        options = ["--username", SUPERUSER, "--encoding=UTF8", "--locale=C", "--locale-provider=builtin"]
        options += ["--builtin-locale=C.UTF-8", "--auth-local=scram-sha-256", "--auth-host=reject"]
        return [*options, "--no-sync"] if self.fast_and_loose else options

    def _check_version(self) -> None:
        cluster = self.data.cluster
        try:
            version = (cluster / "PG_VERSION").read_text(encoding="ascii").strip()
        except FileNotFoundError:
            raise CannotStart(
                f"{cluster} holds files, but no PostgreSQL database; nothing is written over them.",
                fix="move them away if nobody needs them, restore the folder from a backup, or choose "
                "another folder (make run DATA_DIR=…, or serve --data-dir …).",
            ) from None
        if version != str(MAJOR_VERSION):
            raise CannotStart(
                f"The database in {cluster} was made by PostgreSQL {version}; this is {MAJOR_VERSION}.",
                fix="back it up with the version of Hindsight that made it and restore the backup here "
                "(docs/running.md), or choose another folder (make run DATA_DIR=…, or serve --data-dir …).",
            )

    def _forget_a_dead_server(self) -> None:
        """Remove the lock file that a killed server left: its number may belong to another process by now."""
        file = self.data.cluster / "postmaster.pid"
        found = read_postmaster(self.data.cluster)
        if found is not None and runs(found, self.data.cluster):
            raise CannotStart(
                f"A PostgreSQL server (process {found.pid}) already runs on {self.data.cluster}.",
                fix=f"stop it: kill -INT {found.pid}",
            )
        file.unlink(missing_ok=True)

    def _settings(self) -> str:
        loose = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
        extra = {**(loose if self.fast_and_loose else {}), **self.extra}
        return configuration.as_file({**configuration.comfortable_settings(self._kept()), **extra})

    def _kept(self) -> int:
        """Bytes of tables and indexes; what another process takes away meanwhile counts as nothing."""
        total = 0
        for folder, _, files in os.walk(self.data.cluster / "base"):
            for name in files:
                with suppress(OSError):
                    total += os.stat(os.path.join(folder, name)).st_size
        return total

    def _environment(self) -> dict[str, str]:
        """Nothing of ours: no password, no PGDATA or LC_ALL that would change what the server does."""
        return {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}

    def _spawn(self, keep_open: Collection[int]) -> None:
        arguments = configuration.as_arguments({**configuration.SAFE, "unix_socket_directories": str(self.socket)})
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [str(program("postgres")), "-D", str(self.data.cluster), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=self._environment(),
                pass_fds=tuple(keep_open),
                start_new_session=True,
                preexec_fn=before_exec(_FAST, umask=0o077),
                **self.account.popen_options(),
            )

    def _wait_until_ready(self) -> None:
        assert self.process is not None
        begun, began_at = time.monotonic(), self.log.stat().st_size
        while time.monotonic() - begun < START_SECONDS:
            found = read_postmaster(self.data.cluster)
            if found is not None and found.pid == self.process.pid and found.ready:
                return
            if self.process.poll() is not None:
                text = self.log.read_bytes()[max(0, began_at - 4096) :].decode(errors="replace")
                raise explain(f"PostgreSQL did not start (log: {self.log})", text, self.data.root)
            time.sleep(0.02)
        self.stop(1.0)
        raise CannotStart(
            f"PostgreSQL was not ready after {START_SECONDS:.0f} seconds.", fix=f"read its log: {self.log}"
        )


def open_cluster(data: DataDir, *, fast_and_loose: bool = False) -> Cluster:
    """The cluster of a data folder, with the account that must run it."""
    return Cluster(data=data, account=server_account(data.cluster), fast_and_loose=fast_and_loose)
