"""Lets the server's account pass through folders that only root may enter, such as /root, no more."""

from __future__ import annotations

import contextlib
import os
import stat
import struct
from pathlib import Path

from hindsight_site.embedded.account import Account
from hindsight_site.refusals import CannotStart

# Linux keeps a POSIX access control list as one attribute: a version, then (tag, permissions, id) entries.
_ATTRIBUTE = "system.posix_acl_access"
_VERSION = 2
_OWNER, _USER, _GROUP, _GROUP_NAMED, _MASK, _OTHERS = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
_NO_ID = 0xFFFFFFFF
_ENTRY = struct.Struct("<HHI")
_PASS = 1


def open_passage(account: Account, target: Path) -> list[Path]:
    """Make `target` reachable for `account`; returns the folders whose permissions had to change.

    Only the right to pass through is given, only to that account, only where it lacks it.

    Raises:
        CannotStart: a folder cannot be opened that way.
    """
    if not account.other or account.can("-x", target):
        return []
    changed = []
    for folder in [*reversed(target.parents), target]:
        if account.can("-x", folder):
            continue
        with contextlib.suppress(OSError):  # judged by its effect on the next line
            _allow(folder, account.uid)
        if not account.can("-x", folder):
            raise CannotStart(
                f"The database server runs as user id {account.uid}, which may not pass through {folder}.",
                fix=f"allow it (chmod o+x {folder}), or use a folder elsewhere, such as /srv/hindsight.",
            )
        changed.append(folder)
    return changed


def _allow(folder: Path, uid: int) -> None:
    entries = _read(folder)
    entries = [entry for entry in entries if entry[0] != _MASK and (entry[0], entry[2]) != (_USER, uid)]
    entries.append((_USER, _PASS, uid))
    mask = 0
    for tag, permissions, _ in entries:
        if tag in (_USER, _GROUP, _GROUP_NAMED):
            mask |= permissions
    entries.append((_MASK, mask, _NO_ID))
    entries.sort(key=lambda entry: (entry[0], entry[2]))
    packed = struct.pack("<I", _VERSION) + b"".join(_ENTRY.pack(*entry) for entry in entries)
    os.setxattr(folder, _ATTRIBUTE, packed)


def _read(folder: Path) -> list[tuple[int, int, int]]:
    try:
        packed = os.getxattr(folder, _ATTRIBUTE)
    except OSError:  # no list yet: the mode says it all
        mode = stat.S_IMODE(folder.stat().st_mode)
        return [(_OWNER, mode >> 6 & 7, _NO_ID), (_GROUP, mode >> 3 & 7, _NO_ID), (_OTHERS, mode & 7, _NO_ID)]
    return [(tag, permissions, uid) for tag, permissions, uid in _ENTRY.iter_unpack(packed[4:])]
