"""Processes that end with their parent, whatever ends the parent (Linux: PR_SET_PDEATHSIG)."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1
# Loaded once, before any fork: a child between fork and exec must not load libraries.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def end_with(parent: int, how: signal.Signals) -> None:
    """Ask the kernel to send this process `how` when the thread that forked it ends.

    The kernel forgets this at a change of user, so call it after privileges are dropped.
    """
    if _libc is None:
        return
    _libc.prctl(_PR_SET_PDEATHSIG, int(how), 0, 0, 0)
    if os.getppid() != parent:  # the parent ended before the kernel was asked
        os.kill(os.getpid(), how)


def before_exec(how: signal.Signals, *, umask: int | None = None) -> Callable[[], None]:
    """A `preexec_fn` for a child of this process: tied to us, with no signal blocked."""
    parent = os.getpid()

    def prepare() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        if umask is not None:
            os.umask(umask)
        end_with(parent, how)

    return prepare


def tie_every_fork(how: signal.Signals = signal.SIGKILL) -> None:
    """From now on each process that this one, or a child of it, forks ends with its own parent."""
    parent = os.getpid()

    def remember() -> None:
        nonlocal parent
        parent = os.getpid()

    os.register_at_fork(before=remember, after_in_child=lambda: end_with(parent, how))
