"""A process of its own that reviews a namespace and dies where it is told: `python -m tests.races.reviewer`.

Each line of its input is JSON: {"namespace": id, "die_at": number of the SQL statement to die at, or null}. It forks
for each, so that a death costs a fork and no start; it answers with how the child ended and what it asked for.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

import django

django.setup()

from django.db import connection, connections  # noqa: E402

from review.running import run_next  # noqa: E402


def carry_out(namespace_id: int, die_at: int | None, told: int) -> None:
    asked = 0

    def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal asked
        if asked == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        asked += 1
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        while run_next(namespace_id) is not None:
            pass
    os.write(told, str(asked).encode())


def main() -> None:
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        order = json.loads(line)
        connections.close_all()
        told, tells = os.pipe()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                carry_out(order["namespace"], order["die_at"], tells)
                code = 0
            finally:
                os._exit(code)
        os.close(tells)
        asked = os.read(told, 20).decode()
        os.close(told)
        _, status = os.waitpid(child, 0)
        ended = {
            "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0,
            "code": os.waitstatus_to_exitcode(status),
        }
        sys.stdout.write(json.dumps(ended | {"asked": int(asked or 0)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
