"""A process of its own that appends or flushes: `python -m tests.sessions.process TOKEN WHAT SESSION [TURN…]`.

It says "ready", waits for a line, does what it was told and prints what came of it as JSON. `flush-and-hang` stops in
the middle of the flush's transaction, after its units are written, to be killed there.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import django

django.setup()

from django.utils import timezone  # noqa: E402

from memories.embedding import embed_passages  # noqa: E402
from memories.models import Session  # noqa: E402
from memories.tokens import authenticate  # noqa: E402
from memories.walls import inside  # noqa: E402
from sessions import flushing  # noqa: E402
from sessions.appending import append  # noqa: E402
from sessions.shapes import AppendInput  # noqa: E402


def say(word: object) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def main() -> None:
    secret, what, name, *turns = sys.argv[1:]
    embed_passages(["warm"])
    caller = authenticate(secret, now=timezone.now())
    say("ready")
    sys.stdin.readline()
    if what == "append":
        for turn in turns:
            body = AppendInput.model_validate({"role": "user", "content": turn})
            say(json.dumps(append(caller, name, body, now=timezone.now()).numbers))
        return
    with inside(caller.namespace_id):
        session = Session.objects.get(name=name)
    if what == "flush-and-hang":
        hang_before_the_end()
    flushed = flushing.flush(caller.namespace_id, session.pk, now=timezone.now())
    say(json.dumps(None if flushed is None else [one.value for one in flushed.memories]))


def hang_before_the_end() -> None:
    def hang(*_: Any, **__: Any) -> None:
        say("inside")
        time.sleep(600)

    Session.save = hang  # type: ignore[method-assign]


main()
