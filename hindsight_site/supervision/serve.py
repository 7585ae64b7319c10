"""`manage.py serve`: PostgreSQL, migrations, first run, web and worker, in this order."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hindsight_site.data_dir import DataDir
from hindsight_site.embedded.cluster import Cluster
from hindsight_site.embedded.instance import LEFT_OVER_SECONDS, say, start_server, urls, use_own_secrets
from hindsight_site.environment import Environment
from hindsight_site.folder_lock import hold_within, read_note, try_hold, write_note
from hindsight_site.lifeline import before_exec, end_with
from hindsight_site.refusals import CannotStart
from hindsight_site.secrets_folder import SecretsFolder
from hindsight_site.supervision.greeting import Prepared, greeting
from hindsight_site.supervision.part import ProgramPart, now
from hindsight_site.supervision.port import check_port
from hindsight_site.supervision.readiness import Readiness
from hindsight_site.supervision.supervisor import Ended, Supervisor

_MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"


@dataclass
class DatabasePart:
    """The embedded server as a part: a start returns when it takes connections."""

    data: DataDir
    secrets: SecretsFolder
    keep_open: tuple[int, ...]
    name: str = "database"
    cluster: Cluster | None = None

    @property
    def log(self) -> Path:
        return self.data.logs / "postgres.log"

    def start(self) -> None:
        self.cluster = start_server(self.data, self.secrets, self.keep_open)

    def alive(self) -> bool:
        process = self.cluster.process if self.cluster else None
        return process is not None and process.poll() is None

    def stop(self) -> None:
        if self.cluster is not None:
            self.cluster.stop()


def serve(environment: Environment, data: DataDir) -> int:
    """Run until SIGTERM or SIGINT; returns the exit code.

    Raises:
        CannotStart: with what stands in the way and the fix.
    """
    began = now()
    alone = try_hold(data.serve_lock)
    if alone is None:
        raise CannotStart(
            f"Hindsight already runs on {data.root} ({read_note(data.serve_lock) or 'starting'}).",
            fix="use that one, end it (kill and its process id), or choose another folder (make run DATA_DIR=…).",
        )
    write_note(alone, f"process {os.getpid()}, port {environment.PORT}")
    # Each child inherits this lock, so that it is free only when the last one of an earlier run is gone.
    lock = hold_within(data.server_lock, LEFT_OVER_SECONDS)
    supervisor = Supervisor()
    if os.environ.pop("HINDSIGHT_END_WITH_PARENT", ""):  # `make run`: whoever kills make means us
        end_with(os.getppid(), signal.SIGTERM)
    try:
        check_port(environment.HOST, environment.PORT)
        return _run(supervisor, environment, data, lock, began)
    except Ended:
        return 0
    finally:
        supervisor.stop()
        if supervisor.watching:
            say("Ended.")


def _run(supervisor: Supervisor, environment: Environment, data: DataDir, lock: int, began: float) -> int:
    if not environment.DATABASE_URL:
        database = DatabasePart(data, use_own_secrets(data), (lock,))
        supervisor.start(database)
        assert database.cluster is not None
        os.environ.update(urls(database.secrets, database.cluster.socket))
        say(f"PostgreSQL is ready ({now() - began:.1f} s).")
    # On the embedded database there is no other worker that could be at a job which looks taken.
    prepared = _prepare(os.environ, lock, *([] if environment.DATABASE_URL else ["--alone"]))
    # Web and worker never see the owner's password: what they could do to the schema is nothing.
    restricted = {name: value for name, value in os.environ.items() if name != "DATABASE_OWNER_URL"}
    for name, patience in (("worker", 25.0), ("web", 15.0)):
        command = [sys.executable, str(_MANAGE), name]
        part = ProgramPart(name, command, restricted, data.logs / f"{name}.log", (lock,), patience)
        supervisor.start(part)
    readiness = Readiness(environment.HOST, environment.PORT)
    base = f"http://{readiness.host if ':' not in readiness.host else f'[{readiness.host}]'}:{environment.PORT}"

    def look() -> None:
        if readiness.look():
            text = greeting(prepared, base=base, data_dir=data.root, manage=f"{sys.executable} {_MANAGE}")
            print(text, flush=True)  # noqa: T201
            say(f"Ready after {now() - began:.1f} s. Logs: {data.logs}. End with Ctrl-C or SIGTERM.")

    return supervisor.watch(look)


def _prepare(environment: Mapping[str, str], lock: int, *options: str) -> Prepared:
    """Migrate, check the keys and make what a first run needs, in a process that then is gone."""
    child = subprocess.Popen(
        [sys.executable, str(_MANAGE), "prepare", *options],
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        pass_fds=(lock,),
        start_new_session=True,
        preexec_fn=before_exec(signal.SIGKILL),
        text=True,
    )
    try:
        answer, _ = child.communicate()
    except BaseException:
        child.kill()
        child.wait()
        raise
    if child.returncode != 0:
        raise CannotStart("The database could not be prepared; the reason stands above.", fix="see docs/running.md.")
    return Prepared(**json.loads(answer.splitlines()[-1]))
