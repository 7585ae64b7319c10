"""A conversation that several tests have, and short ways to append to one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from memories.callers import Caller
from sessions.appending import append
from sessions.shapes import AppendInput, AppendOut
from tests.people import NOW

Say = Callable[..., AppendOut]


@pytest.fixture
def say(caller: Caller) -> Say:
    """say("s1", "user: I live in Rome", "assistant: Noted.") appends turns, a minute after NOW by default."""

    def say_it(name: str, *lines: str, now: datetime = NOW + timedelta(minutes=1), by: Caller = caller, **more: Any):
        turns = []
        for line in lines:
            role, _, content = line.partition(": ")
            turns.append({"role": role, "content": content})
        return append(by, name, AppendInput.model_validate({"turns": turns, **more}), now=now)

    return say_it


# A model server for the tests of extraction by one.
from tests.review.conftest import configure, server  # noqa: E402, F401
