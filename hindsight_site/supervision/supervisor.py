"""Watches the parts: restarts what dies, gives up on what keeps dying, ends all in order."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from types import FrameType

from hindsight_site.embedded.instance import say
from hindsight_site.refusals import CannotStart
from hindsight_site.supervision.part import DEATHS, WITHIN_SECONDS, Deaths, Running, now, shorten

_LOOK_SECONDS = 0.2
_SHORTEN_SECONDS = 60.0


class Ended(BaseException):
    """SIGTERM or SIGINT came while the parts were being started."""


class Supervisor:
    """Holds the parts in the order in which they were started; they are ended in reverse."""

    def __init__(self) -> None:
        self.parts: list[Running] = []
        self.deaths: dict[str, Deaths] = {}
        self.again_at: dict[str, float] = {}
        self.ending = False
        self.watching = False
        self.told_by = ""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup, or a shell's background job: stay
                signal.signal(number, self._end)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        if not self.ending:
            self.ending = True
            self.told_by = signal.Signals(number).name  # said later: a handler may interrupt a line being printed
            if not self.watching:
                raise Ended

    def start(self, part: Running) -> None:
        """Start a part and keep it from now on."""
        self.parts.append(part)
        self.deaths[part.name] = Deaths()
        part.start()

    def watch(self, each_look: Callable[[], None]) -> int:
        """Look at the parts until a signal comes (0) or one dies too often (1)."""
        self.watching = True
        shorten_at = now() + _SHORTEN_SECONDS
        while not self.ending:
            for part in self.parts:
                if not part.alive() and not self._revive(part):
                    return 1
            each_look()
            if now() > shorten_at:
                shorten_at = now() + _SHORTEN_SECONDS
                for part in self.parts:
                    shorten(part.log)
            time.sleep(_LOOK_SECONDS)
        return 0

    def stop(self) -> None:
        """End the parts, the last started first; more signals change nothing."""
        self.ending = True
        if self.told_by:
            say(
                f"{self.told_by}: ending {', '.join(part.name for part in reversed(self.parts)) or 'before the start'}."
            )
            self.told_by = ""
        while self.parts:
            self.parts.pop().stop()

    def _revive(self, part: Running) -> bool:
        if part.name not in self.again_at:
            deaths = self.deaths[part.name]
            pause = deaths.add(now())
            if deaths.too_many(now()):
                say(
                    f"The {part.name} ended {DEATHS} times within {WITHIN_SECONDS:.0f} seconds; stopping.\n"
                    f"  What to do: read the end of its log, {part.log}"
                )
                return False
            say(f"The {part.name} ended by itself; starting it again in {pause:.1f} s (log: {part.log}).")
            self.again_at[part.name] = now() + pause
        elif now() >= self.again_at[part.name]:
            del self.again_at[part.name]
            try:
                part.start()
            except CannotStart as problem:
                say(str(problem))
        return True
