"""One instance's embedded database: its secrets, its server, and the URLs to reach it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from hindsight_site import secrets_folder as names
from hindsight_site.data_dir import DataDir
from hindsight_site.embedded.cluster import START_SECONDS, SUPERUSER, Cluster, open_cluster
from hindsight_site.embedded.postmaster import read_postmaster
from hindsight_site.embedded.provision import APP, OWNER, Passwords, provision, url
from hindsight_site.folder_lock import hold_within, is_held
from hindsight_site.refusals import CannotStart
from hindsight_site.secrets_folder import SecretsFolder

LEFT_OVER_SECONDS = 15.0


def use_own_secrets(data: DataDir) -> SecretsFolder:
    """Put SECRET_KEY and FIELD_ENCRYPTION_KEY into the environment, from DATA_DIR/secrets or newly made.

    Raises:
        CannotStart: there already is a database, but the keys that it was written with are gone.
    """
    folder = SecretsFolder(data.secrets)
    given = bool(os.environ.get("FIELD_ENCRYPTION_KEY"))
    if (data.cluster / "PG_VERSION").exists():
        lost = [] if given or folder.read(names.FIELD_ENCRYPTION_KEY) else [names.FIELD_ENCRYPTION_KEY]
        lost += [] if folder.read(names.SUPERUSER_PASSWORD) else [names.SUPERUSER_PASSWORD]
        if lost:
            raise CannotStart(
                f"There is a database in {data.cluster}, but {' and '.join(lost)} is missing in {data.secrets}.",
                fix="restore DATA_DIR/secrets from the backup that belongs to this database; new keys could "
                "not read what the old ones encrypted.",
            )
    for variable, name in (
        ("SECRET_KEY", names.SECRET_KEY),
        ("FIELD_ENCRYPTION_KEY", names.FIELD_ENCRYPTION_KEY),
    ):
        if not os.environ.get(variable):
            os.environ[variable] = folder.read_or_make(name)
    return folder


def urls(folder: SecretsFolder, socket: Path) -> dict[str, str]:
    """DATABASE_URL and DATABASE_OWNER_URL of the server that listens in `socket`."""
    return {
        "DATABASE_URL": url(APP, folder.read_or_make(names.APP_PASSWORD), socket),
        "DATABASE_OWNER_URL": url(OWNER, folder.read_or_make(names.OWNER_PASSWORD), socket),
    }


def start_server(data: DataDir, folder: SecretsFolder, keep_open: Collection[int]) -> Cluster:
    """Start and provision the server; the caller holds the server lock (`keep_open`) and stops it."""
    password = folder.read_or_make(names.SUPERUSER_PASSWORD)
    cluster = open_cluster(data)
    cluster.start(superuser_password=password, keep_open=keep_open)
    try:
        roles = Passwords(owner=folder.read_or_make(names.OWNER_PASSWORD), app=folder.read_or_make(names.APP_PASSWORD))
        provision(url(SUPERUSER, password, cluster.socket, "postgres"), roles)
    except BaseException:
        cluster.stop()
        raise
    return cluster


@contextmanager
def database_for_a_command(data: DataDir) -> Iterator[bool]:
    """Give one management command a database: that of a running `serve`, or a server of its own.

    Yields whether the database was made just now. DATABASE_URL and DATABASE_OWNER_URL are set meanwhile.

    Raises:
        CannotStart: the server cannot be started, or others hold on to the folder.
    """
    folder = use_own_secrets(data)
    if is_held(data.serve_lock):
        os.environ.update(urls(folder, _socket_of_serve(data)))
        yield False
        return
    lock = hold_within(data.server_lock, LEFT_OVER_SECONDS)
    try:
        cluster = start_server(data, folder, [lock])
        try:
            os.environ.update(urls(folder, cluster.socket))
            yield cluster.is_new
        finally:
            cluster.stop()
    finally:
        os.close(lock)


def _socket_of_serve(data: DataDir) -> Path:
    """Where the server of a running `serve` listens, waiting while it starts."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and is_held(data.serve_lock):
        found = read_postmaster(data.cluster)
        if found is not None and found.ready and (found.socket / ".s.PGSQL.5432").exists():
            return found.socket
        time.sleep(0.1)
    raise CannotStart(
        f"`serve` on {data.root} is not ready for other commands.",
        fix=f"look at what it prints, and at {data.logs}; then try again.",
    )


def say(text: str) -> None:
    """A line for the operator, at once even when the output is a file."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201
