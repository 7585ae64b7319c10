"""Turns what PostgreSQL's programs say when they fail into a message with the way out."""

from __future__ import annotations

import re
from pathlib import Path

from hindsight_site.refusals import CannotStart

_KNOWN = (
    (r"No space left on device|Disk quota exceeded", "free some space on the disk that holds {root}."),
    (
        r"Read-only file system",
        "{root} cannot be written to: choose another folder (make run DATA_DIR=…, or serve --data-dir …).",
    ),
    (r"database files are incompatible|incompatible with server", "restore a backup into a new --data-dir."),
    (
        r"data directory .* has (invalid permissions|wrong ownership)",
        "give {root}/postgres back to the account that made it (chown -R), then chmod 700 it.",
    ),
    (r"Permission denied", "make {root} and what is in it writable for the account that made it (chown -R)."),
    (
        r"could not (map|create) .*shared memory|Cannot allocate memory",
        "free some memory: 256 MB are needed.",
    ),
    (r"lock file .* already exists", "stop the other server that runs on this folder."),
    (r"could not look up effective user ID", "give this user id a name (an entry in /etc/passwd)."),
    (
        r"invalid checkpoint record|could not locate a valid checkpoint|PANIC",
        "the files are damaged: restore a backup into a new --data-dir (docs/running.md).",
    ),
)


def explain(what: str, output: str, root: Path) -> CannotStart:
    """The refusal that fits the last lines of a program's `output`."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if re.search(r"(FATAL|PANIC|error|could not)", line)] or lines
    said = telling[-1] if telling else "it said nothing"
    for pattern, fix in _KNOWN:
        if re.search(pattern, output):
            return CannotStart(f"{what}: {said}", fix=fix.format(root=root))
    return CannotStart(
        f"{what}: {said}",
        fix="see docs/running.md, or choose another folder (make run DATA_DIR=…, or serve --data-dir …).",
    )
